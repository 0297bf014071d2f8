"""The TOML of a rule system: its figures, tables, modifiers and readings, and the limits of house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import convert
from fleetbook.core.tables.bounds import Allowed, Value

KEYS = ", "
"""The separator between the words of several keys in a label."""


class PrintedAxis(msgspec.Struct, forbid_unknown_fields=True):
    """One side of a table. ``by`` may name several keys: ``["class", "aspect"]``. Then each row begins with a word
    for each key.
    """

    by: str | list[str]
    kind: str = "words"
    die: str | None = None
    step: float = 1


class PrintedTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table. ``cells_are``, ``columns_are`` (by column), ``least`` and ``most`` limit its house rules."""

    title: str
    section: str
    rows: PrintedAxis
    columns: PrintedAxis
    head: list[str]
    cells: list[list[Value]]
    faces_in_cells: bool = False
    results: str = "columns"
    die: str | None = None
    reading: str = ""
    cells_are: Allowed | None = None
    columns_are: dict[str, Allowed] = {}
    least: float | dict[str, float] | None = None
    most: float | dict[str, float] | None = None

    def labelled(self, line: list[Value]) -> list[Value]:
        """A line with one label: the words of several keys are joined."""
        keys = len(self.rows.by) if isinstance(self.rows.by, list) else 1
        return line if keys == 1 or len(line) < keys else [KEYS.join(map(str, line[:keys])), *line[keys:]]


class PrintedModifier(msgspec.Struct, forbid_unknown_fields=True):
    """A line of a list of modifiers."""

    id: str
    value: int
    text: str
    section: str = ""
    reading: str = ""


class PrintedModifiers(msgspec.Struct, forbid_unknown_fields=True):
    """A list of modifiers."""

    title: str
    section: str
    line: list[PrintedModifier]


class PrintedReading(msgspec.Struct, forbid_unknown_fields=True):
    """A reading. ``allowed``, ``least`` and ``most`` limit what a house rule may choose. Words of a reading of ``several`` stand
    between commas.
    """

    value: Value | bool
    text: str
    reason: str
    section: str
    allowed: list[str] | None = None
    several: bool = False
    least: float | None = None
    most: float | None = None


class FormerCell(msgspec.Struct, forbid_unknown_fields=True):
    """The former table cell of a figure. House rules of old battles name it so. ``row`` defaults to the figure's name."""

    table: str
    row: str = ""
    column: int = 1


class PrintedFigure(msgspec.Struct, forbid_unknown_fields=True):
    """A single number, dice or words of the sheet. ``allowed``, ``least`` and ``most`` limit what a house rule may put there."""

    value: Value
    section: str
    unit: str = ""
    reading: str = ""
    allowed: Allowed | None = None
    least: float | None = None
    most: float | None = None
    was: FormerCell | None = None


class PrintedFile(msgspec.Struct, forbid_unknown_fields=True):
    """One file of a rule system, or all of them merged."""

    sheet: str
    figure: dict[str, PrintedFigure] = {}
    table: dict[str, PrintedTable] = {}
    modifiers: dict[str, PrintedModifiers] = {}
    reading: dict[str, PrintedReading] = {}

    def figures_in_force(self) -> dict[str, Any]:
        """The content that affects play, without its words: better words are no other rules."""
        whole = self.in_force()
        whole.pop("sheet")
        return {kind: {name: _without_words(entry) for name, entry in content.items()} for kind, content in whole.items()}

    def in_force(self) -> dict[str, Any]:
        """The content that affects play, with its words, without bounds and former places."""
        whole: dict[str, Any] = msgspec.to_builtins(self)
        for kind in ("figure", "table", "reading"):
            whole[kind] = {
                name: {key: value for key, value in entry.items() if key not in _BOUNDS} for name, entry in whole[kind].items()
            }
        return {kind: content for kind, content in whole.items() if content or kind != "figure"}


def _without_words(entry: dict[str, Any]) -> dict[str, Any]:
    lines = {"line": [_without_words(line) for line in entry["line"]]} if "line" in entry else {}
    return {key: value for key, value in entry.items() if key not in _WORDS} | lines


_WORDS = ("title", "text", "reason")
_BOUNDS = ("allowed", "cells_are", "columns_are", "least", "most", "several", "was")


def merge(files: Iterable[tuple[str, Mapping[str, Any]]]) -> PrintedFile:
    """All files of a rule system (name, parsed content) as one. Raises InvalidInput, also for an id declared twice."""
    merged = PrintedFile(sheet="")
    for name, content in files:
        part = convert(dict(content), PrintedFile, name)
        merged.sheet = merged.sheet or part.sheet
        for table in part.table.values():
            table.cells = [table.labelled(line) for line in table.cells]
        for kind in ("figure", "table", "modifiers", "reading"):
            known, new = getattr(merged, kind), getattr(part, kind)
            for twice in known.keys() & new.keys():
                raise InvalidInput(f"{name}: {kind}.{twice}", "declared twice", "each id once")
            known.update(new)
    return merged
