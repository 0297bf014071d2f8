"""House rules, which replace values in the tables of a rule system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.bounds import Value
from fleetbook.core.tables.printed import PrintedFigure, PrintedFile, PrintedTable

Former: TypeAlias = Mapping[tuple[str, str, int], str]
"""The names of figures that were once cells of a table, by that table, its row and its column."""


class _HouseTable(msgspec.Struct, forbid_unknown_fields=True):
    cells: list[list[Value]]


class _HouseFigure(msgspec.Struct, forbid_unknown_fields=True):
    value: Value
    reason: str = ""


class _HouseReading(msgspec.Struct, forbid_unknown_fields=True):
    value: Value | bool
    reason: str


class HouseRules(msgspec.Struct, forbid_unknown_fields=True):
    """A file of house rules. It replaces rows of tables, which it names by their labels. It also replaces figures, modifiers and
    readings, which it names by their ids.
    """

    ruleset: str
    title: str
    table: dict[str, _HouseTable] = {}
    modifiers: dict[str, dict[str, int]] = {}
    reading: dict[str, _HouseReading] = {}
    figure: dict[str, _HouseFigure] = {}


def apply_house_rules(merged: PrintedFile, rules: HouseRules) -> None:
    """Change the printed tables by house rules. Raises InvalidInput for an unknown id or row."""
    where = f"house rules {rules.title}"
    rules = as_figures(rules, figures_by_cell(merged.figure))
    for name, figure in rules.figure.items():
        _known(f"{where}: figure", name, merged.figure)
        merged.figure[name].value = _alike(figure.value, merged.figure[name].value, f"{where}: figure {name}")
    for name, change in rules.table.items():
        _known(f"{where}: table", name, merged.table)
        _replace_rows(merged.table[name], change.cells, f"{where}: table.{name}")
    for name, values in rules.modifiers.items():
        _known(f"{where}: modifiers", name, merged.modifiers)
        lines = {line.id: line for line in merged.modifiers[name].line}
        for modifier, value in values.items():
            _known(f"{where}: modifiers.{name}", modifier, lines)
            lines[modifier].value = value
    for name, reading in rules.reading.items():
        _known(f"{where}: reading", name, merged.reading)
        merged.reading[name].value = _alike(reading.value, merged.reading[name].value, f"{where}: reading.{name}")


def figures_by_cell(figures: Mapping[str, PrintedFigure]) -> Former:
    """The names of the figures that were cells of a table in earlier versions. The keys are the table, the row and the column of
    the cell.
    """
    return {(figure.was.table, figure.was.row or name, figure.was.column): name for name, figure in figures.items() if figure.was}


def as_figures(rules: HouseRules, former: Former) -> HouseRules:
    """House rules of an old battle, in the present form. If they replace a cell that is a figure today, they replace the
    figure.
    """
    gone = {table for table, _, _ in former}
    figures = {
        former[name, str(line[0]), column]: _HouseFigure(value)
        for name, change in rules.table.items()
        if name in gone
        for line in change.cells
        for column, value in enumerate(line)
        if (name, str(line[0]), column) in former
    }
    others = {name: change for name, change in rules.table.items() if name not in gone}
    return msgspec.structs.replace(rules, table=others, figure={**figures, **rules.figure}) if figures else rules


def _known(where: str, name: str, allowed: Mapping[str, object]) -> None:
    if name not in allowed:
        raise InvalidInput.word(where, name, allowed)


def _alike(value: Value | bool, printed: Value | bool, where: str) -> Value | bool:
    """The value of a house rule. Raises InvalidInput unless it has the type of the printed value, or is a whole number in place
    of a decimal one.
    """
    if isinstance(printed, float) and type(value) is int:
        return float(value)
    if type(value) is not type(printed):
        raise InvalidInput(where, value, f"a value like {printed!r}")
    return value


def _replace_rows(table: PrintedTable, lines: list[list[Value]], where: str) -> None:
    places = {str(line[0]): place for place, line in enumerate(table.cells) if line}
    replaced: set[str] = set()
    for line in map(table.labelled, lines):
        label = str(line[0]) if line else ""
        _known(where, label, places)
        if label in replaced:
            raise InvalidInput(f"{where}, {label}", "a row twice", "each row once")
        replaced.add(label)
        table.cells[places[label]] = line
