"""The report as plain text, for a terminal, a mail or a printer of the old kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from fleetbook.core.journal import Journal
from fleetbook.reports.contents.whole import report_blocks
from fleetbook.reports.document import Block, Grid, Heading, Item, Listing, Paragraph, Prose
from fleetbook.reports.plain import columns, printable, width, wrapped

CELLS, WIDEST, NARROWEST, GAP = 80, 100, 12, "  "
"""Text is broken at the first; columns are broken where a table is wider than the second, but none to less than the third."""
RULES = {1: "=", 2: "-"}


def text_report(journal: Journal[Any], warning: str = "") -> str:
    """The report, ending with a newline; the same battle gives the same bytes. ``warning`` says what is wrong with its file."""
    blocks = ("\n".join(_block(block)) for block in report_blocks(journal, warning))
    return "\n\n".join(text for text in blocks if text) + "\n"


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield from _heading(block)
    elif isinstance(block, Paragraph):
        yield from wrapped(printable(f"{block.label} {block.text}".strip()), CELLS)
    elif isinstance(block, Prose):
        yield from _prose(block.text)
    elif isinstance(block, Grid):
        yield from _table(block)
    elif isinstance(block, Listing):
        for item in block.items:
            yield from _item(item)


def _heading(heading: Heading) -> Iterator[str]:
    text = printable(heading.text)
    yield text.upper() if heading.level == 2 else text
    if heading.level in RULES:
        yield RULES[heading.level] * min(width(text), CELLS)


def _prose(text: str) -> Iterator[str]:
    for place, paragraph in enumerate(text.strip().replace("\r\n", "\n").split("\n\n")):
        if place:
            yield ""
        yield from wrapped(printable(paragraph), CELLS)


def _table(grid: Grid) -> Iterator[str]:
    """Columns set under each other; where the lines would be too long, the cells of the widest columns are broken."""
    rows = [[printable(str(cell)) for cell in row] for row in (grid.head, *grid.rows)]
    cells = [max(width(row[place]) for row in rows) for place in range(len(grid.head))]
    while sum(cells) + len(GAP) * (len(cells) - 1) > WIDEST and max(cells) > NARROWEST:
        cells[cells.index(max(cells))] -= 1
    lines = list(columns([line for row in rows for line in _broken(row, cells)], grid.right, GAP))
    below = len(list(_broken(rows[0], cells)))
    yield from lines[:below]
    yield "-" * max(map(width, lines))
    yield from lines[below:]


def _broken(row: Sequence[str], cells: Sequence[int]) -> Iterator[list[str]]:
    """A row as one or more lines of these widths."""
    parts = [list(wrapped(cell, wide)) or [""] for cell, wide in zip(row, cells, strict=True)]
    return ([part or "" for part in line] for line in zip_longest(*parts))


def _item(item: Item) -> Iterator[str]:
    label = f"{printable(item.label)} " if item.label else ""
    remark = f" ({printable(item.remark)})" if item.remark else ""
    struck = "[taken back] " if item.struck and not item.depth else ""
    mark = "- " if not item.label or item.depth else ""
    yield from _hanging(f"{mark}{label}{struck}{printable(item.text)}{remark}", "  " * item.depth)


def _hanging(text: str, indent: str) -> Iterator[str]:
    """Text whose further lines stand four cells in."""
    first = True
    for line in wrapped(text, CELLS - len(indent) - 4):
        yield f"{indent}{'' if first else '    '}{line}"
        first = False
