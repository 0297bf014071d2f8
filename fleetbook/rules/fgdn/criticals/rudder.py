"""A jammed rudder and the attempts to free it during the battle (8.3, 8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GOOD, GRAVE, MISSED, Result
from fleetbook.core.orders.effects import Effects, roll, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.ground.clock import time_of
from fleetbook.rules.fgdn.ground.d10 import up_to
from fleetbook.rules.fgdn.ground.fit import fit_ships
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.told import as_told
from fleetbook.rules.fgdn.words import Says


def jammed(battle: FgdnBattle) -> list[FgdnShip]:
    """Ships whose rudder is jammed and may still be freed in this battle."""
    return [ship for ship in fit_ships(battle) if ship.jammed and not ship.rudder_stuck]


class FirstTry(Part[FgdnShip]):
    """A D6 says how many turns after the hit the first attempt may be made."""

    id, title, section, inline = "rudder-first", "When the rudder may be freed", "8.4", True
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        turns = yield from roll(Says.turns_until_freed(ship=ship), str(battle.reading("rudder_die")), section="8.4")
        due = (ship.rudder_hit or battle.turn) + turns
        yield from FgdnShip.rudder_try.set(ship, due, said=Says.may_free_rudder(time=time_of(battle, due)))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield as_told(happened, self.ship, "rudder jammed", kind=MISSED)


class FreeRudder(Part[FgdnShip]):
    """An attempt to free a jammed rudder: three on three turns, each likelier; after the third it stays jammed in battle."""

    id, title, section = "free-rudder", "Free the rudder", "8.4"
    says = "{ship} tries to free her rudder"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, table = battle.ship(self.ship), battle.tables.table("rudder_freed")
        attempt = ship.rudder_tried + 1
        if (yield from up_to(Says.free_rudder, table.whole(str(attempt), "D10 up to"))):
            yield from FgdnShip.rudder.clear(ship, said=Says.rudder_free)
            yield from self._over(ship)
        elif attempt == len(table.rows.labels):
            yield from FgdnShip.rudder_stuck.set(ship, said=Says.rudder_stuck)
            yield from self._over(ship)
        else:
            yield from FgdnShip.rudder_tried.set(ship, attempt)

    @staticmethod
    def _over(ship: FgdnShip) -> Effects:
        for fact in (FgdnShip.rudder_try, FgdnShip.rudder_tried):
            yield from fact.clear(ship)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship, table = happened.after.ship(self.ship), happened.before.tables.table("rudder_freed")
        stays = f"{ship}: THE RUDDER STAYS JAMMED {ship.jammed.upper()}"
        if not ship.jammed:
            kind, head, words, means = GOOD, "rudder free", f"{ship}: THE RUDDER IS FREE.", ""
        elif ship.rudder_stuck:
            kind, head, words, means = GRAVE, "rudder stuck", f"{stays}.", "It cannot be freed in this battle."
        else:
            score = table.whole(str(ship.rudder_tried + 1), "D10 up to")
            kind, head, words, means = (
                MISSED,
                "rudder jammed",
                f"{stays}.",
                f"Next turn she tries again: {score} or less on a D10.",
            )
        yield Result(kind=kind, head=head, words=words, means=means, subject=self.ship)


def rudders_tried(battle: FgdnBattle) -> Effects:
    """Every ship that may tries to free her rudder."""
    yield from run(*(FirstTry(ship=ship.name) for ship in jammed(battle) if ship.rudder_try is None))
    due = [ship for ship in jammed(battle) if (ship.rudder_try or 0) <= battle.turn]
    yield from run(*(FreeRudder(ship=ship.name) for ship in due))
