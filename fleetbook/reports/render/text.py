"""The report as plain text, for a terminal, a mail or a printer of the old kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.document import Block, Grid, Heading, Item, Listing, Paragraph, Prose
from fleetbook.reports.blocks.sections import report_blocks
from fleetbook.reports.text_layout import columns, printable, width, wrapped
from fleetbook.reports.views.luck import Watch, silent

CELLS, WIDEST, LONGEST_WORD, GAP = 80, 100, 24, "  "
"""Text is broken at the first; cells are broken where a table is wider than the second, and words longer than the third too."""
RULES = {1: "=", 2: "-"}


def text_report(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The report, ending with a newline; the same battle gives the same bytes. ``warning`` says what is wrong with its file."""
    blocks = ("\n".join(_block(block)) for block in report_blocks(journal, warning, watch))
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
    cells = _widths(rows)
    lines = list(columns([line for row in rows for line in _broken(row, cells)], grid.right, GAP))
    below = len(list(_broken(rows[0], cells)))
    yield from lines[:below]
    yield "-" * max(map(width, lines))
    yield from lines[below:]


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """How wide each column is. Where the table would be too wide cells are broken, first between words, then inside long ones."""
    in_columns = list(zip(*rows, strict=True))
    cells = [max(map(width, column)) for column in in_columns]
    words = [max((width(word) for cell in column for word in cell.split()), default=0) for column in in_columns]
    for least in (words, [min(longest, LONGEST_WORD) for longest in words]):
        _narrow(cells, least)
    return cells


def _narrow(cells: list[int], least: Sequence[int]) -> None:
    """Take from the widest columns that have anything to spare until the table fits."""
    while sum(cells) + len(GAP) * (len(cells) - 1) > WIDEST:
        spare = [place for place, wide in enumerate(cells) if wide > least[place]]
        if not spare:
            return
        cells[max(spare, key=lambda place: cells[place])] -= 1


def _broken(row: Sequence[str], cells: Sequence[int]) -> Iterator[list[str]]:
    """A row as one or more lines of these widths."""
    parts = [list(wrapped(_divided(cell, wide), wide)) for cell, wide in zip(row, cells, strict=True)]
    return ([part or "" for part in line] for line in zip_longest(*parts))


def _divided(text: str, cells: int) -> str:
    """Text whose words longer than so many cells are divided."""
    return " ".join(part for word in text.split() for part in _parts(word, cells))


def _parts(word: str, cells: int) -> Iterator[str]:
    part = ""
    for letter in word:
        if part and width(part + letter) > cells:
            yield part
            part = ""
        part += letter
    yield part


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
