"""Sinking (8.1.8): when a ship that is lost goes under, and ships that go down at once."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, clear, roll, set_fact, tally
from fleetbook.rules.fgdn.ground.clock import figure, minutes, told
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip

SINKING_DIE = "sinking_die"


def sink(battle: FgdnBattle, ship: FgdnShip, how: str) -> Effects:
    """The ship is gone: magazine explosions, capsizing, submerged submarines, and hulks whose time is over."""
    if not ship.afloat:
        return
    yield from set_fact(ship, "fate", f"sunk T{battle.turn}: {how}", text=f"{ship} sinks: {how}")
    for name in ("sinks at", "held", "following", "speed"):
        yield from clear(ship, name)
    yield from tally("ships sunk", 1, ship.side)


def founder(battle: FgdnBattle, ship: FgdnShip, how: str) -> Effects:
    """The ship is lost and takes D10 x 10 minutes to go under; a submerged submarine goes at once."""
    if not ship.afloat or ship.sinking:
        return
    if ship.submerged:
        yield from sink(battle, ship, how)
        return
    score = yield from roll(f"{ship}: time to sink", str(battle.reading(SINKING_DIE)), section="8.1.8")
    due = minutes(battle) + score * figure(battle, "minutes of sinking for each point")
    yield from set_fact(ship, "sinks at", due, text=f"{ship} is lost and will sink at {told(due)}: {how}")
    yield from set_fact(ship, "lost by", how)


def go_under(battle: FgdnBattle) -> Effects:
    """Hulks whose time is over disappear in the Movement Phase (F45)."""
    early = figure(battle, "minutes of a Tactical Turn") - 1 if battle.reading("hulk_goes") != "at or after" else 0
    for ship in battle.ships():
        if ship.afloat and ship.sinking and ship.count("sinks at") <= minutes(battle) + early:
            yield from sink(battle, ship, ship.word("lost by") or "damage")
