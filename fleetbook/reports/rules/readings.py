"""The report's sections on readings, house rules, and differences from the printed rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fleetbook.core.parsing import counted, numbered
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.house import HouseRules, as_figures
from fleetbook.core.tables.table import RuleTables
from fleetbook.reports.document import Block, Heading, Item, Listing, Paragraph, grid
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.rules.differences import difference_row, differences
from fleetbook.reports.shape import Shape
from fleetbook.reports.text_layout import natural_order


class ReadingView(Shape, frozen=True):
    """A reading: how the rules settle a point that the printed sheet leaves open.

    changed  the reason that a house rule gives for changing the reading; empty if no house rule changed it
    used     whether an order in force used the reading
    """

    id: str
    section: str
    value: Any
    text: str
    reason: str
    changed: str
    used: bool


class HouseView(Shape, frozen=True):
    """A file of house rules, and each of its changes in words."""

    title: str
    changes: tuple[str, ...]


def readings(journal: Journal[Any]) -> tuple[ReadingView, ...]:
    """The readings that orders in force used or that house rules changed, by section."""
    used = {name for record in records_in_force(journal) for name in record.consulted}
    views = reading_views(journal.start.tables, used | set(journal.start.rules.look_ups.readings))
    return tuple(reading for reading in views if reading.used or reading.changed)


def reading_views(tables: RuleTables, used: Iterable[str] = ()) -> tuple[ReadingView, ...]:
    """All readings of a rule system's tables, by section. ``used`` are the ids of readings to mark as used."""
    used = set(used)
    views = (ReadingView.of(reading, used=reading.id in used) for reading in tables.readings.values())
    return tuple(sorted(views, key=lambda reading: natural_order(reading.section)))


def house_rules(journal: Journal[Any]) -> tuple[HouseView, ...]:
    """The house rules in force, by file."""
    tables = journal.start.tables
    return tuple(HouseView(title=rules.title, changes=tuple(_changes(rules, tables))) for rules in journal.setup.house)


def _changes(rules: HouseRules, tables: RuleTables) -> Iterator[str]:
    rules = as_figures(rules, tables.former)
    for name, figure in rules.figure.items():
        yield f"{name}: {numbered(str(figure.value), tables.figure(name).unit)}".strip()
    for name, change in rules.table.items():
        for row in change.cells:
            yield f"{tables.table(name).title}, row {row[0]}: {', '.join(str(cell) for cell in row[1:])}"
    for name, values in rules.modifiers.items():
        modifiers = tables.modifier_list(name)
        for modifier, value in values.items():
            yield f"{modifiers.title}: {value:+d} {modifiers.line(modifier).text}"
    for name, reading in rules.reading.items():
        yield f"{tables.reading(name).described} because: {reading.reason}"


def readings_section(journal: Journal[Any]) -> Iterator[Block]:
    """The section on readings: how many the battle used, and each reading that a house rule changed. Empty if the battle used
    none.
    """
    used = readings(journal)
    items = [
        Item(
            f"{reading.section}: {journal.start.tables.readings[reading.id].described}",
            remark=f"changed by a house rule: {reading.changed}" if reading.changed else "",
        )
        for reading in used
        if reading.changed
    ]
    if used:
        yield Heading(2, "Readings", "readings")
        usual = f"{len(used) - len(items)} of them" if items else "all"
        yield Paragraph(
            f"The sheet left {counted(len(used), 'point')} open in this battle, {usual} read as fleetbook proposes: see "
            f"fleetbook rules {journal.ruleset.id}."
        )
        if items:
            yield Listing(tuple(items))


def house_section(journal: Journal[Any]) -> Iterator[Block]:
    """The section on house rules by file, then on all differences from the printed rules."""
    for house in house_rules(journal):
        yield Heading(2, f"House rules: {house.title}", "house")
        yield Listing(tuple(map(Item, house.changes)))
    yield Heading(2, "Against the printed rules", "differences")
    found = differences(journal.ruleset.tables, journal.start.tables)
    if found:
        yield grid(("Section", "Where", "Printed", "In force", "Because"), map(difference_row, found))
    else:
        yield Paragraph("No table, modifier or reading is changed.")
