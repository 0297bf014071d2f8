"""Critical hits on the hull and what drives and steers it (8.3): engineering, rudder, flotation, fuel tanks."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, note, roll_on
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.critical_context import LIGHT_SHELLS, MINOR_DAMAGE, Blow, HitEffect, burn, flood
from fleetbook.rules.fgdn.criticals.temporary_criticals import clears_in_time
from fleetbook.rules.fgdn.ground.pending_hits import EXPLOSION
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED, chance
from fleetbook.rules.fgdn.ground.secondary import follow
from fleetbook.rules.fgdn.ground.ship import JAMMED, FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.sinking import founder
from fleetbook.rules.fgdn.ground.terms import ENGINEERING, RUDDER
from fleetbook.rules.fgdn.words import Says

BOILER = "boiler explosion"


def engineering(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A level of speed lost and a fire, or a boiler explosion (8.3); a submarine's minor damage burns in neither case (F61)."""
    what = yield from roll_on(battle.tables.table(ENGINEERING), label=Says.engineering_hit(ship=ship))
    yield from FgdnShip.levels_out.add(ship, 1, said=Says.level_lost)
    yield from clears_in_time(battle, ship, blow, FgdnShip.levels_out)
    if what == BOILER:
        points = ship.points * battle.figure("boiler explosion, of the points") // HUNDRED
        yield from follow(ship, blow.hit(EXPLOSION, points, BOILER))
    if blow.column != MINOR_DAMAGE:
        yield from burn(battle, ship, blow, *(() if what == BOILER else (ENGINEERING,)))


def rudder(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Jammed as she turns, or the steering engine disabled, or both (F65); a submarine loses depth control."""
    if ship.is_submarine:
        yield from FgdnShip.depth_control_lost.set(ship, said=Says.depth_control_lost)
        yield from clears_in_time(battle, ship, blow, FgdnShip.depth_control_lost)
        return
    what = yield from roll_on(battle.tables.table(RUDDER), label=Says.rudder_hit(ship=ship))
    alone = battle.reading("rudder_hits") == "last one"
    if what != JAMMED:
        yield from FgdnShip.rudder_disabled.set(ship, said=Says.rudder_disabled)
        if alone:
            yield from FgdnShip.rudder.clear(ship)
        return
    if ship.jammed and not alone:
        yield from note(Says.rudder_jammed_already(ship=ship, where=ship.jammed), "F65")
        return
    where = ship.helm
    if ship.evading:
        where = str((yield from roll_on(battle.tables.table("rudder_jam"), label=Says.rudder_jams(ship=ship))))
    yield from FgdnShip.rudder.set(ship, f"{JAMMED} {where}", said=Says.rudder_jammed)
    yield from FgdnShip.rudder_hit.set(ship, battle.turn)
    yield from FgdnShip.evading.clear(ship)
    if alone:
        yield from FgdnShip.rudder_disabled.clear(ship)


def flotation(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A small craft loses a level of speed with each; with the last it sinks."""
    yield from FgdnShip.flotation.strike(ship, 1, Says.flotation_hit)
    if not ship.flotation:
        yield from founder(battle, ship, Says.no_flotation_left)


def flooding(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Flooding; on small craft a flotation hit (F46)."""
    if ship.small and battle.reading("flooding_small_craft") == FgdnShip.flotation.name:
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
    causes = (LIGHT_SHELLS,) if blow.is_light(battle, ship) else ()
    yield from burn(battle, ship, blow, *causes)


def half_fire(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A fire of half the severity (F42)."""
    yield from burn(battle, ship, blow, half=True)


def fuel_tank(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A fuel tank may burn, by what is in it."""
    percent = battle.tables.table("fuel_tank").whole(ship.card.fuel, "fire, per cent")
    if (yield from chance(Says.fuel_tank_burns(ship=ship, percent=percent), percent, "8.3")):
        yield from burn(battle, ship, blow, "fuel tank")


EFFECTS: dict[str, HitEffect] = {
    natures.ENGINEERING: engineering,
    natures.FLOODING: flooding,
    "2 x Flooding": twice_flooding,
    "1/2 Flooding": half_flooding,
    natures.FIRE: fire,
    "1/2 Fire": half_fire,
    natures.RUDDER: rudder,
    "Flotation": flotation,
    "Fuel Tank": fuel_tank,
}
"""The effect of each critical hit by its name in the table."""
