"""A battle's setup: its sides and ships, its conditions and options, its house rules. It never changes."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from fleetbook.core.battle.victory import Victory
from fleetbook.core.tables.house import HouseRules


class ShipEntry(msgspec.Struct, frozen=True):
    """One ship of a battle: its unique name, its side and its card from the roster. Squadron and speed at the start
    are optional.
    """

    name: str
    side: str
    card: dict[str, Any]
    squadron: str = ""
    speed: int | None = None


class Squadron(msgspec.Struct, frozen=True):
    """Ships that act together: name, side, and the details of the ruleset's own."""

    name: str
    side: str
    details: dict[str, Any] = {}


class Drawing(msgspec.Struct, frozen=True):
    """How a battle's dice are drawn from its seed.

    numbered  by throws: those in force count from the start of the battle. Older battles number dice by lines
    chosen    whether the seed was chosen by hand
    words     the words of each side after it saw the seal
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
