"""Critical hits on cargo (8.3): what each kind does when its hold is hit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fleetbook.core.orders.effects import Effects, add, clear, draw, note, roll, roll_on, set_fact
from fleetbook.rules.fgdn.criticals.critical_context import Blow, burn
from fleetbook.rules.fgdn.criticals.submarine_hits import critical_dice, critical_figure
from fleetbook.rules.fgdn.ground.card import HoldEntry
from fleetbook.rules.fgdn.ground.explosions import blow_up
from fleetbook.rules.fgdn.ground.percent_rolls import chance
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip

AMMO, AMMO_FIRE, KABOOM = "lost", "lost, fire", "explodes"
FUELS = {"crude oil": "crude oil", "refined petroleum": "refined product", "avgas": "avgas"}
"""The cause of the fire by each kind of petroleum."""
BURNS = {"ammo": "ammunition", **FUELS}
"""The cause of the fire by each kind of cargo that burns."""


def cargo_left(ship: FgdnShip, hold: HoldEntry) -> int:
    """What is left in a hold."""
    return max(hold.amount - ship.count("cargo lost", hold.name), 0)


def cargo(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """One hold is hit, by chance; on small craft a quarter of the cargo goes."""
    holds = [hold for hold in ship.card.holds if cargo_left(ship, hold)]
    if not holds:
        yield from note(f"{ship} has no cargo to lose", "8.3")
    elif ship.small:
        for hold in holds:
            yield from lose_cargo(ship, hold, hold.amount // critical_figure(battle, "small craft: one part of the cargo in"))
    else:
        name = yield from draw("hold hit", [(hold.name, 1) for hold in holds], "8.3")
        hold = next(hold for hold in holds if hold.name == name)
        yield from CONTENTS[hold.contents](battle, ship, hold, blow)


def lose_cargo(ship: FgdnShip, hold: HoldEntry, amount: int) -> Effects:
    """Part of a hold's cargo is lost, as far as there is any."""
    lost = min(amount, cargo_left(ship, hold))
    if lost:
        yield from add(ship, "cargo lost", lost, hold.name, text=f"{ship} loses {lost} of the {hold.contents} in {hold.name}")


def _ammunition(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    what = yield from roll_on(battle.tables.table("ammunition_cargo"), label=f"ammunition in {hold.name}")
    if what == KABOOM:
        yield from explode(battle, ship, hold)
        return
    percent = yield from roll(
        f"ammunition lost in {hold.name}, per cent", critical_dice(battle, "ammunition lost"), section="8.3"
    )
    yield from lose_cargo(ship, hold, cargo_left(ship, hold) * percent // 100)
    if what == AMMO_FIRE:
        yield from burn(battle, ship, blow, "ammunition")
        if cargo_left(ship, hold):
            yield from set_fact(
                ship, "may explode", battle.turn, hold.name, text=f"{hold.name} may explode each Intermediate Turn"
            )


def explode(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry) -> Effects:
    """A hold of ammunition goes up, perhaps with others: the ship is lost, and ships about it are hurt by the tons."""
    tons, percent = cargo_left(ship, hold), critical_figure(battle, "ammunition: per cent for each other hold")
    for other in ship.card.holds:
        if other == hold or other.contents != hold.contents or not cargo_left(ship, other):
            continue
        if (yield from chance(f"{other.name} explodes too, {percent} %", percent, "8.3")):
            tons += cargo_left(ship, other)
    rings = battle.tables.table("ammunition_blast")
    edges = [(int(yards), tons // rings.whole(yards, "tons for a point")) for yards in rings.rows.labels]
    yield from blow_up(battle, ship, "ammunition cargo exploded", tuple(ring for ring in edges if ring[1]))


def _petroleum(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    yield from burn(battle, ship, blow, FUELS[hold.contents])


def _troops(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    times = yield from roll_on(battle.tables.table("troops"), label=f"casualties in {hold.name}")
    yield from lose_cargo(ship, hold, int(times) * ship.count("batch points"))


def _by_points(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    """General supplies, vehicles, crated planes: so many points for each one lost."""
    each = battle.tables.table("cargo_by_points").whole(hold.contents, "points for one")
    yield from lose_cargo(ship, hold, ship.count("batch points") // each)


CargoEffect: TypeAlias = Callable[[FgdnBattle, FgdnShip, HoldEntry, Blow], Effects]

CONTENTS: dict[str, CargoEffect] = {
    "ammo": _ammunition,
    **dict.fromkeys(FUELS, _petroleum),
    "troops": _troops,
    **dict.fromkeys(("general supplies", "vehicles", "aircraft"), _by_points),
}


def ammunition_risks(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Burning ammunition may explode in each Intermediate Turn after it was hit, unless the hold is flooded or the fire out."""
    percent = critical_figure(battle, "burning ammunition: per cent")
    for hold in ship.card.holds:
        if not (ship.fire and cargo_left(ship, hold)) and ship.has("may explode", hold.name):
            yield from clear(ship, "may explode", hold.name)
        due = 0 < ship.count("may explode", hold.name) < battle.turn and ship.fit
        if due and (yield from chance(f"{hold.name} of {ship} explodes, {percent} %", percent, "8.3")):
            yield from explode(battle, ship, hold)
