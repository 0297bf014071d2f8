"""Attacks on planes that stand on a ship's deck, and on those parked close by (8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.aviation_hits import NEAR_BY
from fleetbook.rules.fgdn.criticals.criticals import Critical, gunfire_column
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.fit import require_fit
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED, chance
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import ATTACK_PHASES
from fleetbook.rules.fgdn.told import befallen
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.sides import every_ship


def closely_parked(battle: FgdnBattle, order: PlanesOnDeck) -> bool:
    """Whether the optional rule is in force and her planes are parked closely."""
    return FgdnFacts(battle).parked_aircraft and battle.ship(order.ship).planes_parked


class PlanesOnDeck(Order[FgdnShip]):
    """A plane on deck is hit; where they are closely parked up to four others may be, each at half the chance of the first."""

    id, title, key, section = "deck-planes", "Plane on deck hit", "P", "8.3"
    says = "planes on the deck of {ship} are attacked"
    phases = ATTACK_PHASES
    ship: str = fields.ship("ship", every_ship)
    percent: int | None = fields.number("chance to hit the first", 0, HUNDRED, unit="%", shown_if=closely_parked)

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.planes_left > 0 for ship in battle.ships()), "no ship has planes aboard")
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(ship.planes_left > 0, f"{ship} has no planes aboard")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        near = min(battle.figure(NEAR_BY), ship.planes_left - 1)
        percent = (self.percent or 0) // battle.figure("parked aircraft, one part of the chance in")
        yield from self._lose_plane(ship)
        for number in range(near if percent else 0):
            if (yield from chance(Says.plane_near_by_hit(number=number + 1, percent=percent), percent)):
                yield from self._lose_plane(ship)

    def _lose_plane(self, ship: FgdnShip) -> Effects:
        column = gunfire_column(ship)
        hit = Critical(ship=self.ship, column=column, penetrated=True, casemate=True, mm=0, nature=natures.AIRCRAFT)
        yield from run(hit)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield befallen(happened, self.ship, (part.words for part in happened.parts))
