"""Scenario files read and written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.strict import convert
from fleetbook.store.errors import Unwritable, told
from fleetbook.store.library.build_setup import muster
from fleetbook.store.library.paths import find
from fleetbook.store.library.scenario_text import Scenario
from fleetbook.store.library.toml_file import read_toml, replace_file
from fleetbook.store.library.toml_text import key_text, statements, table_text

_TABLES = ("conditions", "options", "readings", "side")


def load_setup(name: str | Path) -> Setup:
    """The setup of a scenario by its name in the library or by its path. Raises InvalidInput."""
    return read_setup(find("scenario", name))


def read_setup(path: Path) -> Setup:
    """The setup of a scenario file. Raises InvalidInput with file, side, ship, key, what was found and what is allowed."""
    return muster(read_scenario(path), told(path), path.parent)


def read_scenario(path: Path) -> Scenario:
    """A scenario as its file states it; ``muster`` then checks it against its rosters and ruleset. Raises InvalidInput."""
    return scenario_of(read_toml(path), told(path))


def write_scenario(path: Path, scenario: Scenario) -> None:
    """Write a scenario as a person would, such that reading gives the same again. Raises InvalidInput for one that could not be
    read from there, Unwritable where the disk refuses.
    """
    muster(scenario, told(path), path.parent)
    try:
        replace_file(path, scenario_toml(scenario).encode())
    except UnicodeEncodeError:
        raise Unwritable(f"{told(path)} cannot be written: it holds what is no text") from None


def scenario_toml(scenario: Scenario) -> str:
    """A scenario as TOML: what it is, its conditions, options and readings, then each side with its ships and squadrons."""
    content = msgspec.to_builtins(scenario)
    parts = [statements((key, value) for key, value in content.items() if key not in _TABLES)]
    parts += [table_text(f"[{key}]", content[key]) for key in ("conditions", "options") if content.get(key)]
    readings = content.get("readings", {})
    parts += [table_text(f"[readings.{key_text(name)}]", reading) for name, reading in readings.items()]
    for side in content["side"]:
        parts.append(table_text("[[side]]", {key: value for key, value in side.items() if key != "squadron"}))
        parts += [table_text("[[side.squadron]]", squadron) for squadron in side.get("squadron", ())]
    return "\n".join(parts)


def scenario_of(content: Mapping[str, Any], where: str) -> Scenario:
    """The scenario in a parsed file. Raises InvalidInput."""
    scenario = convert(content, Scenario, where)
    if not scenario.title.strip():
        raise InvalidInput(f"{where}: title", scenario.title, "a title")
    for side in content["side"]:
        for line in side["ships"]:
            check_named(line, f"{where}: side {shown(side['name'])}")
    return scenario


def check_named(line: Mapping[str, Any], where: str) -> None:
    """Raise InvalidInput for a ship's line with a name of no letters; without the key the card's name holds."""
    if not line.get("name", "x").strip():
        raise InvalidInput(
            f"{where}, ship {shown(line['card'])}: name", line["name"], "a name, or no such key: the card's name holds"
        )
