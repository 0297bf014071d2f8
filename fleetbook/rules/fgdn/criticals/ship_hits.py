"""Critical hits on the ship herself (8.3): hull, engines, rudder, bridge, crew, communications and sensors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fleetbook.core.battle.result import GOOD, GRAVE, MISSED, Result
from fleetbook.core.orders.effects import Effects, choose, draw, note, roll, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.critical_context import (
    LIGHT_SHELLS,
    MINOR_DAMAGE,
    Blow,
    HitEffect,
    burn,
    clears_in_time,
    clears_on,
    flood,
)
from fleetbook.rules.fgdn.criticals.submarine_hits import come_to
from fleetbook.rules.fgdn.fire_flooding.casualties import crew_lost
from fleetbook.rules.fgdn.ground.card import CARRIER, SIZES
from fleetbook.rules.fgdn.ground.dice import HUNDRED, chance, half, up_to
from fleetbook.rules.fgdn.ground.facts import time_of
from fleetbook.rules.fgdn.ground.ship import JAMMED, FgdnBattle, FgdnShip, fit_ships
from fleetbook.rules.fgdn.ground.ship_values import EXPLOSION
from fleetbook.rules.fgdn.ground.sinking import follow, founder
from fleetbook.rules.fgdn.ground.terms import (
    AUXILIARY_WIRELESS,
    COMMUNICATIONS,
    ENGINEERING,
    MAIN_WIRELESS,
    PERISCOPE,
    RUDDER,
    SENSORS,
    SONAR,
    SURFACED,
)
from fleetbook.rules.fgdn.results import result_of_changes
from fleetbook.rules.fgdn.words import Says

BOILER = "boiler explosion"
ONE_PLATFORM_EACH = SIZES[2:4]
WIRELESS_SETS = {MAIN_WIRELESS: 1, AUXILIARY_WIRELESS: 2}


def engineering(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """The ship loses a level of speed, and a boiler may explode (8.3). A fire starts too, except in a submarine's minor damage
    column (F61).
    """
    what = yield from roll_on(battle.tables.table(ENGINEERING), label=Says.engineering_hit(ship=ship))
    yield from FgdnShip.levels_out.add(ship, 1, said=Says.level_lost)
    yield from clears_in_time(battle, ship, blow, FgdnShip.levels_out)
    if what == BOILER:
        points = ship.points * battle.figure("boiler explosion, of the points") // HUNDRED
        yield from follow(ship, blow.hit(EXPLOSION, points, BOILER))
    if blow.column != MINOR_DAMAGE:
        yield from burn(battle, ship, blow, *(() if what == BOILER else (ENGINEERING,)))


def rudder(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Jam the rudder as it lies, disable the steering engine, or both (F65). A submarine loses depth control instead."""
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
    """A small craft loses a level of speed with each flotation hit, and sinks with the last."""
    yield from FgdnShip.flotation.strike(ship, 1, Says.flotation_hit)
    if not ship.flotation:
        yield from founder(battle, ship, Says.no_flotation_left)


def flooding(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Start flooding. On small craft it is a flotation hit instead (F46)."""
    if ship.small and battle.reading("flooding_small_craft") == FgdnShip.flotation.name:
        yield from flotation(battle, ship, blow)
    else:
        yield from flood(battle, ship, blow)


def twice_flooding(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Start flooding twice (F42)."""
    for _ in range(battle.whole_reading("twice_flooding")):
        yield from flood(battle, ship, blow)


def fire(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Start a fire. It is less severe if light shells caused it."""
    causes = (LIGHT_SHELLS,) if blow.is_light(battle, ship) else ()
    yield from burn(battle, ship, blow, *causes)


def fuel_tank(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A fuel tank may burn. The chance depends on the kind of fuel."""
    percent = battle.tables.table("fuel_tank").whole(ship.card.fuel, "fire, per cent")
    if (yield from chance(Says.fuel_tank_burns(ship=ship, percent=percent), percent, "8.3")):
        yield from burn(battle, ship, blow, "fuel tank")


def jammed(battle: FgdnBattle) -> list[FgdnShip]:
    """The ships whose rudder is jammed and can still be freed in this battle."""
    return [ship for ship in fit_ships(battle) if ship.jammed and not ship.rudder_stuck]


class FirstTry(Part[FgdnShip]):
    """Throw a D6 for the number of turns from the hit to the first attempt to free the rudder."""

    id, title, section, inline = "rudder-first", "When the rudder may be freed", "8.4", True
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        turns = yield from roll(Says.turns_until_freed(ship=ship), str(battle.reading("rudder_die")), section="8.4")
        due = (ship.rudder_hit or battle.turn) + turns
        yield from FgdnShip.rudder_try.set(ship, due, said=Says.may_free_rudder(time=time_of(battle, due)))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield result_of_changes(happened, self.ship, "rudder jammed", kind=MISSED)


class FreeRudder(Part[FgdnShip]):
    """Try to free a jammed rudder. There are three attempts in three turns, each likelier to succeed. After the third failure the
    rudder stays jammed.
    """

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
    """Let every ship that may do so try to free her rudder."""
    yield from run(*(FirstTry(ship=ship.name) for ship in jammed(battle) if ship.rudder_try is None))
    due = [ship for ship in jammed(battle) if (ship.rudder_try or 0) <= battle.turn]
    yield from run(*(FreeRudder(ship=ship.name) for ship in due))


def bridge(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Hit the bridge. For some turns nobody steers or commands, and a fire starts. Afterwards the
    ship is slow to answer orders.
    """
    turns = 1
    if not ship.small:
        die = yield from roll(Says.turns_to_man_bridge(ship=ship), battle.printed("bridge, turns"), section="8.3")
        turns = half(battle, die)
    yield from FgdnShip.bridge_out.set(ship, said=Says.bridge_out(turns=turns))
    yield from clears_on(ship, battle.turn + turns, FgdnShip.bridge_out)
    if ship.small:
        captains = [f"captain {number}" for number in range(1, ship.card.captains + 1)]
        standing = [(captain, 1) for captain in captains if not ship.hit[captain]]
        if standing:
            name = yield from draw(Says.who_is_hit(ship=ship), standing, "8.3")
            yield from FgdnShip.hit[name].set(ship, said=Says.captain_hit)
    else:
        yield from FgdnShip.bridge_hit.set(ship)
    if ship.is_submarine:
        yield from _submarine_bridge(battle, ship, blow)
    if ship.card.kind == CARRIER:
        dice = battle.printed("flight operations, turns")
        score = yield from roll(Says.turns_without_flying(ship=ship), dice, section="8.3")
        yield from FgdnShip.no_flying.set(ship, said=Says.flying_ceases)
        yield from clears_on(ship, battle.turn + half(battle, score), FgdnShip.no_flying)
    yield from burn(battle, ship, blow, "bridge")


def _submarine_bridge(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    yield from note(Says.solutions_lost(ship=ship), "8.3")
    yield from clears_in_time(battle, ship, blow, FgdnShip.bridge_hit)
    if not ship.submerged:
        return
    yield from come_to(ship, PERISCOPE)
    if (yield from roll_on(battle.tables.table("broach"), label=Says.broaches(ship=ship))) == "yes":
        yield from come_to(ship, SURFACED)
        yield from FgdnShip.broached.mark(ship)


def personnel(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Lose a crew factor. With the second loss the boat begins to abandon weapons, with the fourth she makes off (8.3, F58)."""
    if not ship.small:
        yield from note(Says.no_crew_factors(ship=ship), "8.3")
        return
    before = crew_lost(ship)
    yield from FgdnShip.crew_factors.lose(ship, 1, Says.personnel_hit)
    lost = crew_lost(ship)
    if lost == before:
        return
    yield from FgdnShip.injured.add(ship)
    steps = battle.tables.table("crew_steps")
    light = steps.whole(str(lost), "light weapons")
    if not battle.reading("crew_weapons_add_up"):
        light = max(light - steps.whole(str(before), "light weapons"), 0)
    yield from _abandon(battle, ship, light, steps.whole(str(lost), "or heavy weapons"))
    if steps.text(str(lost), "ceases fire") == "yes" and not ship.ceases_fire:
        leaves = steps.text(str(lost), "leaves") == "yes"
        yield from FgdnShip.ceases_fire.set(ship, said=Says.makes_off if leaves else Says.ceases_fire)


def _abandon(battle: FgdnBattle, ship: FgdnShip, light: int, heavy: int) -> Effects:
    """Abandon as many light weapons as ``light`` says. If ``heavy`` is not 0, the ship's side may abandon one heavy weapon in
    place of all of them.
    """
    while light:
        small = [name for name, mm in _calibres(ship) if mm <= battle.figure("light weapon of a boat, up to")]
        arms = [name for name in small if not ship.out[name]]
        if heavy:
            least = battle.figure("heavy weapon of a boat, from")
            arms += [name for name, mm in _calibres(ship) if mm >= least and not ship.out[name]]
        if not arms:
            return
        name = yield from choose(Says.what_to_abandon(ship=ship), arms, ship.side)
        yield from FgdnShip.out[name].set(ship, said=Says.abandons)
        light, heavy = (light - 1, 0) if name in small else (0, 0)


def _calibres(ship: FgdnShip) -> Iterator[tuple[str, float]]:
    """The names of guns and automatic weapons with their calibre in mm."""
    yield from ((mount.name, ship.card.gun(mount).mm) for mount in ship.card.mounts)
    yield from ((weapon.name, weapon.mm) for weapon in ship.card.weapons if weapon.mm)


def communications(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Lose signal lights, signal halyards or a wireless set."""
    what = str((yield from roll_on(battle.tables.table(COMMUNICATIONS), label=Says.communications_hit(ship=ship))))
    if ship.card.wireless < WIRELESS_SETS.get(what, 0):
        yield from note(Says.has_no(ship=ship, what=what), "8.3")
        return
    yield from FgdnShip.signals_lost[what].set(ship, said=Says.loses_her)


def sensor(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Lose a searchlight platform or the sonar. Light weapons cannot hit a sonar (8.1.3)."""
    what = str((yield from roll_on(battle.tables.table("sensors"), label=Says.sensors_hit(ship=ship))))
    if ship.sensors_lost[what] >= fitted(ship, what) or (what == SONAR and blow.is_light(battle, ship)):
        yield from note(Says.none_to_lose(ship=ship, what=what), "8.3")
        return
    yield from FgdnShip.sensors_lost[what].add(ship, 1, said=Says.loses_her)
    yield from clears_in_time(battle, ship, blow, FgdnShip.sensors_lost[what])


def fitted(ship: FgdnShip, what: str) -> int:
    """The number of sensors of this kind on the undamaged ship. Ships of sizes C and D have at most one searchlight platform at
    each end.
    """
    numbers = (ship.card.searchlights_forward, ship.card.searchlights_after, int(ship.card.sonar))
    number = dict(zip(SENSORS, numbers, strict=True))[what]
    return min(number, 1) if ship.size in ONE_PLATFORM_EACH else number


def sensor_or_communications(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Throw a D6: on 1 to 3 communications are hit, on 4 to 6 a sensor (F5)."""
    what = yield from roll_on(battle.tables.table("sensor_or_communications"), label=Says.sensor_or_communications(ship=ship))
    yield from (communications if what == COMMUNICATIONS else sensor)(battle, ship, blow)


EFFECTS: dict[str, HitEffect] = {
    natures.ENGINEERING: engineering,
    natures.FLOODING: flooding,
    "2 x Flooding": twice_flooding,
    "1/2 Flooding": partial(flood, half=True),  # half as severe (F42)
    natures.FIRE: fire,
    "1/2 Fire": partial(burn, half=True),
    natures.RUDDER: rudder,
    "Flotation": flotation,
    "Fuel Tank": fuel_tank,
    "Bridge": bridge,
    "Personnel": personnel,
    natures.COMMUNICATIONS: communications,
    natures.SENSOR: sensor,
    "Sensor/Comms": sensor_or_communications,
}
"""The function that applies each critical hit of this module, by its name in the table."""
