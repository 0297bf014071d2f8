"""The rules in force in a report: readings gone by, house rules, and how they differ from the sheet as printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.reading import value_text
from fleetbook.reports.blocks.document import Block, Heading, Item, Listing, Paragraph, grid
from fleetbook.reports.shapes.fight import Difference
from fleetbook.reports.views.differences import differences
from fleetbook.reports.views.history import house_rules, readings


def readings_section(journal: Journal[Any]) -> Iterator[Block]:
    """The readings that the battle went by."""
    gone_by = readings(journal)
    if gone_by:
        yield Heading(2, "Readings", "readings")
        yield Paragraph("Where the sheet is silent, the battle went by these:")
        yield Listing(
            tuple(
                Item(
                    f"{reading.section}: {journal.start.tables.readings[reading.id].described}",
                    remark=f"changed by a house rule: {reading.changed}" if reading.changed else "",
                )
                for reading in gone_by
            )
        )


def house_section(journal: Journal[Any]) -> Iterator[Block]:
    """House rules file by file, then everything that is not as printed."""
    for house in house_rules(journal):
        yield Heading(2, f"House rules: {house.title}", "house")
        yield Listing(tuple(Item(change) for change in house.changes))
    yield Heading(2, "Against the printed rules", "differences")
    found = differences(journal.ruleset.tables, journal.start.tables)
    if found:
        yield grid(("Section", "Where", "Printed", "In force", "Because"), [difference_row(difference) for difference in found])
    else:
        yield Paragraph("Every table, modifier and reading is as printed.")


def difference_row(difference: Difference) -> tuple[str, ...]:
    """Section, place, the printed figure, that in force, and why."""
    where = ", ".join(part for part in (difference.title, difference.row, difference.column) if part)
    return (
        difference.section,
        where,
        *(_shown(difference, value) for value in (difference.printed, difference.in_force)),
        difference.reason,
    )


def _shown(difference: Difference, value: Any) -> str:
    return f"{value:+d}" if difference.kind == "modifier" else value_text(value)
