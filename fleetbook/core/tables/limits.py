"""The values that house rules may put into the tables, figures and readings of a rule system. Other house rules do not change
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.bounds import Bounds, bounds, is_dice
from fleetbook.core.tables.printed import PrintedFile, PrintedReading, PrintedTable

WORDS_OF = ("rows_of", "columns_of", "modifiers_of")


class Limits:
    """The allowed values of every cell, figure and reading."""

    def __init__(self, printed: PrintedFile) -> None:
        self._printed = printed
        self._columns = {name: self._columns_of(table) for name, table in printed.table.items() if not table.faces_in_cells}
        self._figures = {
            name: bounds(figure.allowed, [figure.value], (figure.least, figure.most), partial(self._labels, name))
            for name, figure in printed.figure.items()
        }
        self.readings = {name: self._reading(reading) for name, reading in printed.reading.items()}

    def check(self, changed: PrintedFile) -> None:
        """Raise InvalidInput if a value in the changed tables is not allowed."""
        for name, columns in self._columns.items():
            table = changed.table[name]
            for line in table.cells:
                for head, column, cell in zip(table.head, columns, line[1:], strict=False):
                    column.check(cell, f"{table.title}, {line[0]}, {head}")
        for name, figure in self._figures.items():
            figure.check(changed.figure[name].value, name)
        for name, reading in self.readings.items():
            value = changed.reading[name].value
            for part in str(value).split(", ") if changed.reading[name].several else (value,):
                if not isinstance(part, bool):
                    reading.check(part, f"reading {name}")

    def _columns_of(self, table: PrintedTable) -> list[Bounds]:
        """The allowed values of each column of a table. If dice are thrown on the table, the same values are allowed in all
        columns. Otherwise each column has its own allowed values.
        """
        rows = [line[1:] for line in table.cells]
        whole = [cell for row in rows for cell in row]
        thrown = any((table.die, table.rows.die, table.columns.die))
        found = []
        for place, head in enumerate(table.head):
            printed = whole if thrown else [row[place] for row in rows if place < len(row)]
            least, most = (end.get(head) if isinstance(end, dict) else end for end in (table.least, table.most))
            found.append(
                bounds(table.columns_are.get(head, table.cells_are), printed, (least, most), partial(self._labels, table.title))
            )
        return found

    def _reading(self, reading: PrintedReading) -> Bounds:
        value, ends = reading.value, (reading.least, reading.most)
        if reading.allowed is None and isinstance(value, str) and not is_dice(value):
            return Bounds(free=True)
        return bounds(reading.allowed, [value], ends, partial(self._labels, "reading"))

    def _labels(self, where: str, kind: str, name: str) -> Iterable[str]:
        """The words that a house rule may choose from: the rows or columns of a table, or the ids in a list of modifiers."""
        if kind not in WORDS_OF:
            raise InvalidInput.word(f"{where}, words of", kind, WORDS_OF)
        known: Mapping[str, object] = self._printed.modifiers if kind == "modifiers_of" else self._printed.table
        if name not in known:
            raise InvalidInput.word(f"{where}, {kind}", name, known)
        if kind == "modifiers_of":
            return [line.id for line in self._printed.modifiers[name].line]
        table = self._printed.table[name]
        return table.head if kind == "columns_of" else [str(line[0]) for line in table.cells]
