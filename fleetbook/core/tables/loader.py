"""Rule tables read strictly from the TOML of a ruleset, and house rules laid over them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import convert
from fleetbook.core.tables.span import Span
from fleetbook.core.tables.table import Axis, Modifier, ModifierList, Reading, RuleTables, Table, Value


class _Axis(msgspec.Struct, forbid_unknown_fields=True):
    by: str
    kind: str = "words"
    die: str | None = None
    step: float = 1


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    section: str
    rows: _Axis
    columns: _Axis
    head: list[str]
    cells: list[list[Value]]
    faces_in_cells: bool = False
    results: str = "columns"
    die: str | None = None
    reading: str = ""


class _Modifier(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    value: int
    text: str
    section: str = ""
    reading: str = ""


class _Modifiers(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    section: str
    line: list[_Modifier]


class _Reading(msgspec.Struct, forbid_unknown_fields=True):
    value: Value | bool
    text: str
    reason: str
    section: str


class _File(msgspec.Struct, forbid_unknown_fields=True):
    sheet: str
    table: dict[str, _Table] = {}
    modifiers: dict[str, _Modifiers] = {}
    reading: dict[str, _Reading] = {}


class _HouseTable(msgspec.Struct, forbid_unknown_fields=True):
    cells: list[list[Value]]


class _HouseReading(msgspec.Struct, forbid_unknown_fields=True):
    value: Value | bool
    reason: str


class HouseRules(msgspec.Struct, forbid_unknown_fields=True):
    """A house-rule file: rows of tables replaced by their label, modifiers by their id, readings with a reason."""

    ruleset: str
    title: str
    table: dict[str, _HouseTable] = {}
    modifiers: dict[str, dict[str, int]] = {}
    reading: dict[str, _HouseReading] = {}


def read_tables(files: Iterable[tuple[str, Mapping[str, Any]]], house: Iterable[HouseRules] = ()) -> RuleTables:
    """Build a ruleset's tables from its parsed files (name, content), with house rules laid over them in order.

    Raises InvalidInput naming the file and the place for whatever is wrong, including an id declared twice.
    """
    merged = _merge(files)
    for rules in house:
        _lay_over(merged, rules)
    tables = {name: _table(name, raw) for name, raw in merged.table.items()}
    for table in tables.values():
        table.check()
    changed = {name: change.reason for rules in house for name, change in rules.reading.items()}
    return RuleTables(
        sheet=merged.sheet,
        tables=MappingProxyType(tables),
        modifiers=MappingProxyType({name: _modifiers(name, raw) for name, raw in merged.modifiers.items()}),
        readings=MappingProxyType({name: _reading(name, raw, changed) for name, raw in merged.reading.items()}),
        hash=hashlib.sha256(msgspec.json.encode(merged, order="sorted")).hexdigest(),
    )


def _merge(files: Iterable[tuple[str, Mapping[str, Any]]]) -> _File:
    merged = _File(sheet="")
    for name, content in files:
        part = convert(dict(content), _File, name)
        merged.sheet = merged.sheet or part.sheet
        for kind in ("table", "modifiers", "reading"):
            known, new = getattr(merged, kind), getattr(part, kind)
            for twice in known.keys() & new.keys():
                raise InvalidInput(f"{name}: {kind}.{twice}", "declared twice", "each id once")
            known.update(new)
    return merged


def _lay_over(merged: _File, rules: HouseRules) -> None:
    where = f"house rules {rules.title}"
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


def _known(where: str, name: str, allowed: Mapping[str, object]) -> None:
    if name not in allowed:
        raise InvalidInput.word(where, name, allowed)


def _alike(value: Value | bool, printed: Value | bool, where: str) -> Value | bool:
    """The value, of the same kind as the one printed; a whole number may stand for a broken one."""
    if isinstance(printed, float) and type(value) is int:
        return float(value)
    if type(value) is not type(printed):
        raise InvalidInput(where, value, f"a value like {printed!r}")
    return value


def _replace_rows(table: _Table, lines: list[list[Value]], where: str) -> None:
    places = {str(line[0]): place for place, line in enumerate(table.cells) if line}
    replaced: set[str] = set()
    for line in lines:
        label = str(line[0]) if line else ""
        _known(where, label, places)
        if label in replaced:
            raise InvalidInput(f"{where}, {label}", "a row twice", "each row once")
        replaced.add(label)
        table.cells[places[label]] = line


def _axis(raw: _Axis, labels: list[str], where: str) -> Axis:
    if raw.kind not in ("words", "numbers", "faces"):
        raise InvalidInput.word(f"{where}, {raw.by}", raw.kind, ("words", "numbers", "faces"))
    spans = () if raw.kind == "words" else tuple(Span.parse(label, where) for label in labels)
    die = Dice.parse(raw.die) if raw.die else None
    return Axis(raw.by, raw.kind, tuple(labels), spans, die, raw.step)


def _table(name: str, raw: _Table) -> Table:
    if raw.results not in ("columns", "rows"):
        raise InvalidInput.word(raw.title, raw.results, ("columns", "rows"))
    if not all(raw.cells):
        raise InvalidInput(raw.title, "an empty row", "a label and cells in every row")
    return Table(
        id=name,
        title=raw.title,
        section=raw.section,
        rows=_axis(raw.rows, [str(line[0]) for line in raw.cells], raw.title),
        columns=_axis(raw.columns, raw.head, raw.title),
        cells=tuple(tuple(line[1:]) for line in raw.cells),
        faces_in_cells=raw.faces_in_cells,
        results=raw.results,
        die=Dice.parse(raw.die) if raw.die else None,
        reading=raw.reading,
    )


def _modifiers(name: str, raw: _Modifiers) -> ModifierList:
    lines: dict[str, Modifier] = {}
    for line in raw.line:
        if line.id in lines:
            raise InvalidInput(f"{raw.title}, {line.id}", "declared twice", "each id once")
        lines[line.id] = Modifier(line.id, line.value, line.text, line.section or raw.section, line.reading)
    return ModifierList(name, raw.title, raw.section, MappingProxyType(lines))


def _reading(name: str, raw: _Reading, changed: Mapping[str, str]) -> Reading:
    return Reading(name, raw.value, raw.text, raw.reason, raw.section, changed.get(name, ""))
