"""Critical hits on submarines (8.3): hull, battery, switchboard and depth control. Orders to change depth are here too."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import DONE, GOOD, GRAVE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.critical_context import Blow, HitEffect, clears_on
from fleetbook.rules.fgdn.ground.dice import chance, half
from fleetbook.rules.fgdn.ground.facts import TURN, minutes
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, require_fit
from fleetbook.rules.fgdn.ground.sinking import sink
from fleetbook.rules.fgdn.ground.terms import (
    DEPTHS,
    DOWN,
    FIRE,
    FLOODING,
    INTERMEDIATE_1,
    MAJOR,
    MOVEMENT,
    PERISCOPE,
    PLOTTING,
    SEVERE,
    SHALLOW,
    SURFACED,
    at_least,
    is_deeper,
)
from fleetbook.rules.fgdn.results import at_depth, lost_result
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.sides import every_ship


def hull_penetration(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """The pressure hull is breached. The submarine reaches the surface and is abandoned there, or sinks."""
    yield from _breach(battle, ship, None)


def _breach(battle: FgdnBattle, ship: FgdnShip, cause: Cause | None) -> Effects:
    if not ship.is_submarine:
        yield from note(Says.no_pressure_hull(ship=ship), "8.3")
        return
    if is_deeper(ship.depth, INTERMEDIATE_1):
        yield from sink(ship, Says.pressure_hull_breached_deep, cause)
        return
    percent = battle.figure("hull penetration, chance to surface")
    rises = not ship.submerged or (yield from chance(Says.makes_the_surface(ship=ship), percent, "8.3"))
    if not rises:
        yield from sink(ship, Says.pressure_hull_breached, cause)
        return
    yield from FgdnShip.depth.set(ship, SURFACED, said=Says.abandoned)
    score = yield from roll(Says.time_to_sink(ship=ship), battle.printed("hull penetration, die"), section="8.3")
    turns = score * battle.figure("hull penetration, turns for each point")
    yield from FgdnShip.sinks_at.set(ship, minutes(battle) + turns * battle.figure(TURN), cause=cause)
    yield from FgdnShip.lost_by.set(ship, Says.pressure_hull_breached())


def hull_deformation(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """The hull is dented, so that the submarine may not go deep. The third such hit breaches it."""
    yield from FgdnShip.hull_deformed.add(ship, 1, said=Says.hull_deformed)
    if ship.hull_deformed >= battle.figure("hull deformations that breach it"):
        yield from hull_penetration(battle, ship, blow)
    else:
        yield from note(Says.must_come_to(ship=ship, depth=deepest_safe(battle, ship)), "8.3")


def deepest_safe(battle: FgdnBattle, ship: FgdnShip) -> str:
    """The deepest depth band that is safe for the submarine's deformed hull."""
    return battle.tables.table("hull_deformation").text(str(min(ship.hull_deformed, 2)), "safe to")


def hull_risk(battle: FgdnBattle, ship: FgdnShip) -> int:
    """The chance in per cent that a deformed hull gives way at the present depth."""
    if not ship.hull_deformed:
        return 0
    zones = DEPTHS.index(ship.depth) - DEPTHS.index(deepest_safe(battle, ship))
    each = battle.tables.table("hull_deformation").whole(str(min(ship.hull_deformed, 2)), "per cent a zone below")
    return max(zones, 0) * each


def battery(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """The submarine loses part of her submerged endurance."""
    score = yield from roll(Says.battery_loss(ship=ship), battle.printed("battery, die"), section="8.3")
    lost = score * battle.figure("battery, for each point")
    yield from FgdnShip.endurance_lost.add(ship, lost, said=Says.endurance_lost(percent=lost))


def switchboard(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Fuses blow. Until they are replaced the submarine has no propulsion, fires no torpedoes and
    cannot change depth or course.
    """
    score = yield from roll(Says.turns_without_power(ship=ship), battle.printed("switchboard, turns"), section="8.3")
    yield from FgdnShip.no_propulsion.set(ship, said=Says.no_power)
    yield from clears_on(ship, battle.turn + half(battle, score), FgdnShip.no_propulsion)


def depth_risks(battle: FgdnBattle) -> Effects:
    """Before Plotting, test submarines without depth control and submarines with deformed hulls (8.3)."""
    yield from run(*(DepthRisk(ship=ship.name) for ship in battle.ships() if ship.fit and ship.is_submarine))


class DepthRisk(Part[FgdnShip]):
    """The risks of one submarine each turn: without depth control she may change depth, and a deformed hull that is too deep may
    give way. A submarine that broached last turn dives again.
    """

    id, title, section, inline = "depth-risk", "Depth and hull of a submarine", "8.3", True
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if FgdnShip.broached.last_turn(ship) and not ship.batteries_out and may_submerge(ship):
            yield from FgdnShip.depth.set(ship, PERISCOPE, said=Says.dives_again)
        if ship.depth_control_lost and ship.submerged:
            percent = ship.speed * battle.figure("depth control, for each knot")
            if (yield from chance(Says.changes_depth(ship=ship, percent=percent), percent, "8.3")):
                way = yield from roll_on(battle.tables.table("depth_change"), label=Says.goes(ship=ship))
                place = min(DEPTHS.index(ship.depth) + (1 if way == DOWN else -1), len(DEPTHS) - 1)
                yield from come_to(ship, DEPTHS[place])
                if DEPTHS[place] == SURFACED:
                    yield from FgdnShip.broached.mark(ship)
        percent = hull_risk(battle, ship)
        if (yield from chance(Says.hull_fails(ship=ship, percent=percent), percent, "8.3")):
            yield from _breach(battle, ship, Cause(how="deformed hull", through=FgdnShip.hull_deformed.name))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        before, ship = happened.before.ship(self.ship), happened.after.ship(self.ship)
        if not ship.fit:
            yield lost_result(happened, self.ship)
            return
        risk = hull_risk(happened.after, ship)
        means = f"Her deformed hull holds; its chance to fail was {risk} %." if risk else ""
        if ship.depth != before.depth:
            words, head = (
                f"{ship} {'DIVES AGAIN' if not before.submerged else 'CHANGES DEPTH'}: {at_depth(ship.depth)}.",
                ship.depth,
            )
            yield Result(kind=DONE, head=head, words=words, means=means, subject=self.ship)
        elif (before.depth_control_lost and ship.submerged) or risk:
            kept = f"{ship} STAYS {at_depth(ship.depth)}."
            yield Result(kind=GOOD, head="depth kept", words=kept, means=means, subject=self.ship)


def brought_up(battle: FgdnBattle) -> Effects:
    """In the Resolution Phase, bring up submarines that fire or flooding forces to a lesser depth, if they have power
    (8.2, F63).
    """
    able = [ship for ship in battle.ships() if ship.fit and not ship.no_propulsion]
    yield from run(*(BroughtUp(ship=ship.name) for ship in able if is_deeper(ship.depth, forced_to(ship)[0])))


class BroughtUp(Part[FgdnShip]):
    """Fire or flooding forces one submarine to a lesser depth."""

    id, title, section, inline = "brought-up", "Forced up", "8.2", True
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        depth, why = forced_to(ship)
        yield from FgdnShip.depth.set(ship, depth, said=Says.forced_up(depth=depth, why=why))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship, why = happened.after.ship(self.ship), forced_to(happened.before.ship(self.ship))[1]
        words = f"{ship} IS FORCED UP by {why}: {at_depth(ship.depth)}."
        yield Result(kind=GRAVE, head="forced up", words=words, subject=self.ship)


def forced_to(ship: FgdnShip) -> tuple[str, str]:
    """The deepest depth band that fire or flooding allows a submarine, and the reason.

    Any fire forces her to the surface. So does flooding that is still Severe after one reduction roll. Major flooding forces her
    to shallow depth (8.2, F63).
    """
    if ship.fires:
        return SURFACED, FIRE
    level = ship.casualties.flooding_level
    if at_least(level, SEVERE) and ship.severe_flooding_fought:
        return SURFACED, FLOODING
    return (SHALLOW, FLOODING) if at_least(level, MAJOR) else (DEPTHS[-1], "")


def may_submerge(ship: FgdnShip) -> bool:
    """Whether a submarine may dive. Fire, severe flooding or being aground prevents it (8.2)."""
    return not (ship.fires or ship.beached or at_least(ship.casualties.flooding_level, SEVERE))


def come_to(ship: FgdnShip, depth: str) -> Effects:
    """Put a submarine at this depth band."""
    yield from FgdnShip.depth.set(ship, depth, said=Says.at_depth(depth=depth))


EFFECTS: dict[str, HitEffect] = {
    natures.HULL_PENETRATION: hull_penetration,
    "Hull Deformation": hull_deformation,
    "Battery": battery,
    "Switchboard": switchboard,
}
"""The function that applies each critical hit of this module, by its name in the table."""


class ChangeDepth(Order[FgdnShip]):
    """A submarine goes to another depth band."""

    id, title, key, section = "depth", "Change depth", "I", "8.3"
    says = "{ship} goes to {depth}"
    phases = (PLOTTING, MOVEMENT)
    ship: str = fields.ship("submarine", every_ship)
    depth: str = fields.choice("depth", DEPTHS, default=PERISCOPE)

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.is_submarine for ship in battle.ships()), "there is no submarine")
        ship = battle.ship(self.ship)
        require(ship.is_submarine, f"{ship} is no submarine")
        require_fit(ship)
        require(not ship.no_propulsion, f"{ship} cannot change depth without power")
        require(self.depth != ship.depth, f"{ship} is there already")
        surfaced = self.depth == SURFACED
        require(surfaced or not ship.batteries_out, f"{ship} must stay surfaced: massive damage", "8.1.10")
        require(surfaced or may_submerge(ship), f"{ship} must stay surfaced: fire, flooding or the ground under her", "8.2")
        flooded = at_least(ship.casualties.flooding_level, MAJOR) and is_deeper(self.depth, SHALLOW)
        require(not flooded, f"{ship} must stay at shallow depth or above: flooding", "8.2")

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from come_to(battle.ship(self.ship), self.depth)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        risk = hull_risk(happened.after, happened.after.ship(self.ship))
        means = f"Her deformed hull fails there on {risk} % a turn." if risk else ""
        yield Result(
            kind=DONE, head=self.depth, words=f"{self.ship} is {at_depth(self.depth)} now.", means=means, subject=self.ship
        )
