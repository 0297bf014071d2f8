"""Gun classes, range bands and damage dice (5.2)."""

from __future__ import annotations

from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.aanda.card import GunEntry

BANDS = ("short", "medium 1", "medium 2", "long")
NO_SHOT = ("n/a", "-")


def calibre(mount: GunEntry) -> float:
    """The calibre rounded to a tenth of an inch (A0)."""
    return round(mount.calibre, 1)


def gun_class(tables: RuleTables, mount: GunEntry) -> str:
    """The class of a calibre. Raises InvalidInput for one that has none."""
    return tables.table("gun_classes").text(calibre(mount), "class")


def band(tables: RuleTables, letter: str, distance: int) -> str:
    """The range band of a gun class at a distance in cm; empty beyond its reach."""
    edges = tables.table("gun_ranges")
    printed = [name for name in BANDS if edges.cell(letter, name) != "-"]
    return next((name for name in printed if distance <= edges.whole(letter, name)), "")


def damage_dice(tables: RuleTables, mount: GunEntry, distance: int) -> str:
    """The damage dice of a mount at a distance in cm; empty where it may not or cannot fire."""
    letter = gun_class(tables, mount)
    reached = band(tables, letter, distance)
    dice = tables.table("gun_damage").text(letter, reached) if reached else ""
    return "" if dice in NO_SHOT else dice


def band_modifier(tables: RuleTables, mount: GunEntry, distance: int) -> str:
    """The gunnery modifier that goes with a mount's band at a distance in cm; empty where none does."""
    reached = band(tables, gun_class(tables, mount), distance)
    modifier = tables.table("band_modifiers").text(reached, "modifier") if reached else "-"
    return "" if modifier == "-" else modifier
