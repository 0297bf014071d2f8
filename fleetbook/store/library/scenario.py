"""Reads and writes scenario files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.setup import Left, TurnEvent
from fleetbook.core.battle.victory import Victory
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.strict import convert
from fleetbook.core.tables.bounds import Value
from fleetbook.store.errors import shown_path
from fleetbook.store.library.table import Edge, PlaceText, TableText
from fleetbook.store.library.toml_file import read_toml, renamed
from fleetbook.store.library.toml_text import in_order, toml_text

_TABLES = ("conditions", "options", "readings", "victory", "event", "table", "side", "card")

Word: TypeAlias = str | int | float | bool


class ShipLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a scenario for one ship, or for ``count`` equal ships, with a card of a roster.

    name       the ship's name; if it is left out, the card's name
    with       keys of the card that have other values for this ship
    speed      the speed at the start; if it is left out, the side's speed
    left       the boxes and other facts that she has after an earlier battle; facts left out are undamaged
    commander  the name of her commander
    """

    card: str
    name: str = ""
    squadron: str = ""
    count: int = 1
    replaced: dict[str, Any] = msgspec.field(default_factory=dict, name="with")
    speed: int | None = None
    left: Left = {}
    commander: str = ""


class SideText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side in a scenario file: its ships and its squadrons.

    A squadron has a name and any keys that its ruleset defines. Ships begin at ``speed``, or at their best speed if that is
    lower. ``place`` has their places on the scenario's table, and ``home`` the edge over which they break off.
    """

    name: str
    ships: tuple[ShipLine, ...]
    squadron: tuple[dict[str, Any], ...] = ()
    speed: int | None = None
    place: tuple[PlaceText, ...] = ()
    home: Edge = ""


class ReadingText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another value for a reading, and the reason for it."""

    value: Value | bool
    reason: str


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of a scenario file.

    rosters  names of rosters in the library, or paths relative to the scenario's folder
    card     cards in the scenario itself; a bundle has all its cards here
    event    what happens as a turn begins
    table    the size of the table, for battles that doctrines fight
    """

    ruleset: str
    title: str
    side: tuple[SideText, ...]
    rosters: tuple[str, ...] = ()
    card: tuple[dict[str, Any], ...] = ()
    date: str = ""
    text: str = ""
    conditions: dict[str, Word] = {}
    options: dict[str, Word] = {}
    readings: dict[str, ReadingText] = {}
    victory: Victory | None = None
    event: tuple[TurnEvent, ...] = ()
    table: TableText | None = None


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file. Its ships and words are checked later, by ``build_setup``. Raises InvalidInput."""
    content = read_toml(path)
    if "ship" in content and "side" not in content:
        raise InvalidInput(
            shown_path(path), "a roster", "a scenario, which names sides and their ships; fleetbook check reads rosters"
        )
    return scenario_of(content, shown_path(path))


def scenario_toml(scenario: Scenario) -> str:
    """A scenario as TOML. Single values come first, then conditions and the like, then the sides."""
    content: dict[str, Any] = msgspec.to_builtins(scenario)
    plain = [key for key in content if key not in _TABLES]
    return toml_text(in_order(content, (*plain, *_TABLES)))


def scenario_of(content: Mapping[str, Any], where: str) -> Scenario:
    """The scenario in the parsed content of a file. Raises InvalidInput if it is wrong."""
    scenario = convert(renamed(content, "reading", "readings"), Scenario, where)
    if not scenario.title.strip():
        raise InvalidInput(f"{where}: title", scenario.title, "a title")
    for side in content["side"]:
        for line in side["ships"]:
            check_named(line, f"{where}: side {shown(side['name'])}")
    return scenario


def check_named(line: Mapping[str, Any], where: str) -> None:
    """Raise InvalidInput if the name in a ship's line is empty. If the key is left out, the ship has the name of her card."""
    if not line.get("name", "x").strip():
        raise InvalidInput(
            f"{where}, ship {shown(line['card'])}: name", line["name"], "a name; leave the key out to use the card's name"
        )
