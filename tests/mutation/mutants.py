"""What is changed: every cell, edge and die of a system's tables, every figure, modifier and reading, one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeAlias

from fleetbook.core.tables.bounds import is_dice
from tests.mutation.spans import larger, moved, reaching

KINDS = ("table", "figure", "modifiers", "reading")
Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True)
class Mutant:
    """One change of what is printed.

    kind, id   what declares it, as the coverage tables know it
    place      where in it, and what becomes of it, in words
    changes    by their paths in the file, the values that then stand there
    rows, columns  of a table the labels that it concerns; None where it may concern all
    """

    kind: str
    id: str
    place: str
    changes: Mapping[Path, Any]
    rows: frozenset[str] | None = None
    columns: frozenset[str] | None = None

    def applied(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The file with the change made."""
        changed: dict[str, Any] = deepcopy(dict(raw))
        for path, value in self.changes.items():
            at: Any = changed[self.kind][self.id]
            for step in path[:-1]:
                at = at[step]
            at[path[-1]] = value
        return changed

    def __str__(self) -> str:
        return f"{self.kind} {self.id}, {self.place}"


def whole(files: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """All files of a system as one."""
    merged: dict[str, Any] = {kind: {} for kind in KINDS}
    for _, content in files:
        merged.setdefault("sheet", content.get("sheet", ""))
        for kind in KINDS:
            merged[kind].update(content.get(kind, {}))
    return merged


def mutants(raw: Mapping[str, Any]) -> Iterator[Mutant]:
    """Every change, in the order of the file."""
    for name, table in raw["table"].items():
        for place, changes in (*_cells(table), *_edges(table)):
            yield Mutant("table", name, place, changes, *_lines(table, changes))
        for place, changes in _dice(table):
            yield Mutant("table", name, place, changes)
    for kind in ("figure", "reading"):
        for name, entry in raw[kind].items():
            for value in _values(entry):
                yield Mutant(kind, name, f"{told(entry['value'])} → {told(value)}", {("value",): value})
    for name, listed in raw["modifiers"].items():
        for n, line in enumerate(listed["line"]):
            value = line["value"] + 1
            yield Mutant("modifiers", name, f"{line['id']}: {line['value']:+d} → {value:+d}", {("line", n, "value"): value})


def _lines(table: Mapping[str, Any], changes: Mapping[Path, Any]) -> tuple[frozenset[str] | None, frozenset[str] | None]:
    """The rows and the columns that changes of cells or of labels concern; None where all."""
    rows = {str(table["cells"][path[1]][0]) for path in changes if path[0] == "cells" and isinstance(path[1], int)}
    heads = {path[1] if path[0] == "head" else path[2] - 1 for path in changes if path[0] == "head" or path[2]}  # type: ignore[operator]
    columns = {table["head"][place] for place in heads if isinstance(place, int)}
    along = table.get("faces_in_cells") and (len(rows) if table.get("results", "columns") == "rows" else len(columns)) > 1
    if along:
        return (frozenset(rows), None) if len(rows) == 1 else (None, frozenset(columns))
    return frozenset(rows) or None, frozenset(columns) or None


def told(value: object) -> str:
    """A value as the file says it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(entry: Mapping[str, Any]) -> Iterator[Any]:
    """What else a figure or a reading could say: numbers a little more and less, each other word that is allowed."""
    value = entry["value"]
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from _within(entry, value + 1, value - 1)
    elif isinstance(value, float):
        yield from _within(entry, round(value * 1.25, 4), round(value * 0.75, 4))
    elif is_dice(value):
        yield larger(value)
    elif entry.get("several"):
        yield ", ".join(value.split(", ")[:-1]) or next(word for word in entry["allowed"] if word != value)
    else:
        allowed = entry.get("allowed", ())
        yield from (word for word in (allowed if isinstance(allowed, list) else ()) if word != value and not is_dice(word))


def _within(entry: Mapping[str, Any], *numbers: float) -> Iterator[float]:
    least, most = entry.get("least", 0 if entry["value"] >= 0 else numbers[-1]), entry.get("most", numbers[0])
    yield from (number for number in numbers if least <= number <= most)


def _cells(table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[Path, Any]]]:
    if table.get("faces_in_cells"):
        return
    words = list(dict.fromkeys(cell for line in table["cells"] for cell in line[1:] if isinstance(cell, str)))
    for row, line in enumerate(table["cells"]):
        for column, cell in enumerate(line[1:], 1):
            beside = [other[column] for other in table["cells"]]
            value = _other(cell, beside, words)
            place = f"row {line[0]}, {table['head'][column - 1]}: {told(cell)} → {told(value)}"
            yield place, {("cells", row, column): value}


def _other(cell: Any, beside: Sequence[Any], words: Sequence[str]) -> Any:
    """Another value for a cell: as another of its column where it is a word, otherwise one more."""
    if isinstance(cell, int | float):
        return cell + 1
    if is_dice(cell):
        return larger(cell)
    if cell.isdecimal():
        return str(int(cell) + 1)
    others = [word for word in (*beside, *words) if word != cell]
    return others[0] if others else 1


def _edges(table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[Path, Any]]]:
    """Edges of rows and of columns; where the cells are spans of a die, those within each line."""
    cells = table["cells"]
    lines: list[tuple[str, list[Path], list[str], float, bool]] = []
    for axis, paths, labels in (
        ("rows", [("cells", n, 0) for n in range(len(cells))], [str(line[0]) for line in cells]),
        ("columns", [("head", n) for n in range(len(table["head"]))], table["head"]),
    ):
        if (kind := table[axis].get("kind", "words")) != "words":
            lines.append((axis, list(paths), labels, table[axis].get("step", 1), kind == "numbers"))
    if table.get("faces_in_cells"):
        lines += ((*line, 1, False) for line in _printed_in_cells(table))
    for name, at, spans, step, ends in lines:
        for place, labels_by_place in moved(spans, step, ends):
            yield f"{name}, {place}", {at[n]: label for n, label in labels_by_place.items()}


def _printed_in_cells(table: Mapping[str, Any]) -> Iterator[tuple[str, list[Path], list[str]]]:
    rows, columns = range(len(table["cells"])), range(1, len(table["head"]) + 1)
    by_row = table.get("results", "columns") == "columns"
    for line in rows if by_row else columns:
        along = [(line, column) for column in columns] if by_row else [(row, line) for row in rows]
        kept = [(row, column) for row, column in along if table["cells"][row][column] != "-"]
        name = str(table["cells"][line][0]) if by_row else table["head"][line - 1]
        yield name, [("cells", *at) for at in kept], [str(table["cells"][row][column]) for row, column in kept]


def _dice(table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[Path, Any]]]:
    """The die that is thrown on the table, with more sides; its highest result then has the faces more."""
    cells = table["cells"]
    if die := table.get("die"):
        lines = _printed_in_cells(table) if table.get("faces_in_cells") else ()
        more = {at[n]: label for _, at, spans in lines for n, label in reaching(spans, larger(die)).items()}
        yield f"die {die} → {larger(die)}", {("die",): larger(die), **more}
    if die := table["rows"].get("die"):
        ends = reaching([str(line[0]) for line in cells], larger(die))
        yield f"die {die} → {larger(die)}", {("rows", "die"): larger(die), **{("cells", n, 0): s for n, s in ends.items()}}
    if die := table["columns"].get("die"):
        ends = reaching(table["head"], larger(die))
        yield f"die {die} → {larger(die)}", {("columns", "die"): larger(die), **{("head", n): s for n, s in ends.items()}}
