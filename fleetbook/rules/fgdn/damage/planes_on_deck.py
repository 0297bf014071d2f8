"""Attacks on planes that stand on a ship's deck, and on those parked close by (8.3)."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.criticals.aviation_hits import planes_left
from fleetbook.rules.fgdn.criticals.criticals import Critical, gunfire_column
from fleetbook.rules.fgdn.criticals.submarine_hits import critical_figure
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED, chance
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, option, require_fit


def with_planes(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships with planes aboard."""
    return [ship for ship in fit_ships(battle, given) if planes_left(ship) > 0]


def _parked(battle: FgdnBattle, given: InputsSoFar) -> bool:
    ship = battle.ship(given["ship"]) if given.get("ship") else None
    return option(battle, "parked_aircraft") and ship is not None and ship.has("aircraft parked")


class PlanesOnDeck(Order[FgdnShip]):
    """A plane on deck is hit; where they are closely parked up to four others may be, each at half the chance of the first."""

    id, title, key, section = "deck-planes", "Plane on deck hit", "P", "8.3"
    phases = ("movement", "planned-fire", "reaction-fire")
    ship: str = fields.ship("ship", among=with_planes, default=lambda b, g: next(iter(with_planes(b, g)), None))
    percent: int | None = fields.number("chance to hit the first", low=0, high=HUNDRED, unit="%", wanted=_parked)

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Refused too where no ship has planes aboard."""
        super().open(battle)
        require(with_planes(battle, {}), "no ship has planes aboard", cls.section)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(planes_left(ship) > 0, f"{ship} has no planes aboard", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        near = min(critical_figure(battle, "parked aircraft: near by"), planes_left(ship) - 1)
        percent = (self.percent or 0) // critical_figure(battle, "parked aircraft: one part of the chance in")
        yield from self._lose_plane(ship)
        for number in range(near if percent else 0):
            if (yield from chance(f"plane {number + 1} parked near by is hit, {percent} %", percent, self.section)):
                yield from self._lose_plane(ship)

    def _lose_plane(self, ship: FgdnShip) -> Effects:
        column = gunfire_column(ship)
        yield from run(Critical(ship=self.ship, column=column, penetrated=True, casemate=True, mm=0, nature="Aircraft"))

    def headline(self, battle: FgdnBattle) -> str:
        return f"planes on the deck of {self.ship} are attacked"
