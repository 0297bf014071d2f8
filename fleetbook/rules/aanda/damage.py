"""What a hit does (5.4 to 5.7, 5.12): location, armour, hull, mounts and guns out, critical hits."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fleetbook.core.steps import Step, Steps, add, draw, excess, lose, put, roll, roll_on
from fleetbook.rules.aanda.card import GunEntry
from fleetbook.rules.aanda.ship import HULL, MAIN, SECONDARY, AandaBattle, AandaShip

COUNTED = ("engine", "fire", "flood", "catastrophe")


def strike_by_gun(battle: AandaBattle, ship: AandaShip, damage: str) -> Steps:
    """One shell that hit: where, whether it pierces, and what it does there (A3, A4)."""
    place = yield from _location(battle, ship)
    armour = battle.tables.table("armour").whole(ship.card.type, place)
    pierced = yield from excess(f"damage against {place} armour", damage, armour, rule="5.5")
    if not pierced:
        return
    if place == HULL:
        yield from lose(ship, HULL, pierced)
        yield from critical(battle, ship, "gun_critical")
    else:
        yield from put_out(battle, ship, place)


def _location(battle: AandaBattle, ship: AandaShip) -> Generator[Step, Any, str]:
    """The place hit; main or secondary guns of which none is left are read as the hull (A4)."""
    place = str((yield from roll_on(battle.tables.table("location"), ship.card.type, label="location")))
    guns = {MAIN: ship.card.main, SECONDARY: ship.card.secondary}.get(place, ())
    return place if any(ship.guns_left(mount) for mount in guns) else HULL


def put_out(battle: AandaBattle, ship: AandaShip, place: str) -> Steps:
    """One main mount, or one secondary gun, is out."""
    if place == MAIN:
        mount = yield from _which(ship, list(ship.card.main), str(battle.reading("main_lost")))
        guns = ship.guns_left(mount)
    else:
        mount = yield from _which(ship, list(ship.card.secondary), str(battle.reading("secondary_lost")))
        guns = 1
    yield from add(ship, "guns out", guns, mount.name, text=f"{mount.name}: {'mount' if place == MAIN else 'a gun'} out")
    yield from lose(ship, place, 1)


def _which(ship: AandaShip, mounts: list[GunEntry], how: str) -> Generator[Step, Any, GunEntry]:
    left = [mount for mount in mounts if ship.guns_left(mount)]
    if how == "drawn":
        name = yield from draw("which", [(mount.name, ship.guns_left(mount)) for mount in left], "A4")
        return ship.battery(name)
    return left[0] if how == "card order" else min(left, key=lambda m: ship.count("guns out", m.name) / m.guns)


def critical(battle: AandaBattle, ship: AandaShip, table: str) -> Steps:
    """Roll one critical hit and let it take effect (A5)."""
    result = str((yield from roll_on(battle.tables.table(table), ship.kind("critical hits"), label="critical hit")))
    condition = battle.tables.table("critical_effects").text(result, "condition")
    if condition == "-":
        return
    if condition in COUNTED:
        yield from add(ship, condition, 1, text=f"{ship}: {result}")
    else:
        yield from put(ship, condition, True, text=f"{ship}: {result}")


def strike_under_water(battle: AandaBattle, ship: AandaShip, why: str) -> Steps:
    """A torpedo or a mine: hull boxes whatever the armour, then a critical hit under water (A8)."""
    boxes = yield from roll(f"{why}: hull boxes", str(battle.reading("underwater_hull")), rule="A8")
    yield from lose(ship, HULL, boxes, why)
    yield from critical(battle, ship, "underwater_critical")
