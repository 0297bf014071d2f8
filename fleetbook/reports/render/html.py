"""The report as one page of HTML that prints well. It needs no script, no font and no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Heading
from fleetbook.reports.render.photo import Photo
from fleetbook.reports.render.template import render
from fleetbook.reports.sections import report_blocks
from fleetbook.reports.watch import Watch, silent

FOLDED = "story"


@dataclass(frozen=True, slots=True)
class Fold:
    """A heading whose blocks are shown when it is opened."""

    heading: Heading
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the second level with its blocks."""

    heading: Heading
    blocks: tuple[Block | Fold, ...]


def html_report(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The report; the same battle gives the same bytes. ``warning`` names a fault of its file."""
    return written(report_blocks(journal, warning, watch))


def written(blocks: Sequence[Block], photos: Sequence[Photo] = (), kicker: str = "Battle report") -> str:
    """Blocks as a page, with photos under its head; ``kicker`` names the kind of page."""
    head = list(takewhile(lambda block: not _begins_section(block), blocks))
    title = next((block.text for block in head if isinstance(block, Heading)), "")
    return render("report.html.j2", title=title, kicker=kicker, head=head, photos=photos, sections=list(_sections(blocks)))


def _sections(blocks: Iterable[Block]) -> Iterator[Section]:
    heading: Heading | None = None
    under: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and _begins_section(block):
            if heading:
                yield _section(heading, under)
            heading, under = block, []
        else:
            under.append(block)
    if heading:
        yield _section(heading, under)


def _section(heading: Heading, under: Sequence[Block]) -> Section:
    return Section(heading, tuple(_folded(under)) if heading.id == FOLDED else tuple(under))


def _folded(blocks: Sequence[Block]) -> Iterator[Block | Fold]:
    """A fold for each turn."""
    turns = [place for place, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 3]
    yield from blocks[: turns[0] if turns else len(blocks)]
    for start, end in pairwise((*turns, len(blocks))):
        heading = blocks[start]
        assert isinstance(heading, Heading)
        yield Fold(heading, tuple(blocks[start + 1 : end]))


def _begins_section(block: Block) -> bool:
    return isinstance(block, Heading) and block.level == 2
