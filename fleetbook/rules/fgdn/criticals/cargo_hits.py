"""Critical hits on cargo (8.3): what each kind does when its hold is hit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.orders.effects import Effects, draw, note, roll, roll_on
from fleetbook.rules.fgdn.criticals.critical_context import Blow, burn
from fleetbook.rules.fgdn.ground.card import HoldEntry
from fleetbook.rules.fgdn.ground.explosions import EXPLODES, blow_up
from fleetbook.rules.fgdn.ground.pending_hits import Ring
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED, chance
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.words import Says

AMMUNITION_FIRE = "ammunition"
FUELS = {"crude oil": "crude oil", "refined petroleum": "refined product", "avgas": "avgas"}
"""The cause of the fire by each kind of petroleum."""
BURNS = {"ammo": AMMUNITION_FIRE, **FUELS}
"""The cause of the fire by each kind of cargo that burns."""


def cargo_left(ship: FgdnShip, hold: HoldEntry) -> int:
    """What is left in a hold."""
    return max(hold.amount - ship.cargo_lost[hold.name], 0)


def cargo(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """One hold is hit, by chance; on small craft a quarter of the cargo goes."""
    holds = [hold for hold in ship.card.holds if cargo_left(ship, hold)]
    if not holds:
        yield from note(Says.no_cargo(ship=ship), "8.3")
    elif ship.small:
        for hold in holds:
            yield from lose_cargo(ship, hold, hold.amount // battle.figure("small craft, one part of the cargo in"))
    else:
        name = yield from draw(Says.hold_hit, [(hold.name, 1) for hold in holds], "8.3")
        hold = next(hold for hold in holds if hold.name == name)
        yield from CONTENTS[hold.contents](battle, ship, hold, blow)


def lose_cargo(ship: FgdnShip, hold: HoldEntry, amount: int) -> Effects:
    """Part of a hold's cargo is lost, as far as there is any."""
    lost = min(amount, cargo_left(ship, hold))
    if lost:
        said = Says.cargo_lost(amount=lost, contents=hold.contents)
        yield from FgdnShip.cargo_lost[hold.name].add(ship, lost, said=said)


def _ammunition(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    what = yield from roll_on(battle.tables.table("ammunition_cargo"), label=Says.ammunition_in(hold=hold.name))
    if what == EXPLODES:
        yield from explode(battle, ship, hold)
        return
    said = Says.ammunition_lost_in(hold=hold.name)
    percent = yield from roll(said, battle.printed("ammunition lost"), section="8.3")
    yield from lose_cargo(ship, hold, cargo_left(ship, hold) * percent // HUNDRED)
    if what == "lost, fire":
        yield from burn(battle, ship, blow, AMMUNITION_FIRE)
        if cargo_left(ship, hold):
            yield from FgdnShip.may_explode[hold.name].set(ship, battle.turn, said=Says.hold_may_explode)


def explode(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, cause: Cause | None = None) -> Effects:
    """A hold of ammunition goes up, perhaps with others: the ship is lost, and ships about it are hurt by the tons."""
    tons, percent = cargo_left(ship, hold), battle.figure("ammunition that explodes, each other hold")
    for other in ship.card.holds:
        if other == hold or other.contents != hold.contents or not cargo_left(ship, other):
            continue
        if (yield from chance(Says.hold_explodes_too(hold=other.name, percent=percent), percent, "8.3")):
            tons += cargo_left(ship, other)
    table = battle.tables.table("ammunition_blast")
    rings = [Ring(int(yards), tons // table.whole(yards, "tons for a point")) for yards in table.rows.labels]
    yield from blow_up(ship, Says.ammunition_cargo_exploded, *(ring for ring in rings if ring.points), cause=cause)


def _petroleum(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    yield from burn(battle, ship, blow, FUELS[hold.contents])


def _troops(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    times = yield from roll_on(battle.tables.table("troops"), label=Says.casualties_in(hold=hold.name))
    yield from lose_cargo(ship, hold, int(times) * ship.batch_points)


def _by_points(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    """General supplies, vehicles, crated planes: so many points for each one lost."""
    each = battle.tables.table("cargo_by_points").whole(hold.contents, "points for one")
    yield from lose_cargo(ship, hold, ship.batch_points // each)


CargoEffect: TypeAlias = Callable[[FgdnBattle, FgdnShip, HoldEntry, Blow], Effects]

CONTENTS: dict[str, CargoEffect] = {
    "ammo": _ammunition,
    **dict.fromkeys(FUELS, _petroleum),
    "troops": _troops,
    **dict.fromkeys(("general supplies", "vehicles", "aircraft"), _by_points),
}


def ammunition_risks(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Burning ammunition may explode in each Intermediate Turn after it was hit, unless the hold is flooded or the fire out."""
    percent = battle.figure("burning ammunition, each Intermediate Turn")
    for hold in ship.card.holds:
        if not (ship.fires and cargo_left(ship, hold)) and ship.may_explode[hold.name]:
            yield from FgdnShip.may_explode[hold.name].clear(ship)
        due = 0 < (ship.may_explode[hold.name] or 0) < battle.turn and ship.fit
        said = Says.hold_explodes(hold=hold.name, ship=ship, percent=percent)
        if due and (yield from chance(said, percent, "8.3")):
            yield from explode(battle, ship, hold, Cause(how="burning ammunition", through=FgdnShip.may_explode.name))
