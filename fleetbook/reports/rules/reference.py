"""A reference page to print, with a rule system's order of play, modifiers, tables and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fleetbook.core.parsing import numbered, unit_words
from fleetbook.core.tables.reading import value_text
from fleetbook.core.tables.table import RuleTables, up_to
from fleetbook.reports.document import Block, Figure, Heading, Item, Listing, Paragraph, RangeBands, grid
from fleetbook.reports.rules.declared import Rules, TableView
from fleetbook.reports.rules.differences import RulesDiff, difference_row

Bands = Sequence[tuple[str, tuple[float, ...]]]


def reference_blocks(rules: Rules, printed: RuleTables, bands: Bands = (), changed: RulesDiff | None = None) -> Iterator[Block]:
    """The blocks of the reference page, which has all rules that players need if they play without the program.

    ``printed`` are the tables in force. Tables and readings that only the program reads are left out. ``bands`` are range bands
    to draw as a chart. ``changed`` has the changes of house rules, if there are any.
    """
    yield Heading(1, rules.title)
    yield Paragraph(f"{rules.sheet} · distances in {unit_words(rules.unit)}", kind="subtitle")
    if changed:
        yield from _house(changed)
    yield Heading(2, "Order of play", "order")
    yield grid(("Step", "What", "Who"), [(step.number, step.title, step.side) for step in rules.steps])
    if printed.aids:
        yield Heading(2, "How it is played", "aids")
        yield Listing(tuple(Item(aid.text, label=aid.section) for aid in printed.aids))
    if bands:
        yield from _ruler(rules.unit, bands)
    if rules.modifiers:
        yield Heading(2, "Modifiers", "modifiers")
    for modifiers in rules.modifiers:
        yield Heading(3, f"{modifiers.title} ({modifiers.section})")
        rows = [(f"{line.value:+d}", ". ".join(filter(None, (line.text, line.reading)))) for line in modifiers.lines]
        yield grid(("Add", "When"), rows, (0,))
    said = {name for aid in printed.aids for name in aid.names}
    figures = [(one.id, numbered(value_text(one.value), one.unit), one.section) for one in rules.figures if one.id not in said]
    if figures:
        yield Heading(2, "Figures", "figures")
        yield grid(("What", "Figure", "Section"), figures)
    yield Heading(2, "Tables", "tables")
    steps = {step.id: f"{step.number} {step.title}" for step in rules.steps}
    tables = {table.id: table for table in rules.tables}
    second = {table.beside for table in printed.tables.values()}
    for name, table in tables.items():
        if printed.tables[name].on_page and name not in second:
            yield from _table(table, tables.get(printed.tables[name].beside), steps, rules.unit)
    gaps = (printed.readings[view.id] for view in rules.readings if view.id not in said)
    if items := tuple(Item(gap.described, label=gap.section) for gap in gaps if gap.on_page):
        yield Heading(2, "What the sheet leaves open", "gaps")
        yield Listing(items)


def _house(changed: RulesDiff) -> Iterator[Block]:
    yield Heading(2, f"House rules in force: {changed.title}", "house")
    if changed.changes:
        yield grid(("Section", "Where", "Printed", "In force", "Because"), map(difference_row, changed.changes))
    else:
        yield Paragraph("They repeat what is printed.")


def _ruler(unit: str, bands: Bands) -> Iterator[Block]:
    """The section on range bands: a chart, and a table of its data for formats without pictures."""
    yield Heading(2, "Ranges", "ranges")
    yield Figure(f"How far each band reaches, in {unit_words(unit)}", RangeBands(unit, tuple(bands)))
    most = max(len(ends) for _, ends in bands)
    rows = [(label, *map(str, ends), *[""] * (most - len(ends))) for label, ends in bands]
    head = ("", *(f"band {number}, to" for number in range(1, most + 1)))
    yield grid(head, rows, range(1, most + 1), charted=True)


def _table(table: TableView, beside: TableView | None, steps: Mapping[str, str], unit: str) -> Iterator[Block]:
    yield Heading(3, f"{table.title} ({table.section}){f', throw {table.die}' if table.die else ''}")
    if table.reading:
        yield Paragraph(table.reading, kind="plain")
    cells = [tuple(map(str, line)) for line in table.cells]
    if beside:  # the sheet prints both in one cell
        pairs = [tuple(zip(line, map(str, other), strict=True)) for line, other in zip(cells, beside.cells, strict=True)]
        cells = [tuple(one if one == "-" else f"{one} {unit}: {other}" for one, other in line) for line in pairs]
    rows = [(_line(label, steps), *line) for label, line in zip(table.row_labels, cells, strict=True)]
    yield grid((table.rows, *table.column_labels), rows)


def _line(label: str, steps: Mapping[str, str]) -> str:
    """The label of a row in words: a range of numbers such as ``up to 2.9``, or the number and title of a step."""
    return steps.get(label, up_to(label))
