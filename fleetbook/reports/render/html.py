"""The report as one self-contained page of HTML that prints well: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.document import Block, Heading
from fleetbook.reports.blocks.sections import report_blocks
from fleetbook.reports.render.template import render
from fleetbook.reports.views.luck import Watch, silent


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the second level with what stands under it."""

    heading: Heading
    blocks: tuple[Block, ...]


def html_report(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The report; the same battle gives the same bytes. ``warning`` says what is wrong with its file."""
    blocks = report_blocks(journal, warning, watch)
    return render(
        "report.html.j2", title=journal.setup.title, head=list(_before_sections(blocks)), sections=list(_sections(blocks))
    )


def _before_sections(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        if _begins_section(block):
            return
        yield block


def _sections(blocks: Iterable[Block]) -> Iterator[Section]:
    heading: Heading | None = None
    under: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and _begins_section(block):
            if heading:
                yield Section(heading, tuple(under))
            heading, under = block, []
        else:
            under.append(block)
    if heading:
        yield Section(heading, tuple(under))


def _begins_section(block: Block) -> bool:
    return isinstance(block, Heading) and block.level == 2
