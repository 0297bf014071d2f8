"""What a battle begins with: sides, ships with their cards, conditions, options and house rules. It never changes."""

from __future__ import annotations

from typing import Any

import msgspec

from fleetbook.core.tables.house import HouseRules


class ShipEntry(msgspec.Struct, frozen=True):
    """One ship of a battle: its name (unique in the battle), its side, its card as read, its squadron if it has one, and the
    speed at which it begins where the scenario says.
    """

    name: str
    side: str
    card: dict[str, Any]
    squadron: str = ""
    speed: int | None = None


class Squadron(msgspec.Struct, frozen=True):
    """Ships that act together: name, side, and whatever else the ruleset keeps for it."""

    name: str
    side: str
    details: dict[str, Any] = {}


class Setup(msgspec.Struct, frozen=True):
    """Everything that is settled before the first order. Sides are in playing order."""

    ruleset: str
    version: str
    title: str
    sides: tuple[str, ...]
    ships: tuple[ShipEntry, ...]
    squadrons: tuple[Squadron, ...] = ()
    conditions: dict[str, str | int | float | bool] = {}
    options: dict[str, str | int | float | bool] = {}
    house: tuple[HouseRules, ...] = ()
    date: str = ""
    text: str = ""
