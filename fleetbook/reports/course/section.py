"""The moments of a battle as a section of its report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fleetbook.core.parsing import capital
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.moments import WEIGHT, Moment
from fleetbook.reports.damage.turns import turn_of, when_of
from fleetbook.reports.document import Block, Heading, Item, Listing, Paragraph

MOST_MOMENTS = 12
OPENING, CLOSING = "\"“„«'‘", "\"”“»'’"


def shortened(moments: tuple[Moment, ...], most: int = MOST_MOMENTS, always: str = "") -> tuple[Moment, ...]:
    """The most important moments, as many as fit on a page. Those of the kind ``always`` are added."""
    counted = [moment for moment in moments if moment.kind != always]
    important = sorted(counted, key=lambda moment: (WEIGHT.index(moment.kind), -moment.size))[:most]
    return tuple(moment for moment in moments if moment in important or moment.kind == always)


def quoted(note: str) -> str:
    """A note in quotation marks. A note such as ``Togo: "Close the range"`` is already a quotation, with its speaker."""
    speaker, _, words = note.partition(": ")
    if speaker and len(words) > 2 and words[0] in OPENING and words[-1] in CLOSING:
        return f"“{words[1:-1]}” ({speaker})"
    return f"“{note}”"


def _when(journal: Journal[Any], moment: Moment, moments: Iterable[Moment]) -> str:
    """The turn or stage of a moment. A note outside the stages of a divided turn has its step, so that it does not seem to belong
    to the moment before it.
    """
    when = when_of(journal, moment.turn, moment.line)
    divided = any(when_of(journal, one.turn, one.line).stage.words for one in moments if one.turn == moment.turn)
    outside = moment.kind == "note" and moment.line and divided and not when.stage.words
    step = f", {journal.ruleset.sequence.phase(journal.data(moment.line).phase).title}" if outside and moment.line else ""
    return f"{turn_of(journal, when)}{step}"


def course_section(
    journal: Journal[Any], moments: Sequence[Moment], charts: Iterable[Block] = (), luck: str = ""
) -> Iterator[Block]:
    """How the battle went: a chart, luck, then the moments by number. The referee's notes are told as such."""
    yield Heading(2, "Course of the battle", "course")
    yield from charts
    if luck:
        yield Paragraph(f"{luck}.")
    items = tuple(
        Item(
            f"Note: {quoted(moment.text)}" if moment.kind == "note" else f"{moment.text}.",
            f"{number}. {capital(_when(journal, moment, moments))}",
            line=moment.line or 0,
            turn=moment.turn,
        )
        for number, moment in enumerate(moments, start=1)
    )
    yield Listing(items) if items else Paragraph("Nobody was hit, nobody left.")
