"""Cards and setups that types allow and these rules cannot play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
from fleetbook.rules.fgdn.ground.card import (
    AA,
    AIRSHIP,
    ARCS,
    ASW,
    CARRIER,
    CASEMATE,
    LIGHT,
    SUBMARINE,
    TUBES,
    Card,
    GunEntry,
    MountEntry,
    WeaponEntry,
)

FIRST_YEAR, LAST_YEAR = 1860, 2000
MOST_POINTS = 5000


class Most(NamedTuple):
    """The most that a card may say."""

    tons: float = 100_000.0
    knots: int = 90
    points: int = MOST_POINTS
    belt: int = 99
    deck: int = 99
    underwater: int = 2000
    deceleration: int = 40


LARGEST_MM = 510
FARTHEST = 60_000
MOST_MEN = 5000
MOST_FITTED = 99
FITTED = (
    "main_directors", "secondary_directors", "casemate_directors", "searchlights_forward", "searchlights_after", "wireless",
    "aircraft", "port_engines", "starboard_engines", "cells",
)  # fmt: skip
COUNTS = {
    "rangefinder": FARTHEST, "ordnance": MOST_POINTS, "crew": MOST_MEN, "climb": FARTHEST, **dict.fromkeys(FITTED, MOST_FITTED)
}  # fmt: skip
MOST_CARGO = 100_000
DEEPEST_CM = 200
MOST_BARRELS = 12
MOST_OF_A_WEAPON: dict[str, float] = {"warheads": 500, "warhead": 2000, "strength": 500, "mm": LARGEST_MM}


def check_card(card: Card, where: str) -> None:
    """Refuse numbers out of bounds, mounts whose gun is unknown, names given twice, arcs that there are not."""
    _check_numbers(card, where)
    _check_once(where, "guns", (gun.name for gun in card.guns))
    _check_once(where, "mounts and weapons", [mount.name for mount in card.mounts] + [weapon.name for weapon in card.weapons])
    _check_once(where, "holds", (hold.name for hold in card.holds))
    for gun in card.guns:
        _check_gun(gun, f"{where}: gun {gun.name}")
    for mount in card.mounts:
        _check_mount(card, mount, f"{where}: mount {mount.name}")
    for hold in card.holds:
        _within(f"{where}: hold {hold.name}, amount", hold.amount, 0, MOST_CARGO)
    for battery in {mount.battery for mount in card.mounts}:
        guns = {mount.gun for mount in card.mounts if mount.battery == battery}
        if len(guns) > 1:
            raise InvalidInput(f"{where}: {battery} battery", ", ".join(sorted(guns)), "one gun for each battery")
    for weapon in card.weapons:
        _check_weapon(weapon, f"{where}: weapon {weapon.name}")
    _check_kind(card, where)


def _check_numbers(card: Card, where: str) -> None:
    for name, most in Most()._asdict().items():
        value = getattr(card, name)
        if not 0 <= value <= most or (name == "tons" and not value):
            raise InvalidInput(f"{where}: {name}", value, f"a number {'above 0' if name == 'tons' else 'from 0'} up to {most:g}")
    for name, most in COUNTS.items():
        _within(f"{where}: {name}", getattr(card, name), 0, most)
    for name in ("year", "rebuilt"):
        year = getattr(card, name)
        if not FIRST_YEAR <= year <= LAST_YEAR and (name == "year" or year):
            raise InvalidInput(f"{where}: {name}", year, f"a year from {FIRST_YEAR} to {LAST_YEAR}")
    _within(f"{where}: captains", card.captains, 1, MOST_FITTED)


def _within(where: str, value: float, least: float, most: float) -> None:
    """Refuse what is outside these bounds, or no number at all."""
    if not least <= value <= most:
        raise InvalidInput(where, value, f"a number from {least:g} to {most:g}")


def _check_once(where: str, what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if not name.strip() or name in seen:
            raise InvalidInput(f"{where}: {what}", f"{name} twice" if name in seen else "no name", "each with a name of its own")
        seen.add(name)


def _check_gun(gun: GunEntry, where: str) -> None:
    if not 0 < gun.mm <= LARGEST_MM:
        raise InvalidInput(f"{where}, mm", gun.mm, f"a calibre above 0 up to {LARGEST_MM}")
    reached = [yards for yards in gun.yards if yards]
    if not reached or sorted(set(reached)) != reached or not 0 < reached[0] <= reached[-1] <= FARTHEST:
        raise InvalidInput(f"{where}, yards", str(gun.yards), "outer edges that rise band by band, 0 for a band it has not")
    for what, figures, most in (
        ("penetration", gun.penetration, DEEPEST_CM), ("damage", (*gun.damage, gun.he_damage), MOST_POINTS),
    ):  # fmt: skip
        for value in figures:
            _within(f"{where}, {what}", value, 0, most)


def _check_mount(card: Card, mount: MountEntry, where: str) -> None:
    guns = [gun.name for gun in card.guns]
    if mount.gun not in guns:
        raise InvalidInput.word(f"{where}, gun", mount.gun, guns)
    _within(f"{where}, barrels", mount.barrels, 1, MOST_BARRELS)
    _check_arc(mount.arc, where)
    if (mount.battery == CASEMATE) != bool(mount.casemate):
        raise InvalidInput(f"{where}, casemate", mount.casemate or "none", "the casemate it stands in, for casemate guns only")


def _check_arc(arc: str, where: str) -> None:
    if not arc or any(letter not in ARCS for letter in arc) or len(set(arc)) != len(arc):
        raise InvalidInput(f"{where}, arc", arc, "letters of F, A, P, S, each once")


def _check_weapon(weapon: WeaponEntry, where: str) -> None:
    _check_arc(weapon.arc, where)
    for name, most in MOST_OF_A_WEAPON.items():
        _within(f"{where}, {name}", getattr(weapon, name), 0, most)
    if weapon.kind in (AA, LIGHT) and not weapon.strength:
        raise InvalidInput(f"{where}, strength", weapon.strength, "the battery's value, 1 or more")
    if weapon.kind in (TUBES, ASW) and not weapon.warheads:
        raise InvalidInput(f"{where}, warheads", weapon.warheads, "the weapons it carries, 1 or more")


def _check_kind(card: Card, where: str) -> None:
    if card.kind == AIRSHIP and (card.cells < 1 or card.port_engines + card.starboard_engines < 1):
        raise InvalidInput(f"{where}: cells and engines", f"{card.cells} cells", "gas cells and engines of an airship")
    if card.cargo_craft and not card.small:
        raise InvalidInput(
            f"{where}: cargo_craft", f"size {card.size}", "a cargo craft of size E to G; larger ones are merchants"
        )
    if card.kind in (CARRIER, SUBMARINE) and card.small:
        raise InvalidInput(f"{where}: size", card.size, f"A to D for a {card.kind}")


def check_setup(setup: Setup, where: str) -> None:
    """The rules are for two sides."""
    if len(setup.sides) != 2:
        raise InvalidInput(f"{where}: sides", f"{len(setup.sides)}", "two sides")
