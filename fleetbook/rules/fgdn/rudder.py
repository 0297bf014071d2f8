"""A jammed rudder and the attempts to free it during the battle (8.3, 8.4)."""

from __future__ import annotations

from fleetbook.core import fields
from fleetbook.core.procedure import Procedure
from fleetbook.core.steps import Steps, clear, put, roll, run
from fleetbook.rules.fgdn.chances import chance
from fleetbook.rules.fgdn.clock import time_of
from fleetbook.rules.fgdn.ship import FgdnBattle, FgdnShip, fit_ships

RUDDER, TRY, TRIED = "rudder", "rudder try", "rudder tried"
JAMMED = "jammed"


def jam(battle: FgdnBattle, ship: FgdnShip, direction: str) -> Steps:
    """The rudder jams; a D6 says in how many turns the first attempt to free it may be made (8.4)."""
    yield from put(ship, RUDDER, f"{JAMMED} {direction}", text=f"{ship}'s rudder is jammed {direction}")
    turns = yield from roll("turns until the rudder may be freed", str(battle.reading("rudder_die")), rule="8.4")
    due = battle.turn + turns
    yield from put(ship, TRY, due, text=f"{ship} may try to free her rudder from {time_of(battle, due)}")
    yield from clear(ship, TRIED)


def may_free(battle: FgdnBattle) -> list[FgdnShip]:
    """Ships whose jammed rudder may be tried this turn."""
    ships = [ship for ship in fit_ships(battle, {}) if ship.word(RUDDER).startswith(JAMMED)]
    return [ship for ship in ships if ship.has(TRY) and ship.count(TRY) <= battle.turn]


class FreeRudder(Procedure[FgdnShip]):
    """An attempt to free a jammed rudder: three on three turns, each likelier; after the third it stays jammed in battle."""

    id, title, section = "free-rudder", "Free the rudder", "8.4"
    ship: str = fields.ship("ship", among=fit_ships)

    def resolve(self, battle: FgdnBattle) -> Steps:
        ship, table = battle.ship(self.ship), battle.tables.table("rudder_freed")
        attempt = ship.count(TRIED) + 1
        percent = table.whole(str(attempt), "%")
        if (yield from chance(f"free the rudder, {percent} %", percent, self.section)):
            yield from clear(ship, RUDDER, text=f"{ship}'s rudder is free")
            yield from self._over(ship)
        elif attempt == len(table.rows.labels):
            yield from clear(ship, TRY, text=f"{ship}'s rudder cannot be freed in this battle")
        else:
            yield from put(ship, TRIED, attempt)

    @staticmethod
    def _over(ship: FgdnShip) -> Steps:
        for name in (TRY, TRIED):
            yield from clear(ship, name)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} tries to free her rudder"


def plotting_begins(battle: FgdnBattle) -> Steps:
    """Every ship that may tries to free her rudder."""
    yield from run(*(FreeRudder(ship=ship.name) for ship in may_free(battle)))


PROCEDURES = (FreeRudder,)
