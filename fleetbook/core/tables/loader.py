"""Reads the tables of a rule system from its TOML files, and applies house rules to them."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from fleetbook.core.dice import Dice
from fleetbook.core.digests import sha256
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.bounds import Bounds, Value
from fleetbook.core.tables.house import HouseRules, apply_house_rules, figures_by_cell
from fleetbook.core.tables.limits import Limits
from fleetbook.core.tables.printed import PrintedAid, PrintedAxis, PrintedModifiers, PrintedReading, PrintedTable, merge
from fleetbook.core.tables.reading import Reading, value_text
from fleetbook.core.tables.span import Span
from fleetbook.core.tables.table import Aid, Axis, Figure, Modifier, ModifierList, RuleTables, Table

_VALUE = re.compile(r"\{([^{}]+)\}")


def read_tables(files: Iterable[tuple[str, Mapping[str, Any]]], house: Iterable[HouseRules] = ()) -> RuleTables:
    """Make a rule system's tables from its files, given as names and parsed content. House rules are applied in their order.

    Raises InvalidInput for any mistake, such as an id that is declared twice. The error names the file and the place.
    """
    merged = merge(files)
    printed = {name: reading.value for name, reading in merged.reading.items()}
    allowed = Limits(merged)
    for rules in house:
        apply_house_rules(merged, rules)
    allowed.check(merged)
    tables = {name: _table(name, raw) for name, raw in merged.table.items()}
    for table in tables.values():
        table.check()
    reasons = {name: change.reason for rules in house for name, change in rules.reading.items()}
    why = {name: change.reason for rules in house for name, change in rules.figure.items()}
    readings = {
        name: _reading(name, raw, printed[name], reasons.get(name, ""), allowed.readings[name])
        for name, raw in merged.reading.items()
    }
    figures = {
        name: Figure(name, raw.value, raw.unit, raw.section, raw.reading, why.get(name, ""))
        for name, raw in merged.figure.items()
    }
    return RuleTables(
        sheet=merged.sheet,
        tables=MappingProxyType(tables),
        modifiers=MappingProxyType({name: _modifiers(name, raw) for name, raw in merged.modifiers.items()}),
        readings=MappingProxyType(readings),
        figures=MappingProxyType(figures),
        former=figures_by_cell(merged.figure),
        aids=tuple(_aid(raw, {**figures, **readings}, tables) for raw in merged.aid),
        hash=_hash_of(merged.figures_in_force()),
        hash_with_words=_hash_of(merged.in_force()),
    )


def _hash_of(content: dict[str, Any]) -> str:
    return sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


def table_files(module: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The names and parsed contents of all files ``tables/*.toml`` beside an imported module, sorted by name.

    Raises InvalidInput with file and line if a file is not valid TOML.
    """
    folder = Path(getattr(sys.modules[module], "__file__", None) or "").parent
    for path in sorted((folder / "tables").glob("*.toml")):
        try:
            yield path.name, tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InvalidInput(f"tables/{path.name}", str(error), "TOML in UTF-8") from None


def _axis(raw: PrintedAxis, labels: list[str], where: str) -> Axis:
    by = raw.by if isinstance(raw.by, str) else " and ".join(raw.by)
    keys = 1 if isinstance(raw.by, str) else len(raw.by)
    if keys > 1 and raw.kind != "words":
        raise InvalidInput(f"{where}, {by}", raw.kind, "words, because its rows have several keys")
    if raw.kind not in ("words", "numbers", "faces"):
        raise InvalidInput.word(f"{where}, {by}", raw.kind, ("words", "numbers", "faces"))
    spans = () if raw.kind == "words" else tuple(Span.parse(label, where) for label in labels)
    die = Dice.parse(raw.die) if raw.die else None
    return Axis(by, raw.kind, tuple(labels), spans, die, raw.step, keys)


def _table(name: str, raw: PrintedTable) -> Table:
    if raw.results not in ("columns", "rows"):
        raise InvalidInput.word(raw.title, raw.results, ("columns", "rows"))
    if not all(raw.cells):
        raise InvalidInput(raw.title, "an empty row", "a label and cells in every row")
    if not isinstance(raw.columns.by, str):
        raise InvalidInput(f"{raw.title}, columns", "several keys", "one key: only rows may have several")
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
        on_page=raw.page,
        beside=raw.beside,
    )


def _aid(raw: PrintedAid, known: Mapping[str, Figure | Reading], tables: Mapping[str, Table]) -> Aid:
    """A sentence for the page that players use without the program, with the values in force. Raises InvalidInput if a name in it
    is no reading, figure or cell.
    """
    names = tuple(_VALUE.findall(raw.text))
    values: dict[str, str] = {}
    for name in (*names, *raw.readings):
        if name.count("/") == 2 and name.split("/")[0] in tables:
            table, row, column = name.split("/")
            values[name] = tables[table].text(row, column)
        elif name in known:
            values[name] = value_text(known[name].value)
        else:
            raise InvalidInput.word(f"aid {raw.section}", name, known)
    stated = [reading for name in raw.readings if isinstance(reading := known[name], Reading)]
    changed = (reading.described for reading in stated if reading.value != reading.printed)
    text = _VALUE.sub(lambda found: values[found[1]], raw.text)
    return Aid(raw.section, " ".join((text, *changed)), (*names, *raw.readings))


def _modifiers(name: str, raw: PrintedModifiers) -> ModifierList:
    lines: dict[str, Modifier] = {}
    for line in raw.line:
        if line.id in lines:
            raise InvalidInput(f"{raw.title}, {line.id}", "declared twice", "each id once")
        lines[line.id] = Modifier(line.id, line.value, line.text, line.section or raw.section, line.reading, name)
    return ModifierList(name, raw.title, raw.section, MappingProxyType(lines))


def _reading(name: str, raw: PrintedReading, printed: Value | bool, changed: str, bounds: Bounds) -> Reading:
    allowed = ("yes", "no") if isinstance(raw.value, bool) else bounds.words
    on_page = raw.page and not raw.campaign
    return Reading(
        name, raw.value, raw.text, raw.reason, raw.section, changed, allowed, raw.several, printed, on_page, raw.campaign
    )
