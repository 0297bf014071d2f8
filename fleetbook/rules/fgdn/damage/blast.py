"""Ships near one that blew up (8.3)."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, run, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.damage.damage import WorkOutFollowing
from fleetbook.rules.fgdn.ground.explosions import BLAST
from fleetbook.rules.fgdn.ground.pending_hits import Hit, follow
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships

MOST_YARDS = 3000


def blasted(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships that have blown up and may hurt others."""
    return [ship for ship in battle.ships() if ship.has(BLAST)]


def blast_points(ship: FgdnShip, yards: int) -> int:
    """What a ship at this distance takes from the explosion; 0 beyond its last ring."""
    rings = ship.fact(BLAST)
    for ring in rings if isinstance(rings, tuple) else ():
        if isinstance(ring, tuple) and isinstance(ring[0], int) and yards <= ring[0]:
            return int(ring[1]) if isinstance(ring[1], int) else 0
    return 0


class Blast(Order[FgdnShip]):
    """A ship near one that blew up takes damage by the explosion, at once."""

    id, title, key, section = "blast", "Blast near by", "X", "8.3"
    exploded: str = fields.ship("ship that blew up", among=blasted, default=lambda b, g: next(iter(blasted(b, g)), None))
    ship: str = fields.ship("ship near by", among=fit_ships)
    yards: int = fields.number("distance", low=0, high=MOST_YARDS, unit="yds", default=None)

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Refused too where no ship has blown up."""
        super().open(battle)
        require(blasted(battle, {}), "no ship has blown up", cls.section)

    def check(self, battle: FgdnBattle) -> None:
        exploded, ship = battle.ship(self.exploded), battle.ship(self.ship)
        require(exploded.has(BLAST), f"{exploded} did not blow up", self.section)
        require(ship.fit and not ship.is_airship, f"{ship} cannot be hurt")
        require(not ship.has("blasted by", exploded.name), f"{ship} has taken the blast of {exploded}", self.section)
        require(blast_points(exploded, self.yards), f"the blast does not reach {self.yards} yds", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, points = battle.ship(self.ship), blast_points(battle.ship(self.exploded), self.yards)
        yield from set_fact(ship, "blasted by", battle.turn, self.exploded)
        yield from follow(ship, Hit("explosion", points, cause=f"{self.exploded} blew up"))
        yield from run(WorkOutFollowing(ship=self.ship))

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} takes the blast of {self.exploded}"
