"""Critical hits on the hull and what drives and steers it (8.3): engineering, rudder, flotation, fuel tanks."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, add, clear, roll_on, set_fact, strike_boxes
from fleetbook.rules.fgdn.criticals.critical_context import Blow, HitEffect, burn, flood
from fleetbook.rules.fgdn.criticals.temporary_criticals import MINOR_DAMAGE, clears_in_time
from fleetbook.rules.fgdn.ground.pending_hits import Hit, follow
from fleetbook.rules.fgdn.ground.percent_rolls import chance
from fleetbook.rules.fgdn.ground.ship import FLOTATION, FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.sinking import founder

BOILER = "boiler explosion"
JAMMED = "jammed"


def engineering(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A level of speed lost and a fire, or a boiler explosion (8.3); a submarine's minor damage burns in neither case (F61)."""
    what = yield from roll_on(battle.tables.table("engineering"), label=f"{ship}'s engineering")
    yield from add(ship, "engineering", 1, text=f"{ship} loses a level of speed")
    yield from clears_in_time(battle, ship, blow, "engineering")
    if what == BOILER:
        share = battle.tables.table("critical_figures").whole("boiler explosion: per cent", "value")
        yield from follow(ship, Hit("explosion", ship.points * share // 100, cause=BOILER))
    if blow.column != MINOR_DAMAGE:
        yield from burn(battle, ship, blow, *(() if what == BOILER else ("engineering",)))


def rudder(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Jammed as she turns, or the steering engine disabled, or both (F65); a submarine loses depth control."""
    if ship.is_submarine:
        yield from set_fact(ship, "depth control lost", True, text=f"{ship} loses depth control")
        yield from clears_in_time(battle, ship, blow, "depth control lost")
        return
    what = yield from roll_on(battle.tables.table("rudder"), label=f"{ship}'s rudder")
    alone = battle.reading("rudder_hits") == "last one"
    if what != JAMMED:
        yield from set_fact(ship, "rudder disabled", True, text=f"{ship}'s rudder is disabled")
        if alone:
            yield from clear(ship, "rudder")
        return
    where = ship.word("helm") or "straight"
    if ship.has("evading"):
        where = str((yield from roll_on(battle.tables.table("rudder_jam"), label=f"{ship}'s rudder jams")))
    yield from set_fact(ship, "rudder", f"{JAMMED} {where}", text=f"{ship}'s rudder is jammed {where}")
    yield from set_fact(ship, "rudder hit", battle.turn)
    if alone:
        yield from clear(ship, "rudder disabled")


def flotation(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A small craft loses a level of speed with each; with the last it sinks."""
    yield from strike_boxes(ship.name, FLOTATION, 1, "flotation hit")
    if not ship.left(FLOTATION):
        yield from founder(battle, ship, "no flotation left")


def flooding(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Flooding; on small craft a flotation hit (F46)."""
    if ship.small and battle.reading("flooding_small_craft") == "flotation":
        yield from flotation(battle, ship, blow)
    else:
        yield from flood(battle, ship, blow)


def twice_flooding(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Two casualties (F42)."""
    for _ in range(battle.whole_reading("twice_flooding")):
        yield from flood(battle, ship, blow)


def half_flooding(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Flooding of half the severity (F42)."""
    yield from flood(battle, ship, blow, half=True)


def fire(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A fire, less severe by light shells."""
    causes = ("light shells",) if blow.is_light(battle, ship) else ()
    yield from burn(battle, ship, blow, *causes)


def half_fire(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A fire of half the severity (F42)."""
    yield from burn(battle, ship, blow, half=True)


def fuel_tank(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A fuel tank may burn, by what is in it."""
    percent = battle.tables.table("fuel_tank").whole(ship.card.fuel, "fire, per cent")
    if (yield from chance(f"{ship}'s fuel tank burns, {percent} %", percent, "8.3")):
        yield from burn(battle, ship, blow, "fuel tank")


EFFECTS: dict[str, HitEffect] = {
    "Engineering": engineering,
    "Flooding": flooding,
    "2 x Flooding": twice_flooding,
    "1/2 Flooding": half_flooding,
    "Fire": fire,
    "1/2 Fire": half_fire,
    "Rudder": rudder,
    "Flotation": flotation,
    "Fuel Tank": fuel_tank,
}
"""The effect of each critical hit by its name in the table."""
