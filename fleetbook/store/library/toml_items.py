"""Values for TOML files that a person edits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.items import Array, Item

from fleetbook.store.library.toml_text import toml_text

BROAD = 100  # letters of a list that stays on one line


def value_item(value: Any) -> Item:
    """A value on as many lines as read well; a list of tables as in a file that is written whole."""
    if isinstance(value, (list, tuple)) and any(isinstance(inner, Mapping) for inner in value):
        laid_out = tomlkit.parse(toml_text({"value": value}))["value"]
        if isinstance(laid_out, Array):
            return laid_out
    if isinstance(value, str) and "\n" in value and "\r" not in value:
        return tomlkit.string(value, multiline=True)
    item = line_item(value)
    if isinstance(item, Array) and len(item.as_string()) > BROAD:
        item.multiline(True)
    return item


def line_item(value: Any) -> Item:
    """A value on one line."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table.append(key, line_item(inner))
        return table
    if isinstance(value, (list, tuple)):
        array = tomlkit.array()
        for inner in value:
            array.append(line_item(inner))
        return array
    item: Item = tomlkit.item(value)
    return item


def value_text(value: Any) -> str:
    """A value on one line, as a person types it."""
    return line_item(value).as_string()
