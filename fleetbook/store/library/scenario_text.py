"""Scenarios as their files state them."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from fleetbook.core.tables.bounds import Value

Word: TypeAlias = str | int | float | bool


class ShipLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One ship, or ``count`` of them, by a card of a roster: ``with`` replaces keys of the card, whose name holds where none is
    given.
    """

    card: str
    name: str = ""
    squadron: str = ""
    count: int = 1
    replaced: dict[str, Any] = msgspec.field(default_factory=dict, name="with")


class SideText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side: its ships, and its squadrons, each a name and whatever the ruleset keeps for one."""

    name: str
    ships: tuple[ShipLine, ...]
    squadron: tuple[dict[str, Any], ...] = ()


class ReadingText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another value for a reading, and why."""

    value: Value | bool
    reason: str


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario as its file states it. Rosters are names in the library, or paths beside the scenario's file."""

    ruleset: str
    title: str
    rosters: tuple[str, ...]
    side: tuple[SideText, ...]
    date: str = ""
    text: str = ""
    conditions: dict[str, Word] = {}
    options: dict[str, Word] = {}
    readings: dict[str, ReadingText] = {}
