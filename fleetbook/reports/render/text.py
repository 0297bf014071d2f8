"""Render the report as plain text, for a terminal, a mail or a simple printer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Grid, Heading, Item, Listing, Paragraph, Prose
from fleetbook.reports.sections import report_blocks
from fleetbook.reports.text_layout import broken, cell_width, columns, narrowed, printable, wrapped
from fleetbook.reports.watch import Watch, silent

CELLS, WIDEST = 80, 100  # the width of text, and of tables, in cells
RULES = {1: "=", 2: "-"}


def text_report(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The whole report as plain text. ``warning`` describes damage to the battle's file, if any."""
    return written(report_blocks(journal, warning, watch))


def written(blocks: Iterable[Block]) -> str:
    """The blocks as plain text, ending with a newline."""
    texts = ("\n".join(_block(block)) for block in blocks)
    return "\n\n".join(text for text in texts if text) + "\n"


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield from _heading(block)
    elif isinstance(block, Paragraph):
        yield from wrapped(printable(f"{block.label} {block.text}".strip()), CELLS)
    elif isinstance(block, Prose):
        yield from _prose(block.text)
    elif isinstance(block, Grid):
        yield from table_lines(block)
    elif isinstance(block, Listing):
        for item in block.items:
            yield from _item(item)


def _heading(heading: Heading) -> Iterator[str]:
    text = printable(heading.text)
    yield text.upper() if heading.level == 2 else text
    if heading.level in RULES:
        yield RULES[heading.level] * min(cell_width(text), CELLS)


def _prose(text: str) -> Iterator[str]:
    for place, paragraph in enumerate(text.strip().replace("\r\n", "\n").split("\n\n")):
        if place:
            yield ""
        yield from wrapped(printable(paragraph), CELLS)


def table_lines(grid: Grid) -> Iterator[str]:
    """A table as aligned text. If its lines would be too long, text in the widest columns is wrapped."""
    rows = [[printable(str(cell)) for cell in row] for row in (grid.head, *grid.rows)]
    sizes = narrowed(rows, WIDEST)
    lines = list(columns([line for row in rows for line in broken(row, sizes)], grid.right))
    below = len(list(broken(rows[0], sizes)))
    yield from lines[:below]
    yield "-" * max(map(cell_width, lines))
    yield from lines[below:]


def _item(item: Item) -> Iterator[str]:
    label = f"{printable(item.label)} " if item.label else ""
    remark = f" ({printable(item.remark)})" if item.remark else ""
    struck = "[taken back] " if item.struck and not item.depth else ""
    mark = "- " if not item.label or item.depth else ""
    indent = "  " * item.depth
    text = f"{mark}{label}{struck}{printable(item.text)}{remark}"
    for number, line in enumerate(wrapped(text, CELLS - len(indent) - 4)):
        yield f"{indent}{'    ' if number else ''}{line}"
