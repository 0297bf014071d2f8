"""The report as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.document import Block, Grid, Heading, Item, Listing, Paragraph, Prose
from fleetbook.reports.blocks.sections import report_blocks
from fleetbook.reports.render.markdown_text import escaped, paragraphs, table
from fleetbook.reports.watch import Watch, silent


def markdown(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The report, ending with a newline; the same battle gives the same bytes. ``warning`` says what is wrong with its file."""
    return written(report_blocks(journal, warning, watch))


def written(blocks: Iterable[Block]) -> str:
    """Blocks as Markdown that ends with a newline."""
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
        yield table(block.head, ([str(cell) for cell in row] for row in block.rows), block.right)
    elif isinstance(block, Listing):
        yield "\n".join(map(_item, block.items))


def _item(item: Item) -> str:
    label = f"**{escaped(item.label)}**" if item.label else ""
    words = " ".join(part for part in (label, escaped(item.text)) if part)
    struck = f"~~{words}~~" if item.struck else words
    return f"{'  ' * item.depth}- {struck}" + (f" *({escaped(item.remark)})*" if item.remark else "")
