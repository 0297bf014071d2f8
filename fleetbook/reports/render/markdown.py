"""Render the report as Markdown. Text by users is escaped, and tables are aligned in the source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Cell, Grid, Heading, Item, Link, Listing, Paragraph, Prose
from fleetbook.reports.sections import report_blocks
from fleetbook.reports.text_layout import cell_width, filled, printable
from fleetbook.reports.watch import Watch, silent

_MARKS = re.compile(r"[\\`*_\[\]|~$]")
_ENTITIES = str.maketrans({"<": "&lt;", ">": "&gt;"})
_BEGINS_ENTITY = re.compile(r"&(?=#|[A-Za-z][A-Za-z0-9]*(?:;|$))")  # the & in "A&A sheet" begins no entity
_LINKS = re.compile(r":(?=//)|(?<=\S)\.(?=[^\W\d_])|(?<=[Ww][Ww][Ww])\.|@")
_LINE_START = re.compile(r"^(?:[#+=-]|\d{1,9}(?=[.)]))")


def escaped(text: str) -> str:
    """The text escaped so that Markdown shows it unchanged, in a line or a cell of a table."""
    whole = _BEGINS_ENTITY.sub("&amp;", printable(text)).translate(_ENTITIES)
    return _LINKS.sub(lambda found: f"&#{ord(found[0])};", _MARKS.sub(r"\\\g<0>", whole))


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a scenario's text, escaped so that none becomes a heading or a list."""
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = [_line(line) for line in block.splitlines() if line.strip()]
        if lines:
            yield "\n".join(lines)


def _line(line: str) -> str:
    text = escaped(line.strip())
    found = _LINE_START.match(text)
    if not found:
        return text
    return f"{found[0]}\\{text[found.end() :]}" if found[0].isdigit() else f"\\{text}"


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]], right: Iterable[int] = ()) -> str:
    """A table in Markdown, aligned in the source. ``right`` lists the columns to be aligned right."""
    to_right = set(right)
    lines = [[_cell(cell) for cell in line] for line in (head, *rows)]
    widest = [max(3, *(cell_width(line[place]) for line in lines)) for place in range(len(head))]
    rule = [f"{'-' * (cells - 1)}:" if place in to_right else "-" * cells for place, cells in enumerate(widest)]
    laid = ([filled(cell, widest[place], place in to_right) for place, cell in enumerate(line)] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in (next(laid), rule, *laid))


def _cell(cell: Cell) -> str:
    link = isinstance(cell, Link) and cell.address
    return f"[{escaped(str(cell))}](<{link}>)" if link else escaped(str(cell))


def markdown(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The whole report as Markdown. ``warning`` describes damage to the battle's file, if any."""
    return written(report_blocks(journal, warning, watch))


def written(blocks: Iterable[Block]) -> str:
    """The blocks as Markdown, ending with a newline."""
    return "\n\n".join(text for block in blocks for text in _block(block)) + "\n"


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {escaped(block.text)}"
    elif isinstance(block, Paragraph):
        label = f"**{escaped(block.label)}** " if block.label else ""
        yield f"{label}{escaped(block.text)}"
    elif isinstance(block, Prose):
        yield from paragraphs(block.text)
    elif isinstance(block, Grid):
        yield table(block.head, block.rows, block.right)
    elif isinstance(block, Listing):
        yield "\n".join(map(_item, block.items))


def _item(item: Item) -> str:
    label = f"**{escaped(item.label)}**" if item.label else ""
    words = " ".join(part for part in (label, escaped(item.text)) if part)
    struck = f"~~{words}~~" if item.struck else words
    return f"{'  ' * item.depth}- {struck}" + (f" *({escaped(item.remark)})*" if item.remark else "")
