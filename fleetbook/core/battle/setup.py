"""What a battle begins with: sides, ships with their cards, conditions, options and house rules. It never changes."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from fleetbook.core.battle.victory import Victory
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


class Drawing(msgspec.Struct, frozen=True):
    """How a battle's dice are drawn from its seed.

    numbered  by throws, those in force counted from the battle's first; by lines in battles begun before that was so
    chosen    whether the seed was chosen by hand
    words     what sides said when they had seen the seal
    """

    numbered: Literal["by throws", "by lines"] = "by throws"
    chosen: bool = False
    words: dict[str, str] = {}


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
    dice: Drawing = Drawing()
    victory: Victory | None = None
