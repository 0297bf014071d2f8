"""Rules that guns and torpedoes share (2.2): which ship may attack, modifiers of firer and target, evasion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects
from fleetbook.rules.aanda.card import GRADES
from fleetbook.rules.aanda.ship import AandaBattle, AandaFacts, AandaShip
from fleetbook.rules.aanda.squadrons import activate, require_turn, waiting_now
from fleetbook.rules.kit.sides import require_afloat, require_enemy

MOST_REROLLS = 2


class Attack(Protocol):
    """Any order with a firer and a target."""

    @property
    def firer(self) -> str: ...

    @property
    def target(self) -> str: ...


def attackers(battle: AandaBattle) -> list[AandaShip]:
    """All ships, sorted so that ships of squadrons that may act now come first."""
    now = waiting_now(battle)
    return sorted(battle.ships(), key=lambda ship: ship.squadron not in now)


def others(battle: AandaBattle, ship: str) -> list[AandaShip]:
    """The ships of the side opposed to this ship."""
    return battle.ships(battle.other_side(battle.ship(ship).side))


def require_attacker(battle: AandaBattle, firer: AandaShip) -> None:
    """Raise Refused unless this ship may fire guns or torpedoes now."""
    require_afloat(firer)
    require(not firer.silent, f"{firer} has no hull boxes left: she cannot move or fire", "A6")
    facts = AandaFacts(battle)
    require(not (facts.storm and battle.reading("no_firing_in_storm")), f"no firing in {facts.weather}", "A2")
    require(not firer.hidden, f"{firer} is a contact marker: reveal it first", "2.2")
    require_turn(battle, firer.squadron)
    over = firer.attacked and facts.attacking_ship != firer.name  # another ship of the squadron has begun her attack
    require(not over, f"{firer} has made its attack: {facts.attacking_ship} attacks now", "2.2")


def require_spotted(ship: AandaShip, target: AandaShip) -> None:
    """Raise Refused unless the target is an enemy that is not hidden by a contact marker."""
    require_enemy(ship, target)
    require(not target.hidden, f"{target} has not been spotted: spot her contact marker first", "2.2")


def begin_attack(battle: AandaBattle, firer: AandaShip) -> Effects:
    """Record that a ship begins to attack, and that her squadron is the one that acts now."""
    yield from activate(battle, firer.squadron)
    yield from AandaFacts.attacking_ship.set(battle, firer.name)
    yield from AandaShip.attacked.mark(firer)


def pair_modifiers(firer: AandaShip, target: AandaShip) -> Iterator[str]:
    """The ids of the modifiers that depend on firer and target. Guns and torpedoes share them; so do mines, whose firer and
    target are the same ship.
    """
    crew = firer.crew
    holds = {
        "target_stopped": target.stopped,
        "target_slow": target.slow,
        "target_fast": target.fast,
        "small_target": target.small,
        "firer_slow": firer.stopped or firer.slow,
        "superior": crew == GRADES[-1],
        "inferior": crew == GRADES[0],
    }
    yield from (name for name, holding in holds.items() if holding)


def known_rerolls(battle: AandaBattle, order: Attack) -> int:
    """How often a die that hits must be rolled again because firer or target steers evasively (A2)."""
    evading = battle.ship(order.firer).evading + battle.ship(order.target).evading
    return battle.whole_reading(("rerolls_one_evades", "rerolls_both_evade")[evading - 1]) if evading else 0
