"""The tables of a rule system as its sheet prints them. A row or column is found by a word, by a number, or by the total of
dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import inf
from typing import Any, TypeAlias, TypeVar

import msgspec

from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.bounds import Value
from fleetbook.core.tables.house import Former
from fleetbook.core.tables.look_ups import CELL, FIGURE, MODIFIER, READING, LookUps
from fleetbook.core.tables.printed import KEYS
from fleetbook.core.tables.reading import Reading
from fleetbook.core.tables.span import Span, check_cover, check_faces

T = TypeVar("T", bound="Table | ModifierList | RuleTables")
Line: TypeAlias = str | float | tuple[str, ...]
"""The name of a row or column in a rule: its label, or a number that lies in it. With several keys it is a tuple of words."""


def named(line: Line) -> str:
    """The label of a row or column. A tuple of words, for several keys, is joined."""
    return KEYS.join(line) if isinstance(line, tuple) else str(line)


def up_to(label: str) -> str:
    """The label of a row or column as the sheet prints it: ``up to 2`` for ``..2``."""
    return f"up to {label[2:]}" if label.startswith("..") else label


class Axis(msgspec.Struct, frozen=True):
    """The labels of the rows or of the columns of a table, and how they are read.

    With the kind ``words`` the labels are names. With ``numbers`` they are spans of a number that is measured in steps of
    ``step``. With ``faces`` they are spans of the total of ``die``. If there are several ``keys``, a label has a word for each of
    them: ``frigate, bow``.
    """

    by: str
    kind: str
    labels: tuple[str, ...]
    spans: tuple[Span, ...]
    die: Dice | None = None
    step: float = 1
    keys: int = 1

    @property
    def words(self) -> tuple[str, ...]:
        """The labels; if there are several keys, the words of the first key."""
        return self.labels if self.keys == 1 else tuple(dict.fromkeys(label.split(KEYS)[0] for label in self.labels))

    def index(self, key: Line, where: str) -> int:
        """The position of a label, or of the span that contains a number. Raises InvalidInput if there is none."""
        key = named(key) if isinstance(key, tuple) else key
        if self.kind == "words" or isinstance(key, str):
            try:
                return self.labels.index(key)
            except ValueError:
                raise InvalidInput.word(f"{where}, {self.by}", str(key), self.labels) from None
        for place, span in enumerate(self.spans):
            if key in span:
                return place
        raise InvalidInput(f"{where}, {self.by}", key, ", ".join(self.labels))


class FaceRow(msgspec.Struct, frozen=True):
    """The span of totals on the dice that gives one result, and the label of that row."""

    span: Span
    result: Value
    label: str


@dataclass(frozen=True)
class Table:
    """One printed table, with the cells ``cells[row][column]``. With ``faces_in_cells`` each cell is a span of totals of ``die``.
    The result of a throw is then the label of the cell's column or, if ``results`` is "rows", the label of its row.
    """

    id: str
    title: str
    section: str
    rows: Axis
    columns: Axis
    cells: tuple[tuple[Value, ...], ...]
    faces_in_cells: bool = False
    results: str = "columns"
    die: Dice | None = None
    reading: str = ""
    on_page: bool = True
    beside: str = ""
    look_ups: LookUps | None = field(default=None, compare=False, repr=False)

    def cell(self, row: Line, column: Line) -> Value:
        """The printed value in a cell. ``row`` and ``column`` are labels, or numbers that lie in the span of a label. With
        several keys they are tuples of words: ``cell(("frigate", "bow"), 4)``. Raises InvalidInput if the table has no such row
        or column.
        """
        across, down = self.rows.index(row, self.title), self.columns.index(column, self.title)
        if self.look_ups is not None:
            self.look_ups.note(CELL, self.id, self.rows.labels[across], self.columns.labels[down])
        return self.cells[across][down]

    def place(self, row: str, column: str) -> tuple[int, int] | None:
        """The positions of a row and a column, found by their labels. None if the table has no such label."""
        if row not in self.rows.labels or column not in self.columns.labels:
            return None
        return self.rows.labels.index(row), self.columns.labels.index(column)

    def thrown_place(self, key: str, faces: str) -> str:
        """The place of a throw on the sheet, in words: ``row 3-4, column 6``. ``key`` names the row or column that the throw was
        made on, and ``faces`` the label of its totals.
        """
        on_rows = self.results == "columns" if self.faces_in_cells else self.columns.kind == "faces"
        across = self.rows if on_rows else self.columns
        if across.kind == "numbers" and key not in across.labels:
            key = next((label for label, span in zip(across.labels, across.spans, strict=True) if float(key) in span), key)
        found = {"row": key, "column": faces} if on_rows else {"row": faces, "column": key}
        if self.faces_in_cells:
            found = {"row" if on_rows else "column": key, "cell": faces}
        return ", ".join(f"{place} {up_to(label)}" for place, label in found.items() if label)

    def text(self, row: Line, column: Line) -> str:
        """The printed value in a cell, as text."""
        return str(self.cell(row, column))

    def number(self, row: Line, column: Line) -> float:
        """The printed value in a cell, as a number; ``-`` counts as 0. Raises InvalidInput for other words."""
        value = self.cell(row, column)
        if isinstance(value, str):
            if value == "-":
                return 0
            raise InvalidInput(f"{self.title}, {row}, {column}", value, "a number")
        return value

    def whole(self, row: Line, column: Line) -> int:
        """The printed value in a cell, as a whole number."""
        return int(self.number(row, column))

    def faces(self, key: Line | None = None) -> tuple[FaceRow, ...]:
        """The results in one row or column, each with the totals on the dice that give it. ``key`` names the row or column."""
        if self.faces_in_cells:
            across, along = (self.rows, self.columns) if self.results == "columns" else (self.columns, self.rows)
            place = self._line(across, key)
            cells = self.cells[place] if self.results == "columns" else [line[place] for line in self.cells]
            return _face_rows(tuple(map(str, cells)), along.labels, self.title)
        along, across = (self.columns, self.rows) if self.columns.kind == "faces" else (self.rows, self.columns)
        place = self._line(across, key)
        found = []
        for i, (span, label) in enumerate(zip(along.spans, along.labels, strict=True)):
            value = self.cells[place][i] if along is self.columns else self.cells[i][place]
            found.append(FaceRow(span, value, label))
        return tuple(found)

    def _line(self, across: Axis, key: Line | None) -> int:
        place = 0 if key is None else across.index(key, self.title)
        if self.look_ups is not None:
            self.look_ups.note(CELL, self.id, across.labels[place] if across.labels else "")
        return place

    @property
    def thrown(self) -> Dice:
        """The die that is thrown on this table. Raises InvalidInput if the table has no die."""
        for die in (self.die, self.columns.die, self.rows.die):
            if die:
                return die
        raise InvalidInput(self.title, "no die", "a table that a die is thrown on")

    def check(self) -> None:
        """Raise InvalidInput unless every row is complete. Every total of the dice and every number must also lie in exactly one
        span.
        """
        for line, label in zip(self.cells, self.rows.labels, strict=True):
            if len(line) != len(self.columns.labels):
                raise InvalidInput(f"{self.title}, row {label}", f"{len(line)} cells", f"{len(self.columns.labels)} cells")
        for axis in (self.rows, self.columns):
            self._check_axis(axis)
        if self.faces_in_cells:
            across = self.rows if self.results == "columns" else self.columns
            for label in across.labels:
                die = self.thrown
                spans = [row.span for row in self.faces(label)]
                check_faces(spans, Span(die.lowest, die.highest), f"{self.title}, {label}")

    def _check_axis(self, axis: Axis) -> None:
        where = f"{self.title}, {axis.by}"
        if len(set(axis.labels)) != len(axis.labels):
            raise InvalidInput(where, "a label twice", "each label once")
        if axis.keys > 1:  # there must be a row for each combination of the keys' words
            lines = [label.split(KEYS) for label in axis.labels]
            for line in lines:
                if len(line) != axis.keys:
                    raise InvalidInput(where, KEYS.join(line), f"{axis.keys} words, none with a comma")
            for words in product(*(dict.fromkeys(line[place] for line in lines) for place in range(axis.keys))):
                if KEYS.join(words) not in axis.labels:
                    allowed = "a row for each combination of keys, filled with dashes if none is printed"
                    raise InvalidInput(where, f"no row {KEYS.join(words)}", allowed)
        if axis.kind == "faces":
            die = axis.die or self.thrown
            check_faces(axis.spans, Span(die.lowest, die.highest), where)
        elif axis.kind == "numbers":
            whole = Span(min(s.low for s in axis.spans), max(s.high for s in axis.spans)) if axis.spans else Span(0, inf)
            check_cover(axis.spans, whole, axis.step, where)


@lru_cache(maxsize=1024)
def _face_rows(cells: tuple[str, ...], labels: tuple[str, ...], title: str) -> tuple[FaceRow, ...]:
    """The results of a row or column whose cells are spans of totals. They are cached, because the odds read them for every
    face.
    """
    return tuple(FaceRow(Span.parse(cell, title), label, cell) for cell, label in zip(cells, labels, strict=True) if cell != "-")


class Modifier(msgspec.Struct, frozen=True):
    """A modifier: a number to add to a die, and when it applies. ``list`` is the id of its list of modifiers. A modifier that is
    not in the tables, because the code of the rules made it, has its words in ``said`` instead.
    """

    id: str
    value: int
    text: str = ""
    section: str = ""
    reading: str = ""
    list: str = ""
    said: Any = None  # of type core.words.sentence.Said, or None

    @property
    def place(self) -> str:
        """The id of the list and the id of the modifier: ``shooting.fast``."""
        return f"{self.list}.{self.id}" if self.list else self.id


@dataclass(frozen=True)
class ModifierList:
    """The modifiers printed for one kind of throw, in the order of the sheet."""

    id: str
    title: str
    section: str
    lines: Mapping[str, Modifier]
    look_ups: LookUps | None = field(default=None, compare=False, repr=False)

    def line(self, name: str) -> Modifier:
        """The modifier with this id. Raises InvalidInput if there is none."""
        if name not in self.lines:
            raise InvalidInput.word(self.title, name, self.lines)
        if self.look_ups is not None:
            self.look_ups.note(MODIFIER, self.id, name)
        return self.lines[name]

    def chosen(self, names: tuple[str, ...]) -> tuple[Modifier, ...]:
        """The modifiers with these ids, in the order of the sheet."""
        for name in names:
            self.line(name)
        return tuple(line for name, line in self.lines.items() if name in names)


class Figure(msgspec.Struct, frozen=True):
    """A single number, dice or words of the sheet. If the sheet does not print the value, ``reading`` names the reading that
    justifies it.
    """

    id: str
    value: Value
    unit: str
    section: str
    reading: str = ""
    changed: str = ""
    """The reason that a house rule gives for changing the figure; empty if no house rule does."""

    @property
    def whole(self) -> int:
        """The value as a whole number. Raises InvalidInput if the value is dice or words."""
        if isinstance(self.value, str):
            raise InvalidInput(self.id, self.value, "a number")
        return int(self.value)


class Aid(msgspec.Struct, frozen=True):
    """A sentence for the page that players use without the program. ``names`` are the figures, cells and readings that the
    sentence names.
    """

    section: str
    text: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class RuleTables:
    """All tables, modifiers, figures and readings of one battle. If ``look_ups`` is given, each look-up is recorded there.

    hash             the hash of everything that affects play
    hash_with_words  a hash that also includes titles, texts and reasons. Battles of earlier versions store it
    """

    sheet: str
    tables: Mapping[str, Table]
    modifiers: Mapping[str, ModifierList]
    readings: Mapping[str, Reading]
    hash: str
    hash_with_words: str
    figures: Mapping[str, Figure]
    former: Former
    aids: tuple[Aid, ...] = ()
    look_ups: LookUps | None = field(default=None, compare=False, repr=False)
    _noting: dict[tuple[str, str], Any] = field(default_factory=dict, compare=False, repr=False)

    def noting(self, look_ups: LookUps) -> RuleTables:
        """The same tables, which record each look-up in ``look_ups``."""
        return _copy(self, look_ups=look_ups, _noting={})

    def figure(self, name: str) -> Figure:
        """The figure with this id. Raises InvalidInput if there is none."""
        if name not in self.figures:
            raise InvalidInput.word("figure", name, self.figures)
        if self.look_ups is not None:
            self.look_ups.note(FIGURE, name)
        return self.figures[name]

    def table(self, name: str) -> Table:
        """The table with this id. Raises InvalidInput if there is none."""
        found = self.tables.get(name)
        if found is None:
            raise InvalidInput.word("table", name, self.tables)
        return found if self.look_ups is None else self._noted("table", name, found, self.look_ups)

    def modifier_list(self, name: str) -> ModifierList:
        """The list of modifiers with this id. Raises InvalidInput if there is none."""
        if name not in self.modifiers:
            raise InvalidInput.word("modifiers", name, self.modifiers)
        found = self.modifiers[name]
        return found if self.look_ups is None else self._noted("list", name, found, self.look_ups)

    def _noted(self, kind: str, name: str, found: T, look_ups: LookUps) -> T:
        """A copy of a table or list that records its look-ups in ``look_ups``. The copy is cached, because an order often uses
        the same table several times.
        """
        if (kind, name) not in self._noting:
            self._noting[kind, name] = _copy(found, look_ups=look_ups)
        noted: T = self._noting[kind, name]
        return noted

    def reading(self, name: str) -> Reading:
        """The reading with this id. Raises InvalidInput if there is none."""
        if name not in self.readings:
            raise InvalidInput.word("reading", name, self.readings)
        if self.look_ups is not None:
            self.look_ups.note(READING, name)
        return self.readings[name]


def _copy(tables: T, **changed: Any) -> T:
    """A copy of tables with some fields changed. Copies are made for each order, and replace() takes three times as long."""
    copied = object.__new__(type(tables))
    vars(copied).update(vars(tables), **changed)
    return copied
