"""Critical hits on the command and the crew (8.3): bridge, personnel, communications, sensors."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.orders.effects import Effects, choose, draw, note, roll, roll_on
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.critical_context import Blow, HitEffect, burn, clears_in_time, clears_on
from fleetbook.rules.fgdn.criticals.submarine_hits import come_to
from fleetbook.rules.fgdn.fire_flooding.casualties import crew_lost
from fleetbook.rules.fgdn.ground.card import CARRIER, SIZES
from fleetbook.rules.fgdn.ground.dice import half
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import (
    AUXILIARY_WIRELESS,
    COMMUNICATIONS,
    MAIN_WIRELESS,
    PERISCOPE,
    SENSORS,
    SONAR,
    SURFACED,
)
from fleetbook.rules.fgdn.words import Says

ONE_PLATFORM_EACH = SIZES[2:4]
WIRELESS_SETS = {MAIN_WIRELESS: 1, AUXILIARY_WIRELESS: 2}


def bridge(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Nobody steers or commands for some turns, and there is a fire. Afterwards she is slow to answer."""
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
    """A crew factor is lost. From the second on weapons are abandoned, from the fourth the boat makes off (8.3, F58)."""
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
    """Weapons are abandoned: so many light ones, or so many heavy ones instead of all of them."""
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
    """Guns and automatic weapons with their calibre in mm."""
    yield from ((mount.name, ship.card.gun(mount).mm) for mount in ship.card.mounts)
    yield from ((weapon.name, weapon.mm) for weapon in ship.card.weapons if weapon.mm)


def communications(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Signal lights, halyards or a wireless set is lost."""
    what = str((yield from roll_on(battle.tables.table(COMMUNICATIONS), label=Says.communications_hit(ship=ship))))
    if ship.card.wireless < WIRELESS_SETS.get(what, 0):
        yield from note(Says.has_no(ship=ship, what=what), "8.3")
        return
    yield from FgdnShip.signals_lost[what].set(ship, said=Says.loses_her)


def sensor(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A searchlight platform or the sonar is lost. Light weapons cannot reach a sonar (8.1.3)."""
    what = str((yield from roll_on(battle.tables.table("sensors"), label=Says.sensors_hit(ship=ship))))
    if ship.sensors_lost[what] >= fitted(ship, what) or (what == SONAR and blow.is_light(battle, ship)):
        yield from note(Says.none_to_lose(ship=ship, what=what), "8.3")
        return
    yield from FgdnShip.sensors_lost[what].add(ship, 1, said=Says.loses_her)
    yield from clears_in_time(battle, ship, blow, FgdnShip.sensors_lost[what])


def fitted(ship: FgdnShip, what: str) -> int:
    """How many of a sensor a ship has. Sizes C and D have one searchlight platform at each end at most."""
    numbers = (ship.card.searchlights_forward, ship.card.searchlights_after, int(ship.card.sonar))
    number = dict(zip(SENSORS, numbers, strict=True))[what]
    return min(number, 1) if ship.size in ONE_PLATFORM_EACH else number


def sensor_or_communications(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Communications on 1 to 3, a sensor on 4 to 6 (F5)."""
    what = yield from roll_on(battle.tables.table("sensor_or_communications"), label=Says.sensor_or_communications(ship=ship))
    yield from (communications if what == COMMUNICATIONS else sensor)(battle, ship, blow)


EFFECTS: dict[str, HitEffect] = {
    "Bridge": bridge,
    "Personnel": personnel,
    natures.COMMUNICATIONS: communications,
    natures.SENSOR: sensor,
    "Sensor/Comms": sensor_or_communications,
}
"""The effect of each critical hit by its name in the table."""
