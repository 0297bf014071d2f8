"""What a schema says of each key: what it means, and of a roster's which words of the rules' tables it may be."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from typing import Any, get_args, get_type_hints

import msgspec

from fleetbook.core.battle.card_words import rows_of, table_names
from fleetbook.core.battle.events import Changed, Marked, Rolled
from fleetbook.core.explained import docstring_lines, key_meanings
from fleetbook.core.tables.table import RuleTables
from fleetbook.core.words.sentence import Said
from fleetbook.reports.views.json_text import UNTOLD


def described_roster(roster: type[msgspec.Struct], tables: RuleTables) -> dict[str, Any]:
    """The schema of a roster, its cards explained."""
    written = described(roster)
    for kind in _structs(roster):
        words = dict(_words(kind, tables))
        for key, said in written["$defs"][kind.__name__]["properties"].items():
            said.update({"enum": words[key]} if key in words else {})
    return written


def plain(shape: Any) -> dict[str, Any]:
    """The schema of a shape, with docstrings that no source indents: Python takes the indentation away from 3.13 on."""
    written = msgspec.json.schema(shape)
    for entry in written["$defs"].values():
        entry.update({"description": cleandoc(entry["description"])} if "description" in entry else {})
    return written


def described(shape: Any) -> dict[str, Any]:
    """The schema of a shape; what the docstrings of its structs say of their keys is said at each key."""
    written = plain(shape)
    written["$defs"].pop(Said.__name__, None)
    for kind in _structs(shape):
        if kind is Said:
            continue
        entry, meanings = written["$defs"][kind.__name__], key_meanings(kind)
        if meanings:
            entry["description"] = docstring_lines(kind).partition("\n")[0]
        for key, said in entry["properties"].items():
            said.update({"description": meanings[key]} if key in meanings else {})
        for key in UNTOLD if kind.__module__ == Rolled.__module__ else ():
            entry["properties"].pop(key, None)
        if issubclass(kind, (Marked, Changed)):
            entry["properties"]["by"] = {"type": "string", "default": ""}
    return written


def _structs(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs that a type is made of, itself too."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from _structs(field.type)
    for inner in get_args(kind):
        yield from _structs(inner)


def _words(kind: type[msgspec.Struct], tables: RuleTables) -> Iterator[tuple[str, list[str]]]:
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        for meta in get_args(hints[field.name])[1:]:
            if isinstance(meta, msgspec.Meta) and (named := table_names(meta.extra or {})):
                yield field.encode_name, ["", *rows_of(named, tables)]
