"""Ships near one that blew up (8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.damage.damage import WorkOutFollowing
from fleetbook.rules.fgdn.ground.pending_hits import EXPLOSION, Hit
from fleetbook.rules.fgdn.ground.secondary import follow
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.told import befallen
from fleetbook.rules.kit.sides import every_ship

MOST_YARDS = 3000


def blast_points(ship: FgdnShip, yards: int) -> int:
    """What a ship at this distance takes from the explosion; 0 beyond its last ring."""
    return next((ring.points for ring in ship.blast if yards <= ring.yards), 0)


class Blast(Order[FgdnShip]):
    """A ship near one that blew up takes damage by the explosion, at once."""

    id, title, key, section = "blast", "Blast near by", "X", "8.3"
    says = "{ship} takes the blast of {exploded}"
    exploded: str = fields.ship("ship that blew up", every_ship)
    ship: str = fields.ship("ship near by", every_ship)
    yards: int = fields.number("distance", 0, MOST_YARDS, unit="yds", default=None)

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.blast for ship in battle.ships()), "no ship has blown up")
        exploded = battle.ship(self.exploded)
        require(exploded.blast, f"{exploded} did not blow up")
        ship = battle.ship(self.ship)
        require(ship.fit and not ship.is_airship, f"{ship} is gone, sinking or in the air: no blast hurts her")
        require(ship.blasted_by[exploded.name] is None, f"{ship} has taken the blast of {exploded}")
        require(blast_points(exploded, self.yards), f"the blast does not reach {self.yards} yds")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, points = battle.ship(self.ship), blast_points(battle.ship(self.exploded), self.yards)
        yield from FgdnShip.blasted_by[self.exploded].set(ship, battle.turn)
        yield from follow(ship, Hit(EXPLOSION, points, cause=f"{self.exploded} blew up", by=self.exploded))
        yield from run(WorkOutFollowing(ship=self.ship))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        first, *others = happened.parts
        yield befallen(happened, self.ship, first.rows, f"the blast of {self.exploded}")
        yield from others
