"""The changes made by house rules: each value in force beside the printed value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.house import HouseRules, as_figures
from fleetbook.core.tables.reading import Reading, value_text
from fleetbook.core.tables.table import Figure, ModifierList, RuleTables, Table
from fleetbook.reports.shape import Shape


class Difference(Shape, frozen=True):
    """A value in force that differs from the printed value.

    kind         table, figure, modifier or reading
    row, column  the place of the value in its table, with a modifier's text as its row; empty for figures and readings
    reason       the reason that the house rule gives; empty if it gives none
    """

    kind: str
    id: str
    title: str
    section: str
    row: str
    column: str
    printed: Any
    in_force: Any
    reason: str


class RulesDiff(Shape, frozen=True):
    """The changes that a file of house rules makes.

    printed   the hash of the tables as printed
    in_force  the hash of the tables with the house rules
    repeated  places where the file only repeats the printed rules
    """

    ruleset: str
    rules: str
    title: str
    printed: str
    in_force: str
    changes: tuple[Difference, ...]
    repeated: tuple[str, ...]


def house_diff(ruleset: Ruleset[Any], house: HouseRules) -> RulesDiff:
    """The changes that a file of house rules makes, and the places where it only repeats the printed rules."""
    in_force = ruleset.tables_under((house,))
    return RulesDiff(
        ruleset=ruleset.id,
        rules=ruleset.title,
        title=house.title,
        printed=ruleset.tables.hash,
        in_force=in_force.hash,
        changes=differences(ruleset.tables, in_force),
        repeated=tuple(_repeated(ruleset.tables, house)),
    )


def differences(printed: RuleTables, in_force: RuleTables) -> tuple[Difference, ...]:
    """All values in force that differ from the printed rules, in the order of the rules' files."""
    return (
        *_everywhere(printed.figures, in_force.figures, _in_figure),
        *_everywhere(printed.tables, in_force.tables, _in_table),
        *_everywhere(printed.modifiers, in_force.modifiers, _in_modifiers),
        *_everywhere(printed.readings, in_force.readings, _in_reading),
    )


def _everywhere(
    before: Mapping[str, Any], after: Mapping[str, Any], compare: Callable[[Any, Any], Iterator[Difference]]
) -> Iterator[Difference]:
    for name, changed in after.items():
        if name in before and changed != before[name]:
            yield from compare(before[name], changed)


def _in_table(before: Table, after: Table) -> Iterator[Difference]:
    for row, was, now in zip(after.rows.labels, before.cells, after.cells, strict=True):
        for column, old, new in zip(after.columns.labels, was, now, strict=True):
            if old != new:
                yield Difference.of(after, kind="table", row=row, column=column, printed=old, in_force=new, reason="")


def _in_figure(before: Figure, after: Figure) -> Iterator[Difference]:
    where = {"kind": "figure", "title": after.id, "row": "", "column": ""}
    yield Difference.of(after, **where, printed=before.value, in_force=after.value, reason=after.changed)


def _in_modifiers(before: ModifierList, after: ModifierList) -> Iterator[Difference]:
    for name, line in after.lines.items():
        old = before.lines[name].value
        if line.value != old:
            where = {"kind": "modifier", "section": line.section, "row": line.text, "column": ""}
            yield Difference.of(after, **where, printed=old, in_force=line.value, reason="")


def _in_reading(before: Reading, after: Reading) -> Iterator[Difference]:
    if before.value != after.value:
        where = {"kind": "reading", "title": after.text, "row": "", "column": ""}
        yield Difference.of(after, **where, printed=before.value, in_force=after.value, reason=after.changed)


def _repeated(printed: RuleTables, house: HouseRules) -> Iterator[str]:
    """The places where a file of house rules only repeats the printed rules."""
    house = as_figures(house, printed.former)
    for name, figure in house.figure.items():
        if printed.figure(name).value == figure.value:
            yield name
    for name, change in house.table.items():
        table = printed.table(name)
        whole = dict(zip(table.rows.labels, table.cells, strict=True))
        yield from (f"{table.title}, row {line[0]}" for line in change.cells if tuple(line[1:]) == whole[str(line[0])])
    for name, values in house.modifiers.items():
        lines = printed.modifier_list(name).lines
        yield from (lines[modifier].text for modifier, value in values.items() if lines[modifier].value == value)
    for name, reading in house.reading.items():
        if printed.reading(name).value == reading.value:
            yield printed.reading(name).text


def difference_row(difference: Difference) -> tuple[str, ...]:
    """A difference as the row of a table, with the printed value and the value in force."""
    where = ", ".join(part for part in (difference.title, difference.row, difference.column) if part)
    figures = (difference_figure(difference, value) for value in (difference.printed, difference.in_force))
    return difference.section, where, *figures, difference.reason


def difference_figure(difference: Difference, value: Any) -> str:
    """A value as a referee would write it. A modifier is written with its sign."""
    return f"{value:+d}" if difference.kind == "modifier" else value_text(value)
