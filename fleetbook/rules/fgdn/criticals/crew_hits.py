"""Critical hits on those who command and man the ship (8.3): bridge, crew, communications, sensors."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.orders.effects import Effects, add, choose, draw, lose, note, roll, roll_on, set_fact
from fleetbook.rules.fgdn.criticals.critical_context import Blow, HitEffect, burn
from fleetbook.rules.fgdn.criticals.submarine_hits import come_to, critical_dice, critical_figure
from fleetbook.rules.fgdn.criticals.temporary_criticals import clears_in_time, clears_on
from fleetbook.rules.fgdn.ground.percent_rolls import half
from fleetbook.rules.fgdn.ground.ship import CREW, SURFACED, FgdnBattle, FgdnShip

ONE_PLATFORM_EACH = ("C", "D")
FORWARD, AFTER, SONAR = "forward searchlight", "after searchlight", "sonar"


def bridge(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Nobody steers or commands for some turns, and there is a fire; afterwards she is slow to answer."""
    turns = 1
    if not ship.small:
        turns = half(
            battle, (yield from roll(f"{ship}: turns to man the bridge again", critical_dice(battle, "bridge"), section="8.3"))
        )
    yield from set_fact(ship, "bridge out", True, text=f"{ship}'s bridge is out for {turns} turn{'s' if turns > 1 else ''}")
    yield from clears_on(ship, battle.turn + turns, "bridge out")
    if ship.small:
        yield from _captain(ship)
    else:
        yield from set_fact(ship, "bridge hit", True)
    if ship.is_submarine:
        yield from _submarine_bridge(battle, ship, blow)
    if ship.card.kind == "carrier":
        yield from _stop_flying(battle, ship)
    yield from burn(battle, ship, blow, "bridge")


def _submarine_bridge(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    yield from note(f"{ship} loses all fire control solutions and comes to periscope depth", "8.3")
    yield from clears_in_time(battle, ship, blow, "bridge hit")
    if not ship.submerged:
        return
    yield from come_to(ship, "periscope")
    if (yield from roll_on(battle.tables.table("broach"), label=f"{ship} broaches")) == "yes":
        yield from come_to(ship, SURFACED)
        yield from set_fact(ship, "broached", battle.turn)


def _stop_flying(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    score = yield from roll(f"{ship}: turns without flight operations", critical_dice(battle, "flight operations"), section="8.3")
    yield from set_fact(ship, "no flying", True, text=f"{ship} ceases flight operations")
    yield from clears_on(ship, battle.turn + half(battle, score), "no flying")


def _captain(ship: FgdnShip) -> Effects:
    standing = [(f"captain {n}", 1) for n in range(1, ship.card.captains + 1) if not ship.has("hit", f"captain {n}")]
    if standing:
        name = yield from draw(f"{ship}: who is hit", standing, "8.3")
        yield from set_fact(ship, "hit", True, name, text=f"{ship}: {name} is hit")


def crew_lost(ship: FgdnShip) -> int:
    """Crew factors that a small craft has lost."""
    return ship.full(CREW) - ship.left(CREW) if ship.small else 0


def personnel(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A crew factor is lost; from the second on weapons are abandoned, from the fourth the boat makes off (8.3, F58)."""
    if not ship.small:
        yield from note(f"{ship} has no crew factors", "8.3")
        return
    before = crew_lost(ship)
    yield from lose(ship, CREW, 1, "personnel hit")
    lost = crew_lost(ship)
    if lost == before:
        return
    yield from add(ship, "injured", 1)
    steps = battle.tables.table("crew_steps")
    light = steps.whole(str(lost), "light weapons")
    if not battle.reading("crew_weapons_add_up"):
        light = max(light - steps.whole(str(before), "light weapons"), 0)
    yield from _abandon(ship, light, steps.whole(str(lost), "or heavy weapons"), battle)
    if steps.text(str(lost), "ceases fire") == "yes" and not ship.has("ceases fire"):
        leaves = " and makes off" if steps.text(str(lost), "leaves") == "yes" else ""
        yield from set_fact(ship, "ceases fire", True, text=f"{ship} ceases fire{leaves}")


def _abandon(ship: FgdnShip, light: int, heavy: int, battle: FgdnBattle) -> Effects:
    """Weapons are abandoned: so many light ones, or instead of all of them so many heavy ones."""
    while light:
        arms = [*_light(ship, battle), *(_heavy(ship, battle) if heavy else ())]
        if not arms:
            return
        name = yield from choose(f"{ship} abandons", arms, ship.side)
        yield from set_fact(ship, "out", True, name, text=f"{ship} abandons her {name}")
        light, heavy = (light - 1, 0) if name in _light_names(ship, battle) else (0, 0)


def _light_names(ship: FgdnShip, battle: FgdnBattle) -> set[str]:
    most = critical_figure(battle, "light weapon: greatest mm")
    return {name for name, mm in _calibres(ship) if mm <= most}


def _light(ship: FgdnShip, battle: FgdnBattle) -> list[str]:
    return [name for name, _ in _calibres(ship) if name in _light_names(ship, battle) and not ship.is_out(name)]


def _heavy(ship: FgdnShip, battle: FgdnBattle) -> list[str]:
    least = critical_figure(battle, "heavy weapon: least mm")
    return [name for name, mm in _calibres(ship) if mm >= least and not ship.is_out(name)]


def _calibres(ship: FgdnShip) -> Iterator[tuple[str, float]]:
    """Guns and automatic weapons with their calibre in mm."""
    yield from ((mount.name, ship.card.gun(mount).mm) for mount in ship.card.mounts)
    yield from ((weapon.name, weapon.mm) for weapon in ship.card.weapons if weapon.mm)


def communications(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Signal lights, halyards or a wireless set is lost."""
    what = str((yield from roll_on(battle.tables.table("communications"), label=f"{ship}'s communications")))
    sets = {"main wireless": 1, "auxiliary wireless": 2}
    if ship.card.wireless < sets.get(what, 0):
        yield from note(f"{ship} has no {what}", "8.3")
        return
    yield from set_fact(ship, "lost", True, what, text=f"{ship} loses her {what}")


def sensor(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A searchlight platform or the sonar is lost; light weapons cannot reach a sonar (8.1.3)."""
    what = str((yield from roll_on(battle.tables.table("sensors"), label=f"{ship}'s sensors")))
    if ship.count("sensors lost", what) >= fitted(ship, what) or (what == SONAR and blow.is_light(battle, ship)):
        yield from note(f"{ship} has no {what} to lose by this", "8.3")
        return
    yield from add(ship, "sensors lost", 1, what, text=f"{ship} loses her {what}")
    yield from clears_in_time(battle, ship, blow, "sensors lost", what)


def fitted(ship: FgdnShip, what: str) -> int:
    """How many of a sensor a ship has; sizes C and D one searchlight platform at each end at most."""
    number = {FORWARD: ship.card.searchlights_forward, AFTER: ship.card.searchlights_after, SONAR: int(ship.card.sonar)}[what]
    return min(number, 1) if ship.size in ONE_PLATFORM_EACH else number


def sensor_or_communications(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Communications on 1 to 3, a sensor on 4 to 6 (F5)."""
    what = yield from roll_on(battle.tables.table("sensor_or_communications"), label=f"{ship}: sensor or communications")
    yield from (communications if what == "communications" else sensor)(battle, ship, blow)


EFFECTS: dict[str, HitEffect] = {
    "Bridge": bridge,
    "Personnel": personnel,
    "Communications": communications,
    "Sensor": sensor,
    "Sensor/Comms": sensor_or_communications,
}
"""The effect of each critical hit by its name in the table."""
