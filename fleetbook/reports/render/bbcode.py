"""Render the report in BBCode, for forums. Tables are fixed-width text, because most forums have no tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Grid, Heading, Item, Listing, Paragraph, Prose
from fleetbook.reports.render.text import table_lines
from fleetbook.reports.sections import report_blocks
from fleetbook.reports.text_layout import printable
from fleetbook.reports.watch import Watch, silent

SIZES = {1: 150, 2: 120}  # font size of headings by level, in percent


def bbcode(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The whole report as BBCode. ``warning`` describes damage to the battle's file, if any."""
    return written(report_blocks(journal, warning, watch))


def written(blocks: Iterable[Block]) -> str:
    """The blocks as a forum post, ending with a newline."""
    texts = ("\n".join(_block(block)) for block in blocks)
    return "\n\n".join(text for text in texts if text) + "\n"


def plain(text: str) -> str:
    """The text made safe from being read as BBCode: square brackets become round ones."""
    return printable(text).replace("[", "(").replace("]", ")")


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        bold = f"[b]{plain(block.text)}[/b]"
        yield f"[size={SIZES[block.level]}]{bold}[/size]" if block.level in SIZES else bold
    elif isinstance(block, Paragraph):
        label = f"[b]{plain(block.label)}[/b] " if block.label else ""
        yield f"{label}{plain(block.text)}"
    elif isinstance(block, Prose):
        yield plain(" ".join(block.text.split()))
    elif isinstance(block, Grid):
        yield "[code]"
        yield from map(plain, table_lines(block))
        yield "[/code]"
    elif isinstance(block, Listing):
        yield "[list]"
        yield from map(_item, block.items)
        yield "[/list]"


def _item(item: Item) -> str:
    label = f"[b]{plain(item.label)}[/b] " if item.label else ""
    remark = f" [i]({plain(item.remark)})[/i]" if item.remark else ""
    words = f"[s]{plain(item.text)}[/s]" if item.struck else plain(item.text)
    return f"[*]{label}{words}{remark}"
