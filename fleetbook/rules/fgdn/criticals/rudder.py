"""A jammed rudder and the attempts to free it during the battle (8.3, 8.4)."""

from __future__ import annotations

from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, roll, run, set_fact
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.ground.clock import time_of
from fleetbook.rules.fgdn.ground.d10 import up_to
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships

RUDDER, TRY, TRIED, STUCK = "rudder", "rudder try", "rudder tried", "rudder stuck"


def jammed(battle: FgdnBattle) -> list[FgdnShip]:
    """Ships whose rudder is jammed and may still be freed in this battle."""
    ships = fit_ships(battle, {})
    return [ship for ship in ships if ship.jammed and not ship.has(STUCK)]


def first_try(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """A D6 says how many turns after the hit the first attempt may be made (8.4)."""
    turns = yield from roll(f"{ship}: turns until the rudder may be freed", str(battle.reading("rudder_die")), section="8.4")
    due = (ship.count("rudder hit") or battle.turn) + turns
    yield from set_fact(ship, TRY, due, text=f"{ship} may try to free her rudder from {time_of(battle, due)}")


class FreeRudder(Order[FgdnShip]):
    """An attempt to free a jammed rudder: three on three turns, each likelier; after the third it stays jammed in battle."""

    id, title, section = "free-rudder", "Free the rudder", "8.4"
    ship: str = fields.ship("ship", among=fit_ships)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, table = battle.ship(self.ship), battle.tables.table("rudder_freed")
        attempt = ship.count(TRIED) + 1
        if (yield from up_to("free the rudder", table.whole(str(attempt), "D10 up to"), self.section)):
            yield from clear(ship, RUDDER, text=f"{ship}'s rudder is free")
            yield from self._over(ship)
        elif attempt == len(table.rows.labels):
            yield from set_fact(ship, STUCK, True, text=f"{ship}'s rudder cannot be freed in this battle")
            yield from self._over(ship)
        else:
            yield from set_fact(ship, TRIED, attempt)

    @staticmethod
    def _over(ship: FgdnShip) -> Effects:
        for name in (TRY, TRIED):
            yield from clear(ship, name)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} tries to free her rudder"


def rudders_tried(battle: FgdnBattle) -> Effects:
    """Every ship that may tries to free her rudder."""
    for ship in jammed(battle):
        if not ship.has(TRY):
            yield from first_try(battle, ship)
    due = [ship for ship in jammed(battle) if ship.count(TRY) <= battle.turn]
    yield from run(*(FreeRudder(ship=ship.name) for ship in due))


PROCEDURES = (FreeRudder,)
