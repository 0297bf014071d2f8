"""Critical hits on weapons (8.3): main battery, casemates and their chain, other weapons, torpedoes and depth charges."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fleetbook.core.orders.effects import Effect, Effects, add, draw, note, roll_on, run, set_fact
from fleetbook.rules.fgdn.criticals.casemates import ReadyAmmunition
from fleetbook.rules.fgdn.criticals.critical_context import Blow, HitEffect, flood
from fleetbook.rules.fgdn.criticals.magazine_modifiers import magazine_modifier
from fleetbook.rules.fgdn.criticals.temporary_criticals import clears_in_time
from fleetbook.rules.fgdn.ground.card import MountEntry, WeaponEntry
from fleetbook.rules.fgdn.ground.explosions import EXPLODES, MagazineExplodes
from fleetbook.rules.fgdn.ground.pending_hits import Hit, follow
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip

FIRE_CONTROL = "fire control"
OTHER, ARMOURED = ("secondary", "tertiary"), ("main", "casemate")


def knock_out(battle: FgdnBattle, ship: FgdnShip, name: str, blow: Blow) -> Effects:
    """A mount or weapon is out of action."""
    yield from set_fact(ship, "out", True, name, text=f"{ship}'s {name} is out of action")
    yield from clears_in_time(battle, ship, blow, "out", name)


def _hits_control(battle: FgdnBattle, ship: FgdnShip, what: str) -> Generator[Effect, Any, bool]:
    """Whether the hit is on the fire control of the battery: no armour need be pierced for that."""
    return (yield from roll_on(battle.tables.table("battery_hit"), label=f"{ship}'s {what}")) == FIRE_CONTROL


def main_battery(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Fire control, or one mount out and perhaps its magazine; a submarine's torpedo tubes instead (8.1.4)."""
    mounts = ship.battery("main")
    if ship.is_submarine or not mounts:
        yield from _tubes_for_main(battle, ship, blow)
        return
    if (yield from _hits_control(battle, ship, "main battery")):
        yield from fire_control(battle, ship, blow, "main")
    elif not blow.penetrated or blow.is_light(battle, ship):
        yield from note("the armour keeps it from the guns", "F20")
    else:
        name = yield from draw("main mount", [(mount.name, 1) for mount in mounts], "8.3")
        yield from main_mount(battle, ship, blow, ship.mount(name))


def _tubes_for_main(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    tubes = [(weapon.name, 1) for weapon in ship.card.weapons if weapon.kind == "torpedo"]
    if not ship.is_submarine or not tubes or not blow.penetrated or blow.is_light(battle, ship):
        yield from note(f"{ship} has no such weapon to lose", "8.3")
        return
    name = yield from draw("torpedo tubes", tubes, "8.1.4")
    yield from ordnance(battle, ship, blow, ship.weapon(name))


def main_mount(battle: FgdnBattle, ship: FgdnShip, blow: Blow, mount: MountEntry) -> Effects:
    """One mount of the main battery; one that is out already makes no magazine roll (F21)."""
    if ship.is_out(mount.name):
        yield from note(f"{mount.name} is out of action already", "F21")
        if not battle.reading("mount_out_magazine"):
            return
    else:
        yield from knock_out(battle, ship, mount.name, blow)
    deck_gun = ship.card.kind == "merchant" and not battle.reading("deck_gun_magazine")
    if ship.has("magazines flooded") or deck_gun:
        return
    modifiers = magazine_modifier(battle, ship)
    if (yield from roll_on(battle.tables.table("magazine"), modifiers=modifiers, label="main magazine")) == EXPLODES:
        yield from run(MagazineExplodes(ship=ship.name))


def fire_control(battle: FgdnBattle, ship: FgdnShip, blow: Blow, battery: str) -> Effects:
    """A director is lost; with the last one the guns fire in local control (8.3)."""
    if not blow.allows(battle, ship, "Fire Control"):
        yield from note("light weapons cannot do that", "8.1.3")
        return
    fitted = {"main": ship.card.main_directors, "casemate": ship.card.casemate_directors}.get(
        battery, ship.card.secondary_directors
    )
    if ship.count("directors lost", battery) >= fitted:
        yield from note(f"{ship}'s {battery} battery has no fire control left to lose", "8.3")
        return
    yield from add(ship, "directors lost", 1, battery, text=f"{ship}'s {battery} battery loses a director")
    if ship.count("directors lost", battery) >= fitted:
        yield from set_fact(ship, "local", True, battery, text=f"{ship}'s {battery} battery fires in local control")


def casemate(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Fire control of the casemate battery, or one gun out; its ready ammunition may go, and its neighbours with it."""
    guns = ship.battery("casemate")
    if not guns:
        yield from note(f"{ship} has no casemate guns", "8.3")
        return
    if (yield from _hits_control(battle, ship, "casemate battery")):
        yield from fire_control(battle, ship, blow, "casemate")
    elif not blow.casemate or blow.is_light(battle, ship):
        yield from note("the armour keeps it from the guns", "F20")
    else:
        name = yield from draw("casemate gun", [(gun.name, 1) for gun in guns], "8.3")
        yield from casemate_gun(battle, ship, blow, ship.mount(name))


def casemate_gun(battle: FgdnBattle, ship: FgdnShip, blow: Blow, gun: MountEntry) -> Effects:
    """One casemate gun is out; guns beside it follow as long as ready ammunition explodes (F21)."""
    if ship.is_out(gun.name):
        yield from note(f"{gun.name} is out of action already", "F21")
        return
    yield from knock_out(battle, ship, gun.name, blow)
    yield from run(ReadyAmmunition(ship=ship.name, gun=gun.name, chained=False))


def _allowed(battle: FgdnBattle, ship: FgdnShip, blow: Blow, weapon: WeaponEntry | None) -> bool:
    kind = {"aa": "AA", "light": "Light Battery"}.get(weapon.kind if weapon else "", "Other Weapon")
    return blow.allows(battle, ship, kind)


def other_weapon(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Any weapon but the main battery and the casemates, drawn among all of them (8.3)."""
    names = [mount.name for mount in ship.battery(*OTHER)] + [weapon.name for weapon in ship.card.weapons]
    yield from _one_of(battle, ship, blow, names)


def any_weapon(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """One of all the ship's weapons, with what its own critical hit says (8.3)."""
    names = [mount.name for mount in ship.card.mounts] + [weapon.name for weapon in ship.card.weapons]
    yield from _one_of(battle, ship, blow, names)


def _one_of(battle: FgdnBattle, ship: FgdnShip, blow: Blow, names: list[str]) -> Effects:
    if not names:
        yield from note(f"{ship} has no such weapon to lose", "8.3")
        return
    name = yield from draw("weapon hit", [(name, 1) for name in names], "8.3")
    gun = next((mount for mount in ship.card.mounts if mount.name == name), None)
    if gun and gun.battery in ARMOURED and blow.is_light(battle, ship):
        yield from _control_only(battle, ship, blow, gun.battery)
    elif not _allowed(battle, ship, blow, None if gun else ship.weapon(name)):
        yield from note("light weapons cannot do that", "8.1.3")
    elif gun:
        yield from _gun_mount(battle, ship, blow, gun)
    else:
        yield from lesser_weapon(battle, ship, blow, ship.weapon(name))


def _control_only(battle: FgdnBattle, ship: FgdnShip, blow: Blow, battery: str) -> Effects:
    """All that a light weapon can do to a main battery or casemate gun: from 20 to 25 mm, hit its fire control (8.1.3, F20)."""
    if not blow.allows(battle, ship, "Fire Control"):
        yield from note("light weapons cannot do that", "8.1.3")
    elif (yield from _hits_control(battle, ship, f"{battery} battery")):
        yield from fire_control(battle, ship, blow, battery)
    else:
        yield from note("the armour keeps it from the guns", "F20")


def _gun_mount(battle: FgdnBattle, ship: FgdnShip, blow: Blow, mount: MountEntry) -> Effects:
    if mount.battery == "main":
        yield from main_mount(battle, ship, blow, mount)
    elif mount.battery == "casemate":
        yield from casemate_gun(battle, ship, blow, mount)
    elif ship.is_out(mount.name):
        yield from note(f"{mount.name} is out of action already", "8.3")
    else:
        yield from knock_out(battle, ship, mount.name, blow)


def lesser_weapon(battle: FgdnBattle, ship: FgdnShip, blow: Blow, weapon: WeaponEntry) -> Effects:
    """An anti-aircraft or light battery loses a third of its strength; other weapons may explode (F48)."""
    if ship.is_out(weapon.name):
        yield from note(f"{weapon.name} is out of action already", "8.3")
    elif weapon.kind in ("torpedo", "asw"):
        yield from ordnance(battle, ship, blow, weapon)
    else:
        parts = battle.tables.table("critical_figures").whole("light battery: hits that silence it", "value")
        yield from add(ship, "strength lost", 1, weapon.name, text=f"{ship}'s {weapon.name} loses a third of its strength")
        if ship.count("strength lost", weapon.name) >= parts:
            yield from knock_out(battle, ship, weapon.name, blow)


def ordnance(battle: FgdnBattle, ship: FgdnShip, blow: Blow, weapon: WeaponEntry) -> Effects:
    """A torpedo mount or depth charge rail: out, and what it still carries may explode (8.3, F49)."""
    if ship.is_out(weapon.name):
        yield from note(f"{weapon.name} is out of action already", "8.3")
        return
    yield from knock_out(battle, ship, weapon.name, blow)
    spent = ship.count("fired off", weapon.name) if battle.reading("ordnance_left_explodes") else 0
    left = weapon.warheads - spent
    if left <= 0 or (yield from roll_on(battle.tables.table("magazine"), label=f"{weapon.name} explodes")) != EXPLODES:
        return
    parts = battle.tables.table("critical_figures").whole("weapons that explode: one part in", "value")
    points = left * weapon.warhead // parts
    under = weapon.submerged
    if under:
        yield from flood(battle, ship, Blow("torpedo"))
    yield from follow(ship, Hit("torpedo" if under else "explosion", points, cause=f"{weapon.name} exploded"))


EFFECTS: dict[str, HitEffect] = {
    "Main Battery": main_battery,
    "Casemate": casemate,
    "Other Weapon": other_weapon,
    "Weapon": any_weapon,
}
"""The effect of each critical hit by its name in the table."""
