"""Critical hits of submarines (8.3): hull deformation and penetration, battery, switchboard, and depth control lost."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, add, note, roll, roll_on, set_fact
from fleetbook.rules.fgdn.criticals.critical_context import Blow, HitEffect
from fleetbook.rules.fgdn.criticals.temporary_criticals import clears_on
from fleetbook.rules.fgdn.fire_flooding.reduction import ONE_CHANCE
from fleetbook.rules.fgdn.fire_flooding.severity import MAJOR, SEVERE, at_least
from fleetbook.rules.fgdn.ground.clock import figure as time_figure
from fleetbook.rules.fgdn.ground.clock import minutes
from fleetbook.rules.fgdn.ground.percent_rolls import chance, half
from fleetbook.rules.fgdn.ground.ship import SURFACED, FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.sinking import sink

DEPTHS = (SURFACED, "periscope", "shallow", "intermediate 1", "intermediate 2", "deep")
DEEPEST_TO_RISE = "intermediate 1"
DEFORMED = "hull deformed"


def critical_figure(battle: FgdnBattle, name: str) -> int:
    """A figure that one of the critical hits names."""
    return battle.tables.table("critical_figures").whole(name, "value")


def critical_dice(battle: FgdnBattle, name: str) -> str:
    """Dice that one of the critical hits names."""
    return battle.tables.table("critical_dice").text(name, "dice")


def hull_penetration(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """The pressure hull is breached: she reaches the surface to be abandoned, or goes down."""
    if not ship.is_submarine:
        yield from note(f"{ship} has no pressure hull", "8.3")
        return
    if DEPTHS.index(ship.depth) > DEPTHS.index(DEEPEST_TO_RISE):
        yield from sink(battle, ship, "pressure hull breached, all hands lost")
        return
    percent = critical_figure(battle, "hull penetration: per cent to surface")
    rises = not ship.submerged or (yield from chance(f"{ship} makes it to the surface", percent, "8.3"))
    if not rises:
        yield from sink(battle, ship, "pressure hull breached")
        return
    yield from set_fact(ship, "depth", None, text=f"{ship} comes to the surface to be abandoned")
    score = yield from roll(f"{ship}: time to sink", critical_dice(battle, "hull penetration"), section="8.3")
    turns = score * critical_figure(battle, "hull penetration: turns for each point")
    yield from set_fact(ship, "sinks at", minutes(battle) + turns * time_figure(battle, "minutes of a Tactical Turn"))
    yield from set_fact(ship, "lost by", "pressure hull breached")


def hull_deformation(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """The hull is dished in: she may not go deep; the third is a breach."""
    yield from add(ship, DEFORMED, 1, text=f"{ship}'s pressure hull is deformed")
    if ship.count(DEFORMED) >= critical_figure(battle, "hull deformations that breach it"):
        yield from hull_penetration(battle, ship, blow)
    else:
        yield from note(f"{ship} must come to {deepest_safe(battle, ship)} or above", "8.3")


def deepest_safe(battle: FgdnBattle, ship: FgdnShip) -> str:
    """The deepest band in which her deformed hull is safe."""
    return battle.tables.table("hull_deformation").text(str(min(ship.count(DEFORMED), 2)), "safe to")


def hull_risk(battle: FgdnBattle, ship: FgdnShip) -> int:
    """The chance, in per cent, that a deformed hull fails at the present depth."""
    if not ship.count(DEFORMED):
        return 0
    zones = DEPTHS.index(ship.depth) - DEPTHS.index(deepest_safe(battle, ship))
    each = battle.tables.table("hull_deformation").whole(str(min(ship.count(DEFORMED), 2)), "per cent a zone below")
    return max(zones, 0) * each


def battery(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Part of the submerged endurance is lost."""
    score = yield from roll(f"{ship}'s battery", critical_dice(battle, "battery"), section="8.3")
    lost = score * critical_figure(battle, "battery: per cent for each point")
    yield from add(ship, "endurance lost", lost, text=f"{ship} loses {lost} % of her submerged endurance")


def switchboard(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Fuses blow: no propulsion, no torpedoes, no change of depth or course until they are replaced."""
    score = yield from roll(f"{ship}: turns without power", critical_dice(battle, "switchboard"), section="8.3")
    yield from set_fact(ship, "no propulsion", True, text=f"{ship} loses propulsion and most of her electricity")
    yield from clears_on(ship, battle.turn + half(battle, score), "no propulsion")


def depth_risks(battle: FgdnBattle) -> Effects:
    """Before plotting, submarines without depth control may change depth, and deformed hulls too deep may fail (8.3)."""
    for ship in battle.ships():
        if ship.fit and ship.is_submarine:
            yield from _wanders(battle, ship)
            percent = hull_risk(battle, ship)
            fails = yield from chance(f"{ship}'s hull fails, {percent} %", percent, "8.3")
            if fails:
                yield from hull_penetration(battle, ship, Blow("lethal"))


def _wanders(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """A broached submarine dives again by itself; one without depth control may go up or down a level."""
    if ship.last_turn("broached") and not ship.batteries_out and may_submerge(ship):
        yield from set_fact(ship, "depth", "periscope", text=f"{ship} dives again")
    if not (ship.has("depth control lost") and ship.submerged):
        return
    percent = ship.speed * critical_figure(battle, "depth control: per cent for each knot")
    if not (yield from chance(f"{ship} changes depth, {percent} %", percent, "8.3")):
        return
    way = yield from roll_on(battle.tables.table("depth_change"), label=f"{ship} goes")
    place = min(DEPTHS.index(ship.depth) + (1 if way == "down" else -1), len(DEPTHS) - 1)
    yield from come_to(ship, DEPTHS[place])
    if DEPTHS[place] == SURFACED:
        yield from set_fact(ship, "broached", battle.turn)


def brought_up(battle: FgdnBattle) -> Effects:
    """In the Resolution Phase fire and flooding force submarines up, as far as they can change depth (8.2, F63)."""
    for ship in battle.ships():
        depth, why = forced_to(ship)
        if ship.fit and DEPTHS.index(ship.depth) > DEPTHS.index(depth) and not ship.has("no propulsion"):
            yield from set_fact(ship, "depth", None if depth == SURFACED else depth, text=f"{ship} comes to {depth}: {why}")


def forced_to(ship: FgdnShip) -> tuple[str, str]:
    """The deepest that fire and flooding leave a submarine, and which of them: any fire, or flooding that was Severe and still
    is after one reduction roll, the surface; flooding Major or worse shallow depth (8.2, F63).
    """
    if ship.fire:
        return SURFACED, "fire"
    if at_least(ship.flooding_level, SEVERE) and ship.has(ONE_CHANCE):
        return SURFACED, "flooding"
    return ("shallow", "flooding") if at_least(ship.flooding_level, MAJOR) else (DEPTHS[-1], "")


def may_submerge(ship: FgdnShip) -> bool:
    """Whether fire, severe flooding or the ground under her does not keep a submarine on the surface (8.2)."""
    return not (ship.fire or ship.beached or ship.flooding_level in ("Severe", "Overwhelmed"))


def come_to(ship: FgdnShip, depth: str) -> Effects:
    """A submarine goes to a depth band."""
    yield from set_fact(ship, "depth", None if depth == SURFACED else depth, text=f"{ship}: {depth}")


EFFECTS: dict[str, HitEffect] = {
    "Hull Penetration": hull_penetration,
    "Hull Deformation": hull_deformation,
    "Battery": battery,
    "Switchboard": switchboard,
}
"""The effect of each critical hit by its name in the table."""
