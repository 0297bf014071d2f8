"""A jammed rudder and the attempts to free it during the battle (8.3, 8.4)."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, roll, run
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.ground.clock import time_of
from fleetbook.rules.fgdn.ground.d10 import up_to
from fleetbook.rules.fgdn.ground.fit import fit_ships
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip


def jammed(battle: FgdnBattle) -> list[FgdnShip]:
    """Ships whose rudder is jammed and may still be freed in this battle."""
    return [ship for ship in fit_ships(battle) if ship.jammed and not ship.rudder_stuck]


def first_try(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """A D6 says how many turns after the hit the first attempt may be made (8.4)."""
    turns = yield from roll(f"{ship}: turns until the rudder may be freed", str(battle.reading("rudder_die")), section="8.4")
    due = (ship.rudder_hit or battle.turn) + turns
    yield from FgdnShip.rudder_try.set(ship, due, text=f"{ship} may try to free her rudder from {time_of(battle, due)}")


class FreeRudder(Part[FgdnShip]):
    """An attempt to free a jammed rudder: three on three turns, each likelier; after the third it stays jammed in battle."""

    id, title, section = "free-rudder", "Free the rudder", "8.4"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, table = battle.ship(self.ship), battle.tables.table("rudder_freed")
        attempt = ship.rudder_tried + 1
        if (yield from up_to("free the rudder", table.whole(str(attempt), "D10 up to"))):
            yield from FgdnShip.rudder.clear(ship, text=f"{ship}'s rudder is free")
            yield from self._over(ship)
        elif attempt == len(table.rows.labels):
            yield from FgdnShip.rudder_stuck.set(ship, text=f"{ship}'s rudder cannot be freed in this battle")
            yield from self._over(ship)
        else:
            yield from FgdnShip.rudder_tried.set(ship, attempt)

    @staticmethod
    def _over(ship: FgdnShip) -> Effects:
        for fact in (FgdnShip.rudder_try, FgdnShip.rudder_tried):
            yield from fact.clear(ship)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} tries to free her rudder"


def rudders_tried(battle: FgdnBattle) -> Effects:
    """Every ship that may tries to free her rudder."""
    for ship in jammed(battle):
        if ship.rudder_try is None:
            yield from first_try(battle, ship)
    due = [ship for ship in jammed(battle) if (ship.rudder_try or 0) <= battle.turn]
    yield from run(*(FreeRudder(ship=ship.name) for ship in due))
