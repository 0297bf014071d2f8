"""Sinking (8.1.8): when a ship that is lost goes under, and ships that go down at once."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import LOST, Result
from fleetbook.core.orders.effects import Effects, roll, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.core.words.sentence import Words
from fleetbook.rules.fgdn.ground.clock import TURN, clock, minutes
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip


def sink(ship: FgdnShip, how: Words, cause: Cause | None = None) -> Effects:
    """The ship is gone: magazine explosions, capsizing, submerged submarines, and hulks whose time is over."""
    if not ship.afloat:
        return
    how = ship.battle.wording.of(how)
    yield from FgdnShip.fate.gone(ship, "sunk", how, said=f"{ship} sinks: {how}", cause=cause)
    for due in (FgdnShip.sinks_at, FgdnShip.held, FgdnShip.following, FgdnShip.speed):
        yield from due.clear(ship)
    yield from tally("ships sunk", 1, ship.side)


def founder(battle: FgdnBattle, ship: FgdnShip, how: Words) -> Effects:
    """The ship is lost and takes D10 x 10 minutes to go under; a submerged submarine goes at once."""
    if not ship.fit:
        return
    if ship.submerged:
        yield from sink(ship, how)
        return
    score = yield from roll(f"{ship}: time to sink", str(battle.reading("sinking_die")), section="8.1.8")
    how = battle.wording.of(how)
    due = minutes(battle) + score * battle.figure("minutes of sinking for each point")
    yield from FgdnShip.sinks_at.set(ship, due, said=f"{ship} is lost and will sink at {clock(due)}: {how}")
    yield from FgdnShip.lost_by.set(ship, how)


def go_under(battle: FgdnBattle) -> Effects:
    """Hulks whose time is over disappear in the Movement Phase (F45), as whoever struck them down had it."""
    early = battle.figure(TURN) - 1 if battle.reading("hulk_goes") != "at or after" else 0
    hulks = [ship for ship in battle.ships() if ship.afloat and ship.sinks_at is not None]
    yield from run(*(GoUnder(ship=ship.name) for ship in hulks if (ship.sinks_at or 0) <= minutes(battle) + early))


class GoUnder(Part[FgdnShip]):
    """A hulk whose time is over disappears."""

    id, title, section, inline = "go-under", "Going under", "8.1.8", True
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        how = ship.lost_by or "damage"
        yield from sink(ship, how, Cause(how=how, through=FgdnShip.sinks_at.name))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship = happened.after.ship(self.ship)
        words, means = f"{ship} GOES UNDER: {ship.loss.how if ship.loss else ''}.", f"{happened.left(ship.side)}."
        yield Result(kind=LOST, head="sunk", words=words, means=means, subject=self.ship)
