"""The sheet's gun tables: gun classes, range bands and damage dice (5.2)."""

from __future__ import annotations

from collections.abc import Iterable

from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.aanda.card import GunEntry
from fleetbook.rules.kit.rounding import to_places

NONE = "-"


def calibre(tables: RuleTables, mount: GunEntry) -> float:
    """A gun's calibre, rounded to a tenth of an inch (A0)."""
    return to_places(mount.calibre, 1, str(tables.reading("halves_round").value))


def gun_class(tables: RuleTables, mount: GunEntry) -> str:
    """The letter of the gun class. Raises InvalidInput if the calibre has no class."""
    return tables.table("gun_classes").text(calibre(tables, mount), "class")


def band(tables: RuleTables, letter: str, distance: int) -> str:
    """The name of the range band at a distance in cm, for a gun class. Empty beyond the guns' reach."""
    edges = tables.table("gun_ranges")
    printed = [name for name in edges.columns.labels if edges.cell(letter, name) != NONE]
    return next((name for name in printed if distance <= edges.whole(letter, name)), "")


def bands_in_words(tables: RuleTables, mount: GunEntry) -> str:
    """A gun's damage dice by band: ``short d10 to 30, d8 to 50, long d6 to 70 cm``. Only bands with a modifier are named."""
    names = ((band(tables, gun_class(tables, mount), end), end, dice) for end, dice in damage_by_band(tables, mount))
    said = (f"{f'{name} ' if band_modifier(tables, mount, end) else ''}{dice or 'none'} to {end}" for name, end, dice in names)
    return f"{', '.join(said)} cm"


def damage_by_band(tables: RuleTables, mount: GunEntry) -> list[tuple[int, str]]:
    """A gun's range bands: the outer edge of each in cm, and the gun's damage dice in it. The dice are empty in a band that is
    too near to fire.
    """
    letter, edges = gun_class(tables, mount), tables.table("gun_ranges")
    ends = [edges.whole(letter, name) for name in edges.columns.labels if edges.cell(letter, name) != NONE]
    return [(end, damage_dice(tables, mount, end)) for end in ends]


def limits(tables: RuleTables, mounts: Iterable[GunEntry], distance: int) -> str:
    """The last words of a refusal to fire at a distance in cm: the least or greatest range of these mounts, as in ``, 40 at
    least``.

    Empty unless the distance is too near, or too far, for every one of them.
    """
    bands = [damage_by_band(tables, mount) for mount in mounts]
    nearest = min((max((end + 1 for end, dice in ends if not dice), default=0) for ends in bands), default=0)
    farthest = max((end for ends in bands for end, dice in ends if dice), default=distance)
    return f", {farthest} at most" if farthest < distance else f", {nearest} at least" if distance < nearest else ""


def damage_dice(tables: RuleTables, mount: GunEntry, distance: int) -> str:
    """A gun's damage dice at a distance in cm, or empty text if it cannot fire at that distance."""
    letter = gun_class(tables, mount)
    reached = band(tables, letter, distance)
    dice = tables.table("gun_damage").text(letter, reached) if reached else NONE
    return "" if dice in (NONE, "n/a") else dice


def band_modifier(tables: RuleTables, mount: GunEntry, distance: int) -> str:
    """The id of the gunnery modifier for the range band at a distance in cm, or empty text if there is none."""
    reached = band(tables, gun_class(tables, mount), distance)
    modifier = tables.table("band_modifiers").text(reached, "modifier") if reached else NONE
    return "" if modifier == NONE else modifier
