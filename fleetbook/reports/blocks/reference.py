"""A page for the table: what is looked up at a rule system most, its order of play, modifiers, tables and figures."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.reports.blocks.document import Block, Heading, Paragraph, grid
from fleetbook.reports.shapes.rules import ModifiersTold, Rules, TableTold
from fleetbook.reports.views.history import value_text


def reference_blocks(told: Rules) -> Iterator[Block]:
    """The page, as printed; readings where the sheet is silent are marked."""
    yield Heading(1, told.title)
    yield Paragraph(f"{told.sheet} · distances in {told.unit}", kind="subtitle")
    yield Heading(2, "Order of play", "order")
    yield grid(("Step", "What", "Who"), [(step.number, step.title, step.side) for step in told.steps])
    if told.modifiers:
        yield Heading(2, "Modifiers", "modifiers")
    for modifiers in told.modifiers:
        yield from _modifiers(modifiers)
    yield Heading(2, "Tables", "tables")
    for table in told.tables:
        yield from _table(table)
    if told.figures:
        yield Heading(2, "Figures", "figures")
        rows = [(one.id, f"{value_text(one.value)} {one.unit}", one.section) for one in told.figures]
        yield grid(("What", "Figure", "Section"), rows)


def _modifiers(modifiers: ModifiersTold) -> Iterator[Block]:
    yield Heading(3, f"{modifiers.title} ({modifiers.section})")
    yield grid(("", "When"), [(f"{line.value:+d}", _marked(line.text, line.reading)) for line in modifiers.lines], (0,))


def _table(table: TableTold) -> Iterator[Block]:
    yield Heading(3, f"{_marked(table.title, table.reading)} ({table.section}){f', throw {table.die}' if table.die else ''}")
    rows = [(label, *map(str, cells)) for label, cells in zip(table.row_labels, table.cells, strict=True)]
    yield grid((table.rows, *table.column_labels), rows)


def _marked(words: str, reading: str) -> str:
    return f"{words} (reading)" if reading else words
