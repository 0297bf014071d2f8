"""Render the report as one page of HTML that prints well. It loads no scripts, fonts or pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Heading, Paragraph
from fleetbook.reports.render.photo import Photo
from fleetbook.reports.render.template import render
from fleetbook.reports.sections import report_blocks
from fleetbook.reports.watch import Watch, silent

FOLDED = "story"
ON_PAPER = Paragraph(
    "Only turns that are open on the screen are printed. fleetbook report --part story writes them all to print.", kind="on-paper"
)


@dataclass(frozen=True, slots=True)
class Fold:
    """A heading that hides its blocks until the reader opens it. ``is_open`` shows them from the start."""

    heading: Heading
    blocks: tuple[Block, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the page: a heading of the second level with its blocks."""

    heading: Heading
    blocks: tuple[Block | Fold, ...]


def html_report(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The whole report as HTML. ``warning`` describes damage to the battle's file, if any."""
    return written(report_blocks(journal, warning, watch))


def written(blocks: Sequence[Block], photos: Sequence[Photo] = (), kicker: str = "Battle report") -> str:
    """The blocks as a page, with photos below the title. ``kicker`` is a line above the title that names the kind of page."""
    head = list(takewhile(lambda block: not _begins_section(block), blocks))
    title = next((block.text for block in head if isinstance(block, Heading)), "")
    return render("report.html.j2", title=title, kicker=kicker, head=head, photos=photos, sections=_sections(blocks))


def _sections(blocks: Iterable[Block]) -> list[Section]:
    """The sections of a page. The story is folded, unless the page holds nothing else."""
    found: list[tuple[Heading, list[Block]]] = []
    for block in blocks:
        if isinstance(block, Heading) and _begins_section(block):
            found.append((block, []))
        elif found:
            found[-1][1].append(block)
    alone = len(found) == 1
    return [Section(heading, tuple(_folded(under, alone)) if heading.id == FOLDED else tuple(under)) for heading, under in found]


def _folded(blocks: Sequence[Block], is_open: bool) -> Iterator[Block | Fold]:
    """Fold the blocks of each turn under the turn's heading."""
    turns = [place for place, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 3]
    if turns and not is_open:
        yield ON_PAPER
    yield from blocks[: turns[0] if turns else len(blocks)]
    for start, end in pairwise((*turns, len(blocks))):
        heading = blocks[start]
        assert isinstance(heading, Heading)
        yield Fold(heading, tuple(blocks[start + 1 : end]), is_open)


def _begins_section(block: Block) -> bool:
    return isinstance(block, Heading) and block.level == 2
