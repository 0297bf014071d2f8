"""A reference page to print: a rule system's order of play, modifiers, tables and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fleetbook.core.parsing import unit_words
from fleetbook.core.tables.reading import value_text
from fleetbook.reports.document import Block, Figure, Heading, Paragraph, RangeBands, grid
from fleetbook.reports.rules.declared import Rules, TableView
from fleetbook.reports.rules.differences import RulesDiff, difference_row

Bands = Sequence[tuple[str, tuple[float, ...]]]


def reference_blocks(rules: Rules, bands: Bands = (), changed: RulesDiff | None = None) -> Iterator[Block]:
    """The blocks of the reference page, with readings marked.

    ``bands`` are range bands to draw as a chart. ``changed`` is what house rules change, if there are any.
    """
    yield Heading(1, rules.title)
    yield Paragraph(f"{rules.sheet} · distances in {unit_words(rules.unit)}", kind="subtitle")
    if changed:
        yield from _house(changed)
    yield Heading(2, "Order of play", "order")
    yield grid(("Step", "What", "Who"), [(step.number, step.title, step.side) for step in rules.steps])
    if bands:
        yield from _ruler(rules.unit, bands)
    if rules.modifiers:
        yield Heading(2, "Modifiers", "modifiers")
    for modifiers in rules.modifiers:
        yield Heading(3, f"{modifiers.title} ({modifiers.section})")
        yield grid(("", "When"), [(f"{line.value:+d}", _marked(line.text, line.reading)) for line in modifiers.lines], (0,))
    if rules.figures:
        yield Heading(2, "Figures", "figures")
        rows = [(one.id, f"{value_text(one.value)} {one.unit}", one.section) for one in rules.figures]
        yield grid(("What", "Figure", "Section"), rows)
    yield Heading(2, "Tables", "tables")
    for table in rules.tables:
        yield from _table(table)


def _house(changed: RulesDiff) -> Iterator[Block]:
    yield Heading(2, f"House rules in force: {changed.title}", "house")
    if changed.changes:
        yield grid(("Section", "Where", "Printed", "In force", "Because"), map(difference_row, changed.changes))
    else:
        yield Paragraph("They repeat what is printed.")


def _ruler(unit: str, bands: Bands) -> Iterator[Block]:
    """The section on range bands: a chart, and the same as a table for formats without pictures."""
    yield Heading(2, "Ranges", "ranges")
    yield Figure(f"How far each band reaches, in {unit_words(unit)}", RangeBands(unit, tuple(bands)))
    most = max(len(ends) for _, ends in bands)
    rows = [(label, *map(str, ends), *[""] * (most - len(ends))) for label, ends in bands]
    head = ("", *(f"band {number}, to" for number in range(1, most + 1)))
    yield grid(head, rows, range(1, most + 1), charted=True)


def _table(table: TableView) -> Iterator[Block]:
    yield Heading(3, f"{_marked(table.title, table.reading)} ({table.section}){f', throw {table.die}' if table.die else ''}")
    rows = [(label, *map(str, cells)) for label, cells in zip(table.row_labels, table.cells, strict=True)]
    yield grid((table.rows, *table.column_labels), rows)


def _marked(words: str, reading: str) -> str:
    return f"{words} (reading)" if reading else words
