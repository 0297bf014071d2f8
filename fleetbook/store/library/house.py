"""House rules: files that replace rows of tables, figures, modifiers and readings of one ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fleetbook.core.strict import convert
from fleetbook.core.tables.house import HouseRules
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import shown_path, within
from fleetbook.store.library.toml_file import read_toml, renamed


def read_house(path: Path) -> HouseRules:
    """Read a house-rule file and check it with its ruleset. Every total on the dice of every table must still be covered exactly
    once.

    Raises InvalidInput if the file is wrong.
    """
    return house_of(read_toml(path), shown_path(path))


def house_of(content: Mapping[str, Any], where: str) -> HouseRules:
    """The house rules in the parsed content of a file. Raises InvalidInput if they are wrong."""
    house = convert(renamed(content, "readings", "reading"), HouseRules, where)
    check_house(where, house)
    return house


def check_house(where: str, *house: HouseRules) -> None:
    """Raise InvalidInput if these house rules cannot be applied together to the tables of their ruleset."""
    with within(where):
        ruleset(house[0].ruleset).tables_under(house)
