"""Pages that show tables and readings as printed. The row and column that an order used are marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import numbered
from fleetbook.core.tables.look_ups import CELL, FIGURE, MODIFIER, LookUp
from fleetbook.core.tables.reading import Reading, value_text
from fleetbook.core.tables.table import Axis, Figure, ModifierList, Table
from fleetbook.reports.text_layout import natural_order, pad, wrap
from fleetbook.tui.kit.line import Line, Piece, cut, ink
from fleetbook.tui.kit.style import BOLD, CURSOR, PLAIN, POINT, QUIET

USED = "◆ "
MOST_LABEL, MOST_CELL = 28, 16
MARGIN, GAP = 3, 2  # cells before the label of a row, and before each of its cells


Part: TypeAlias = Figure | Table | ModifierList | Reading


class TableBrowser:
    """The tables and readings of a battle's rules, by title.

    The section of a refusal comes first, then the tables on which the record's dice were thrown, then other tables that the
    record used.
    """

    def __init__(self, battle: Battle[Any], record: Record | None, refusal: str = "") -> None:
        tables = battle.tables
        self._rolled = [event for event in record.events if isinstance(event, Rolled)] if record else []
        self._looked_up = record.looked_up if record else ()
        thrown = {event.table for event in self._rolled}
        used = {(found.kind, found.name) for found in self._looked_up} | {(CELL, table) for table in thrown}
        counted = {(a.value, a.text) for event in self._rolled for a in event.adjustments}
        lists = {a.id for a in tables.modifiers.values() if any((b.value, b.text) in counted for b in a.lines.values())}
        read = set(record.consulted) if record else set()
        parts: list[tuple[bool, str, Part]] = [
            *(((FIGURE, figure.id) in used, f"figure: {figure.id}", figure) for figure in tables.figures.values()),
            *(((CELL, table.id) in used, f"table: {table.title}", table) for table in tables.tables.values()),
            *(
                ((MODIFIER, listed.id) in used or listed.id in lists, f"modifiers: {listed.title}", listed)
                for listed in tables.modifiers.values()
            ),
            *(
                (reading.id in read, f"reading: {reading.text}", reading)
                for reading in tables.readings.values()
                if not reading.campaign
            ),
        ]
        section = refusal.rpartition("(")[2].removesuffix(")") if refusal.endswith(")") else ""
        parts.sort(
            key=lambda part: (
                *(section not in part[2].section.split(", "), part[2].id not in thrown, not part[0]),
                natural_order(part[2].section),
            )
        )
        self._parts = {f"{USED if used else '  '}{part.section}  {title}": part for used, title, part in parts}
        self._counted = counted

    @property
    def titles(self) -> list[str]:
        return list(self._parts)

    def drawn(self, title: str) -> Callable[[int], list[Line]]:
        """A function that draws this table or reading for a width."""
        part = self._parts[title]
        if isinstance(part, Table):
            return lambda width: list(self._table(part, width))
        if isinstance(part, ModifierList):
            return lambda width: list(self._modifiers(part, width))
        if isinstance(part, Figure):
            return lambda width: list(_figure(part, width))
        return lambda width: list(_reading(part, width))

    def _table(self, table: Table, width: int) -> Iterator[Line]:
        met = set(filter(None, (_met(table, event) for event in self._rolled if event.table == table.id)))
        found_here = [found for found in self._looked_up if (found.kind, found.name) == (CELL, table.id)]
        met |= set(filter(None, (table.place(found.row, found.column) for found in found_here)))
        columns = {column for _, column in met}
        label = min(max([len(row) for row in table.rows.labels] + [len(table.rows.by)]) + 1, MOST_LABEL)
        sizes = _sizes(table, width - label - MARGIN)
        thrown = f"  thrown with {table.die}" if table.die else ""
        yield cut((ink(f" {table.title}", BOLD), ink(f"  {table.section}{thrown}", QUIET)), width)
        yield cut((ink(f" {table.rows.by} \\ {table.columns.by}", QUIET),), width)
        yield ()
        heads: list[Piece] = [
            ink("  " + pad(head, size, right=True), POINT if place in columns else BOLD)
            for place, (head, size) in enumerate(zip(table.columns.labels, sizes, strict=True))
        ]
        yield cut((ink(" " * (label + MARGIN)), *heads), width)
        for place, (row, cells) in enumerate(zip(table.rows.labels, table.cells, strict=True)):
            used = {column for at, column in met if at == place}
            yield cut(_row(row, cells, used, (label, sizes)), width)
        if table.reading:
            yield ()
            yield from _wrapped("a reading: ", table.reading, width)

    def _modifiers(self, listed: ModifierList, width: int) -> Iterator[Line]:
        yield cut((ink(f" {listed.title}", BOLD), ink(f"  {listed.section}", QUIET)), width)
        yield ()
        for line in listed.lines.values():
            here = (line.value, line.text) in self._counted or LookUp(MODIFIER, listed.id, line.id) in self._looked_up
            yield from _wrapped(f"{'▸' if here else ' '} {line.value:+3d}  ", line.text, width, here)
            if line.reading:
                yield from _wrapped("        ", line.reading, width)


def _sizes(table: Table, room: int) -> list[int]:
    """The width of each column in cells. If they do not all fit, wide columns are narrowed."""
    sizes = [max(len(head), *(len(str(row[place])) for row in table.cells)) for place, head in enumerate(table.columns.labels)]
    return sizes if sum(size + GAP for size in sizes) <= room else [min(size, MOST_CELL) for size in sizes]


def _row(row: str, cells: tuple[Any, ...], used: set[int], sizes: tuple[int, list[int]]) -> Line:
    """A row of a table. A sign marks the row and each cell that was used."""
    style = BOLD if used else PLAIN
    line: list[Piece] = [ink(" ▸ " if used else "   ", POINT), ink(pad(row, sizes[0]), style)]
    for place, (cell, size) in enumerate(zip(cells, sizes[1], strict=True)):
        here = place in used
        shown = pad(str(cell), size, right=True)
        line += [ink(" ▸" if here else "  ", POINT), ink(shown, CURSOR if here else style)]
    return tuple(line)


def _met(table: Table, event: Rolled) -> tuple[int, int] | None:
    """The row and column that a throw led to. None if the table no longer has them."""
    along_columns = table.results == "columns" if table.faces_in_cells else table.columns.kind == "faces"
    along, across = (table.columns, table.rows) if along_columns else (table.rows, table.columns)
    crossed = _place(across, event.line)
    for place, label in enumerate(along.labels):
        at = (crossed, place) if along is table.columns else (place, crossed)
        if (str(table.cells[at[0]][at[1]]) if table.faces_in_cells else label) == event.row:
            return at
    return None


def _place(axis: Axis, key: str) -> int:
    """The number of the row or column that was looked up. 0 if nothing was looked up, or if the key is unknown."""
    if not key:
        return 0
    try:
        return axis.index(key if axis.kind == "words" else float(key), "")
    except (InvalidInput, ValueError):
        return 0


def _figure(figure: Figure, width: int) -> Iterator[Line]:
    yield cut((ink(f" {figure.id}", BOLD), ink(f"  {figure.section}", QUIET)), width)
    yield ()
    yield from _wrapped("", numbered(str(figure.value), figure.unit).strip(), width, bold=True)
    if figure.reading:
        yield from _wrapped("a reading: ", figure.reading, width)


def _reading(reading: Reading, width: int) -> Iterator[Line]:
    yield cut((ink(f" Reading {reading.section}", BOLD), ink(f"  {reading.id}", QUIET)), width)
    yield ()
    yield from _wrapped("", reading.text, width, bold=True)
    yield from _wrapped("in force: ", value_text(reading.value), width)
    yield from _wrapped("why: ", reading.reason, width)
    if reading.changed:
        yield from _wrapped("changed by a house rule: ", reading.changed, width, bold=True)


def _wrapped(head: str, text: str, width: int, bold: bool = False) -> Iterator[Line]:
    lines = wrap(f"{head}{text}", max(width - 2, 8), len(head))
    yield from ((ink(f" {line}", BOLD if bold else PLAIN),) for line in lines)
