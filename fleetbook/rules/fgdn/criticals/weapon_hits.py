"""Critical hits on weapons and their ammunition (8.3)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fleetbook.core.orders.effects import Effect, Effects, draw, note, roll_on, run
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.critical_context import Blow, HitEffect, clears_in_time, flood
from fleetbook.rules.fgdn.ground.card import (
    AA,
    ARMOURED_BATTERIES,
    ASW,
    CASEMATE,
    LIGHT,
    MAIN,
    MERCHANT,
    SECONDARY,
    SIZES,
    TERTIARY,
    TUBES,
    MountEntry,
    WeaponEntry,
)
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, size_at_least
from fleetbook.rules.fgdn.ground.ship_values import EXPLOSION, TORPEDO
from fleetbook.rules.fgdn.ground.sinking import EXPLODES, MAGAZINE, MagazineExplodes, follow
from fleetbook.rules.fgdn.ground.terms import FIRE_CONTROL
from fleetbook.rules.fgdn.words import Says

SMALLEST = SIZES[2]


def magazine_modifier(battle: FgdnBattle, ship: FgdnShip) -> tuple[Modifier, ...]:
    """The modifier of the main magazine roll for a navy's propellant charges. It applies to sizes A to C, from 1914 to 1918 (8.3,
    F41).
    """
    table, when = battle.tables.table("national_magazines"), ""
    year, _, rest = battle.setup.date.partition("-")
    month = rest[:2]
    if year.isdigit() and month.isdigit() and 1 <= int(month) <= 12:
        when = f"{year} {battle.tables.table('thirds_of_the_year').text(int(month), 'third')}"  # for example "1916 mid"
    if not FgdnFacts(battle).national_magazines or not size_at_least(ship, SMALLEST):
        return ()
    if ship.card.nation not in table.rows.labels or when not in table.columns.labels:
        return ()
    value = table.whole(ship.card.nation, when)
    said = Says.national_charges(nation=ship.card.nation, period=when)
    return (Modifier("national", value, said=said, section="8.3"),) if value else ()


def picric_modifier(battle: FgdnBattle, ship: FgdnShip) -> tuple[Modifier, ...]:
    """The modifier of the roll for a casemate's ready ammunition if a navy's shells hold picric acid (8.3, F57)."""
    table = battle.tables.table("picric_navies")
    if not FgdnFacts(battle).picric_casemates or ship.card.nation not in table.rows.labels:
        return ()
    value, said = table.whole(ship.card.nation, "modifier"), Says.picric_acid(nation=ship.card.nation)
    return (Modifier("picric", value, said=said, section="F57"),)


class ReadyAmmunition(Part[FgdnShip]):
    """The ready ammunition of a gun that is out of action may explode. The explosion damages the ship and may put out guns beside
    it, whose ready ammunition may explode in turn (F21).
    """

    id, title, section = "ready-ammunition", "Ready ammunition", "8.3"
    says = "{ship}: ready ammunition of {gun}"
    ship: str
    gun: str
    chained: bool
    blow: Blow

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        counts = not self.chained or battle.reading("picric_in_chain")
        modifiers: tuple[Modifier, ...] = picric_modifier(battle, ship) if counts else ()
        table = battle.tables.table(MAGAZINE)
        if (yield from roll_on(table, modifiers=modifiers, label=Says.ready_ammunition(gun=self.gun))) == EXPLODES:
            gun = ship.mount(self.gun)
            points = ship.card.gun(gun).he_damage * battle.figure("ready ammunition, times HE")
            yield from follow(ship, self.blow.hit(EXPLOSION, points, "ready ammunition"))
            number = yield from roll_on(battle.tables.table("casemate_chain"), label=Says.guns_beside)
            reached = yield from self._reached(battle, ship, gun, int(number))
            for mount in reached:
                yield from FgdnShip.out[mount.name].set(ship, said=Says.out_of_action)
            yield from run(*(ReadyAmmunition(ship=self.ship, gun=mount.name, chained=True, blow=self.blow) for mount in reached))

    @staticmethod
    def _reached(battle: FgdnBattle, ship: FgdnShip, gun: MountEntry, number: int) -> Generator[Effect, Any, list[MountEntry]]:
        """The guns that the explosion puts out: the nearest guns or, if a reading says so, guns drawn by chance (F69)."""
        near = beside(battle, ship, gun)
        if battle.reading("chain_reaches") != "drawn":
            return near[:number]
        drawn: list[MountEntry] = []
        while near and len(drawn) < number:
            name = yield from draw(Says.gun_beside, [(mount.name, 1) for mount in near], "F69")
            drawn.append(ship.mount(name))
            near.remove(drawn[-1])
        return drawn


def beside(battle: FgdnBattle, ship: FgdnShip, gun: MountEntry) -> list[MountEntry]:
    """The guns that an explosion of this gun's ready ammunition can reach, the nearest on the card first. They are in the same
    casemate, unless a reading says otherwise.
    """
    place, anywhere = ship.card.mounts.index(gun), battle.reading("chain_leaves_casemate")
    near = [mount for mount in ship.battery(CASEMATE) if anywhere or mount.casemate == gun.casemate]
    standing = [mount for mount in near if not ship.out[mount.name]]
    return sorted(standing, key=lambda mount: abs(ship.card.mounts.index(mount) - place))


def knock_out(battle: FgdnBattle, ship: FgdnShip, name: str, blow: Blow) -> Effects:
    """Put a mount or weapon out of action."""
    yield from FgdnShip.out[name].set(ship, said=Says.out_of_action)
    yield from clears_in_time(battle, ship, blow, FgdnShip.out[name])


def _hits_control(battle: FgdnBattle, ship: FgdnShip, battery: str) -> Generator[Effect, Any, bool]:
    """Throw to see whether the hit is on the battery's fire control, which no armour protects."""
    said = Says.battery_hit(ship=ship, battery=battery)
    return (yield from roll_on(battle.tables.table("battery_hit"), label=said)) == FIRE_CONTROL


def main_battery(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Hit the main battery: its fire control, or one mount and perhaps its magazine. On a submarine torpedo tubes are hit instead
    (8.1.4).
    """
    mounts = ship.battery(MAIN)
    if ship.is_submarine or not mounts:
        tubes = [(weapon.name, 1) for weapon in ship.card.weapons if weapon.kind == TUBES]
        if not ship.is_submarine or not tubes or not blow.penetrated or blow.is_light(battle, ship):
            yield from note(Says.no_such_weapon(ship=ship), "8.3")
        else:
            name = yield from draw(Says.torpedo_tubes, tubes, "8.1.4")
            yield from ordnance(battle, ship, blow, ship.weapon(name))
    elif (yield from _hits_control(battle, ship, MAIN)):
        yield from fire_control(battle, ship, blow, MAIN)
    elif not blow.penetrated or blow.is_light(battle, ship):
        yield from note(Says.armour_keeps_it, "F20")
    else:
        name = yield from draw(Says.main_mount, [(mount.name, 1) for mount in mounts], "8.3")
        yield from main_mount(battle, ship, blow, ship.mount(name))


def main_mount(battle: FgdnBattle, ship: FgdnShip, blow: Blow, mount: MountEntry) -> Effects:
    """Hit one mount of the main battery. If it is already out of action, no magazine roll is made (F21)."""
    if ship.out[mount.name]:
        yield from note(Says.out_already(weapon=mount.name), "F21")
        if not battle.reading("mount_out_magazine"):
            return
    else:
        yield from knock_out(battle, ship, mount.name, blow)
    deck_gun = ship.card.kind == MERCHANT and not battle.reading("deck_gun_magazine")
    if ship.magazines_flooded or deck_gun:
        return
    modifiers = magazine_modifier(battle, ship)
    if (yield from roll_on(battle.tables.table(MAGAZINE), modifiers=modifiers, label=Says.main_magazine)) == EXPLODES:
        yield from run(MagazineExplodes(ship=ship.name))


def fire_control(battle: FgdnBattle, ship: FgdnShip, blow: Blow, battery: str) -> Effects:
    """A battery loses a director. When the last is lost, its guns fire in local control (8.3)."""
    if not blow.allows(battle, ship, natures.FIRE_CONTROL):
        yield from note(Says.light_weapons_cannot, "8.1.3")
        return
    if ship.directors_lost[battery] >= directors(ship, battery):
        yield from note(Says.no_fire_control(ship=ship, battery=battery), "8.3")
        return
    yield from FgdnShip.directors_lost[battery].add(ship, 1, said=Says.director_lost)
    if ship.directors_lost[battery] >= directors(ship, battery):
        yield from FgdnShip.local[battery].set(ship, said=Says.local_control)


def directors(ship: FgdnShip, battery: str) -> int:
    """The number of directors that the undamaged battery has."""
    armoured = {MAIN: ship.card.main_directors, CASEMATE: ship.card.casemate_directors}
    return armoured.get(battery, ship.card.secondary_directors)


def casemate(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Hit the casemate battery: its fire control, or one gun, whose ready ammunition may explode."""
    guns = ship.battery(CASEMATE)
    if not guns:
        yield from note(Says.no_casemate_guns(ship=ship), "8.3")
        return
    if (yield from _hits_control(battle, ship, CASEMATE)):
        yield from fire_control(battle, ship, blow, CASEMATE)
    elif not blow.casemate or blow.is_light(battle, ship):
        yield from note(Says.armour_keeps_it, "F20")
    else:
        name = yield from draw(Says.casemate_gun, [(gun.name, 1) for gun in guns], "8.3")
        yield from casemate_gun(battle, ship, blow, ship.mount(name))


def casemate_gun(battle: FgdnBattle, ship: FgdnShip, blow: Blow, gun: MountEntry) -> Effects:
    """Put one casemate gun out of action. Guns beside it follow as long as ready ammunition explodes (F21)."""
    if ship.out[gun.name]:
        yield from note(Says.out_already(weapon=gun.name), "F21")
        return
    yield from knock_out(battle, ship, gun.name, blow)
    yield from run(ReadyAmmunition(ship=ship.name, gun=gun.name, chained=False, blow=blow))


def other_weapon(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Hit one weapon, drawn among all except the main battery and the casemates (8.3)."""
    names = [mount.name for mount in ship.battery(SECONDARY, TERTIARY)] + [weapon.name for weapon in ship.card.weapons]
    yield from _one_of(battle, ship, blow, names)


def any_weapon(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Hit one weapon, drawn among all weapons of the ship. The effect is that of the critical hit for this kind of
    weapon (8.3).
    """
    names = [mount.name for mount in ship.card.mounts] + [weapon.name for weapon in ship.card.weapons]
    yield from _one_of(battle, ship, blow, names)


def _one_of(battle: FgdnBattle, ship: FgdnShip, blow: Blow, names: list[str]) -> Effects:
    if not names:
        yield from note(Says.no_such_weapon(ship=ship), "8.3")
        return
    name = yield from draw(Says.weapon_hit, [(name, 1) for name in names], "8.3")
    gun = next((mount for mount in ship.card.mounts if mount.name == name), None)
    kind = natures.OTHER_WEAPON if gun else {AA: "AA", LIGHT: "Light Battery"}.get(ship.weapon(name).kind, natures.OTHER_WEAPON)
    if gun and gun.battery in ARMOURED_BATTERIES and blow.is_light(battle, ship):
        yield from _control_only(battle, ship, blow, gun.battery)
    elif not blow.allows(battle, ship, kind):
        yield from note(Says.light_weapons_cannot, "8.1.3")
    elif not gun:
        yield from lesser_weapon(battle, ship, blow, ship.weapon(name))
    elif gun.battery == MAIN:
        yield from main_mount(battle, ship, blow, gun)
    elif gun.battery == CASEMATE:
        yield from casemate_gun(battle, ship, blow, gun)
    elif ship.out[name]:
        yield from note(Says.out_already(weapon=name), "8.3")
    else:
        yield from knock_out(battle, ship, name, blow)


def _control_only(battle: FgdnBattle, ship: FgdnShip, blow: Blow, battery: str) -> Effects:
    """Light weapons cannot hurt main battery or casemate guns. Those of 20 to 25 mm can hit the battery's fire control (8.1.3,
    F20).
    """
    if not blow.allows(battle, ship, natures.FIRE_CONTROL):
        yield from note(Says.light_weapons_cannot, "8.1.3")
    elif (yield from _hits_control(battle, ship, battery)):
        yield from fire_control(battle, ship, blow, battery)
    else:
        yield from note(Says.armour_keeps_it, "F20")


def lesser_weapon(battle: FgdnBattle, ship: FgdnShip, blow: Blow, weapon: WeaponEntry) -> Effects:
    """An anti-aircraft or light battery loses a third of its strength. A torpedo mount or depth charge rail may explode (F48)."""
    if ship.out[weapon.name]:
        yield from note(Says.out_already(weapon=weapon.name), "8.3")
    elif weapon.kind in (TUBES, ASW):
        yield from ordnance(battle, ship, blow, weapon)
    else:
        yield from FgdnShip.strength_lost[weapon.name].add(ship, 1, said=Says.strength_lost)
        if ship.strength_lost[weapon.name] >= battle.figure("hits that silence a light battery"):
            yield from knock_out(battle, ship, weapon.name, blow)


def ordnance(battle: FgdnBattle, ship: FgdnShip, blow: Blow, weapon: WeaponEntry) -> Effects:
    """Put a torpedo mount or depth charge rail out of action. The weapons still in it may explode (8.3, F49)."""
    if ship.out[weapon.name]:
        yield from note(Says.out_already(weapon=weapon.name), "8.3")
        return
    yield from knock_out(battle, ship, weapon.name, blow)
    left = ship.carried(weapon) if battle.reading("ordnance_left_explodes") else weapon.warheads
    said = Says.ordnance_explodes(weapon=weapon.name)
    if left <= 0 or (yield from roll_on(battle.tables.table(MAGAZINE), label=said)) != EXPLODES:
        return
    points = left * weapon.warhead // battle.figure("weapons that explode, one part in")
    under = weapon.submerged
    if under:
        yield from flood(battle, ship, Blow(TORPEDO, cause=blow.cause))
    yield from follow(ship, blow.hit(TORPEDO if under else EXPLOSION, points, f"{weapon.name} exploded"))


EFFECTS: dict[str, HitEffect] = {
    natures.MAIN_BATTERY: main_battery,
    natures.CASEMATE: casemate,
    natures.OTHER_WEAPON: other_weapon,
    natures.WEAPON: any_weapon,
}
"""The function that applies each critical hit of this module, by its name in the table."""
