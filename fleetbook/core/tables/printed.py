"""The form of a rule system's TOML files. They have figures, tables, modifiers and readings, and limits for house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import convert
from fleetbook.core.tables.bounds import Allowed, Value

KEYS = ", "
"""Separates the words in the label of a row that has several keys."""


class PrintedAxis(msgspec.Struct, forbid_unknown_fields=True):
    """The rows or the columns of a table. ``by`` names the key by which they are found. Rows may have several keys, such as
    ``["class", "aspect"]``. Each row then begins with a word for each key.
    """

    by: str | list[str]
    kind: str = "words"
    die: str | None = None
    step: float = 1


class PrintedTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table. ``cells_are``, ``least`` and ``most`` limit the values that house rules may put into it. ``columns_are`` does so
    for single columns. With ``page = false`` the page for players without the program leaves the table out. ``beside`` names
    another table with the same rows and columns. That page prints the values of both in one table.
    """

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
    page: bool = True
    beside: str = ""

    def labelled(self, line: list[Value]) -> list[Value]:
        """A row whose words for several keys are joined into one label."""
        keys = len(self.rows.by) if isinstance(self.rows.by, list) else 1
        return line if keys == 1 or len(line) < keys else [KEYS.join(map(str, line[:keys])), *line[keys:]]


class PrintedModifier(msgspec.Struct, forbid_unknown_fields=True):
    """One modifier in a list of modifiers."""

    id: str
    value: int
    text: str
    section: str = ""
    reading: str = ""


class PrintedModifiers(msgspec.Struct, forbid_unknown_fields=True):
    """A list of modifiers, with its title and section."""

    title: str
    section: str
    line: list[PrintedModifier]


class PrintedReading(msgspec.Struct, forbid_unknown_fields=True):
    """A reading. ``allowed``, ``least`` and ``most`` limit the values that a house rule may choose. With ``several`` a house rule
    may choose several words, separated by commas. With ``page = false`` the page for players without the program leaves the
    reading out. With ``campaign`` the reading applies only between battles, so it changes no battle.
    """

    value: Value | bool
    text: str
    reason: str
    section: str
    allowed: list[str] | None = None
    several: bool = False
    least: float | None = None
    most: float | None = None
    page: bool = True
    campaign: bool = False


class FormerCell(msgspec.Struct, forbid_unknown_fields=True):
    """The cell of a table that a figure was in earlier versions. House rules of old battles name that cell. If ``row`` is empty,
    the row has the figure's name.
    """

    table: str
    row: str = ""
    column: int = 1


class PrintedFigure(msgspec.Struct, forbid_unknown_fields=True):
    """A single number, dice or words of the sheet. ``allowed``, ``least`` and ``most`` limit the values that a house rule may
    give it.
    """

    value: Value
    section: str
    unit: str = ""
    reading: str = ""
    allowed: Allowed | None = None
    least: float | None = None
    most: float | None = None
    was: FormerCell | None = None


class PrintedAid(msgspec.Struct, forbid_unknown_fields=True):
    """A sentence for the page that players use without the program. ``{id}`` stands for the value of a reading or a figure, and
    ``{table/row/column}`` for a cell. The sentence states the printed values of the ``readings``. If a house rule changes one of
    these readings, the text of the reading with its new value follows.
    """

    section: str
    text: str
    readings: list[str] = []


class PrintedFile(msgspec.Struct, forbid_unknown_fields=True):
    """The content of one file of a rule system, or of all its files together."""

    sheet: str
    figure: dict[str, PrintedFigure] = {}
    table: dict[str, PrintedTable] = {}
    modifiers: dict[str, PrintedModifiers] = {}
    reading: dict[str, PrintedReading] = {}
    aid: list[PrintedAid] = []

    def figures_in_force(self) -> dict[str, Any]:
        """The content that affects play, without titles, texts, readings and reasons. Better words thus make no other rules."""
        whole = self.in_force()
        whole.pop("sheet")
        return {kind: {name: _without_words(entry) for name, entry in content.items()} for kind, content in whole.items()}

    def in_force(self) -> dict[str, Any]:
        """The content that affects play, including titles, texts and reasons. Limits of house rules and former cells are left
        out.
        """
        whole: dict[str, Any] = msgspec.to_builtins(self)
        del whole["aid"]
        whole["reading"] = {name: entry for name, entry in whole["reading"].items() if not entry["campaign"]}
        for kind in ("figure", "table", "reading"):
            whole[kind] = {
                name: {key: value for key, value in entry.items() if key not in _BOUNDS} for name, entry in whole[kind].items()
            }
        return {kind: content for kind, content in whole.items() if content or kind != "figure"}


def _without_words(entry: dict[str, Any]) -> dict[str, Any]:
    lines = {"line": [_without_words(line) for line in entry["line"]]} if "line" in entry else {}
    return {key: value for key, value in entry.items() if key not in _WORDS} | lines


_WORDS = ("title", "text", "reason", "reading")
_BOUNDS = ("allowed", "cells_are", "columns_are", "least", "most", "several", "was", "page", "beside", "campaign")


def merge(files: Iterable[tuple[str, Mapping[str, Any]]]) -> PrintedFile:
    """The content of all files of a rule system together, given as names and parsed content. Raises InvalidInput for any mistake,
    such as an id that is declared twice.
    """
    merged = PrintedFile(sheet="")
    for name, content in files:
        part = convert(dict(content), PrintedFile, name)
        merged.sheet = merged.sheet or part.sheet
        merged.aid.extend(part.aid)
        for table in part.table.values():
            table.cells = [table.labelled(line) for line in table.cells]
        for kind in ("figure", "table", "modifiers", "reading"):
            known, new = getattr(merged, kind), getattr(part, kind)
            for twice in known.keys() & new.keys():
                raise InvalidInput(f"{name}: {kind}.{twice}", "declared twice", "each id once")
            known.update(new)
    return merged
