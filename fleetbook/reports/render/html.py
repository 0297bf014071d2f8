"""Render the report as one page of HTML that prints well. It loads no scripts, fonts or pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.turns import when_of
from fleetbook.reports.document import Block, Heading, Item, Listing, Paragraph
from fleetbook.reports.render.photo import Photo
from fleetbook.reports.render.template import render
from fleetbook.reports.sections import report_blocks
from fleetbook.reports.watch import Watch, silent

COURSE, FOLDED = "course", "story"
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
    blocks: tuple[Block | Fold | Pictured, ...]


@dataclass(frozen=True, slots=True)
class Pictured:
    """The list of a battle's moments with photos. The photos that follow an item are stored under its number, from 1. Photos
    before the first item are stored under 0.
    """

    listing: Listing
    photos: Mapping[int, Sequence[Photo]]


def html_report(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The whole report as HTML. ``warning`` describes damage to the battle's file, if any."""
    return written(report_blocks(journal, warning, watch))


def placed(photos: Iterable[Photo], journal: Journal[Any]) -> list[Photo]:
    """The photos, with the turn filled in for each photo of a journal line. Raises InvalidInput for a line that the journal does
    not have.
    """
    return [_placed(photo, journal) if photo.line else photo for photo in photos]


def _placed(photo: Photo, journal: Journal[Any]) -> Photo:
    last = journal.next_number - 1
    if photo.line > last:
        raise InvalidInput("line of a photo", str(photo.line), f"1 to {last}" if last else "none: the journal is empty")
    turn = journal.record(photo.line).turn
    return msgspec.structs.replace(photo, turn=turn, when=f"Turn {when_of(journal, turn, photo.line).words}")


def written(blocks: Sequence[Block], photos: Sequence[Photo] = (), kicker: str = "Battle report") -> str:
    """The blocks as a page. Photos with a line stand among the moments of the battle's course. The others stand below the title,
    and so do all photos if there are no moments. ``kicker`` is a line above the title that names the kind of page.
    """
    sections = _sections(blocks)
    listed = [section for section in sections if any(isinstance(block, Listing) for block in section.blocks)]
    course = [section for section in listed if section.heading.id == COURSE]
    of_line = [photo for photo in photos if photo.line and course]
    if of_line:
        sections = [_with_photos(section, of_line) if section in course else section for section in sections]
    head = list(takewhile(lambda block: not _begins_section(block), blocks))
    title = next((block.text for block in head if isinstance(block, Heading)), "")
    return render(
        "report.html.j2",
        title=title,
        kicker=kicker,
        head=head,
        photos=[photo for photo in photos if photo not in of_line],
        sections=sections,
    )


def _with_photos(course: Section, photos: Iterable[Photo]) -> Section:
    """The section on the battle's course with each photo placed after the last moment that is not later than the photo."""
    found: list[Block | Fold | Pictured] = []
    for block in course.blocks:
        if isinstance(block, Listing):
            behind: dict[int, list[Photo]] = {}
            for photo in sorted(photos, key=lambda photo: photo.line):
                before = (number for number, item in enumerate(block.items, start=1) if _is_before(item, photo))
                behind.setdefault(max(before, default=0), []).append(photo)
            found.append(Pictured(block, behind))
        else:
            found.append(block)
    return Section(course.heading, tuple(found))


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


def _is_before(item: Item, photo: Photo) -> bool:
    """Whether a moment comes before a photo or at the same time. A moment without a line, at the end of a turn, comes after the
    photos of that turn.
    """
    return item.turn < photo.turn or (item.turn == photo.turn and 0 < item.line <= photo.line)
