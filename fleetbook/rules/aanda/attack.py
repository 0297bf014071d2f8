"""What guns and torpedoes share (2.2): which ship may attack now, ship after ship, the modifiers of a pair of ships, evasion."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip, enemies, require_enemy
from fleetbook.rules.aanda.squadrons import ATTACKING, activate, require_turn, ships_of, waiting_now


def attackers(battle: AandaBattle) -> list[AandaShip]:
    """The ships that may attack now: of the squadron that is firing, or of those that wait."""
    ships = [ship for name in waiting_now(battle, {}) for ship in ships_of(battle, name)]
    return [ship for ship in ships if not ship.silent and not has_attacked(battle, ship)]


def has_attacked(battle: AandaBattle, ship: AandaShip) -> bool:
    """Whether a ship's attack is over: another one of its squadron has begun its own since."""
    return ship.this_turn("attacked") and battle.word(ATTACKING) != ship.name


def targets(battle: AandaBattle, given: InputsSoFar) -> list[AandaShip]:
    """The enemies in the open."""
    return enemies(battle, battle.ship(given["firer"]).side if given.get("firer") else battle.acting or battle.sides[0])


def require_attack(battle: AandaBattle, firer: AandaShip, target: AandaShip) -> None:
    """Raise Refused unless this ship may attack this target now."""
    require(firer.afloat, f"{firer} is gone: {firer.fate}")
    require(not firer.silent, f"{firer} has no hull boxes left: stopped and silent", "A6")
    storm = battle.word("weather") == "Storm" and battle.reading("no_firing_in_storm")
    require(not storm, "no firing in Storm", "A2")
    require(not firer.has("hidden"), f"{firer} is a contact marker", "2.2")
    require_turn(battle, firer.squadron)
    attacking = battle.word(ATTACKING)
    require(not has_attacked(battle, firer), f"{firer} has made its attack: {firer.squadron} is at {attacking}", "2.2")
    require_enemy(firer, target)


def begin_attack(battle: AandaBattle, firer: AandaShip) -> Effects:
    """A ship attacks, and its squadron with it."""
    yield from activate(firer.squadron)
    yield from set_fact("", ATTACKING, firer.name)
    yield from set_fact(firer, "attacked", battle.turn)


def pair_modifiers(firer: AandaShip, target: AandaShip) -> dict[str, bool]:
    """The modifiers that go by the two ships, for guns, torpedoes and mines alike."""
    pace, crew = target.pace, firer.crew
    return {
        "target_slow": pace == "slow",
        "target_stopped": pace == "stopped",
        "target_fast": pace == "fast",
        "small_target": target.small,
        "firer_slow": firer.pace in ("slow", "stopped"),
        "superior": crew == "Superior",
        "inferior": crew == "Inferior",
    }


def known_rerolls(battle: AandaBattle, given: InputsSoFar) -> int:
    """How often a die that hits must hit again, by who steers evasively (A2)."""
    if not (given.get("firer") and given.get("target")):
        return 0
    evading = battle.ship(given["firer"]).evading + battle.ship(given["target"]).evading
    return battle.whole_reading(("rerolls_one_evades", "rerolls_both_evade")[evading - 1]) if evading else 0
