"""A whole squadron's guns at one target (2.2): one ship after the other, each by what the battle knows when its turn comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.attack import known_rerolls, targets
from fleetbook.rules.aanda.card import ARCS
from fleetbook.rules.aanda.gunnery import MOST_CM, Fire, bearing_batteries, ready_firers, remembered
from fleetbook.rules.aanda.ongoing import NEXT_TEST, NextSinkingTests
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip
from fleetbook.rules.aanda.squadrons import ATTACKING, next_squadron, waiting_now


def _firers(battle: AandaBattle, given: InputsSoFar) -> list[AandaShip]:
    """The squadron's ships that may fire: one that is at its attack ends it before the others begin theirs."""
    ships = [ship for ship in ready_firers(battle, given) if ship.squadron == given.get("squadron")]
    return sorted(ships, key=lambda ship: ship.name != battle.word(ATTACKING))


def _remembered(battle: AandaBattle, given: InputsSoFar, name: str) -> object:
    """What the squadron ordered last in this phase, else what the first of its ships did last."""
    firers = _firers(battle, given)
    return remembered(battle, {"firer": firers[0].name}, name) if firers else None


def _targets(battle: AandaBattle, given: InputsSoFar) -> list[AandaShip]:
    last = _remembered(battle, given, "target")
    return sorted(targets(battle, given), key=lambda ship: ship.name != last)


def _bearing_ships(battle: AandaBattle, given: InputsSoFar) -> Iterator[AandaShip]:
    """The ships that have a battery which bears and reaches."""
    for ship in _firers(battle, given):
        if bearing_batteries(battle, {**given, "firer": ship.name}):
            yield ship


class SquadronFire(Order[AandaShip]):
    """The ships of a squadron fire all guns that bear at one target, ship after ship. Torpedoes are for the last of them only."""

    id, title, key, section = "volley", "Fire a squadron", "F", "2.2"
    phases, later = ("firing",), NEXT_TEST
    squadron: str = fields.choice("squadron", among=waiting_now, default=next_squadron)
    target: str = fields.ship("target", among=_targets, default=lambda b, g: next(iter(_targets(b, g)), None))
    range: int = fields.number("range", low=0, high=MOST_CM, unit="cm", default=lambda b, g: _remembered(b, g, "range"))
    bearing: str = fields.choice("target lies to", among=tuple(ARCS), default=lambda b, g: _remembered(b, g, "bearing") or "P")
    ships: tuple[str, ...] = fields.several("ships", among=_firers, default=_bearing_ships)

    def check(self, battle: AandaBattle) -> None:
        require(
            self.ships, f"no ship of {self.squadron} has a gun that bears to {self.bearing} and reaches {self.range} cm", "5.2"
        )
        require(
            battle.word(ATTACKING) not in self.ships[1:], f"{battle.word(ATTACKING)} is at its attack and ends it first", "2.2"
        )
        for name in self.ships:
            ship = battle.ship(name)
            require(ship.squadron == self.squadron, f"{ship} is of {ship.squadron}", "2.2")
            self._order(battle, name).check(battle)

    def resolve(self, battle: AandaBattle) -> Effects:
        for name in self.ships:
            yield from run(self._order(battle, name))

    def _order(self, battle: AandaBattle, firer: str) -> Fire:
        """The order of one ship, filled in as the battle stands."""
        given: dict[str, Any] = {"firer": firer, "target": self.target, "range": self.range, "bearing": self.bearing}
        given["batteries"] = tuple(bearing_batteries(battle, given))
        modifiers = Fire.declared["modifiers"].default_value(battle, given)
        return Fire(**given, modifiers=modifiers, rerolls=known_rerolls(battle, given))

    def ahead(self, battle: AandaBattle) -> Iterator[Order[AandaShip]]:
        yield NextSinkingTests(ship=self.target)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.squadron} fires at {self.target}, {self.range} cm"
