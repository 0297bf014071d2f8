"""The moments of a battle as a section of its report."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from fleetbook.core.parsing import capital
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.moments import NOTE, WEIGHT, Moment
from fleetbook.reports.damage.turns import turn_of, when_of
from fleetbook.reports.document import Block, Heading, Item, Listing, Paragraph

MOST_MOMENTS = 12
OPENING, CLOSING = "\"“„«'‘", "\"”“»'’"


def shortened(moments: tuple[Moment, ...], most: int = MOST_MOMENTS) -> tuple[Moment, ...]:
    """The most important moments, as many as fit on a page. A note of the referee is none of them."""
    counted = [moment for moment in moments if moment.kind != NOTE]
    important = sorted(counted, key=lambda moment: (WEIGHT.index(moment.kind), -moment.size))[:most]
    return tuple(moment for moment in moments if moment in important)


def with_notes(shown: Collection[Moment], moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """The moments shown, with each note of the referee in its place."""
    return tuple(moment for moment in moments if moment in shown or moment.kind == NOTE)


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
    outside = moment.kind == NOTE and moment.line and divided and not when.stage.words
    step = f", {journal.ruleset.sequence.phase(journal.data(moment.line).phase).title}" if outside and moment.line else ""
    return f"{turn_of(journal, when)}{step}"


def course_section(
    journal: Journal[Any], moments: Sequence[Moment], charts: Iterable[Block] = (), luck: str = ""
) -> Iterator[Block]:
    """How the battle went: a chart, luck, then the moments by number. The referee's notes have no number, as the chart shows none
    of them.
    """
    yield Heading(2, "Course of the battle", "course")
    yield from charts
    if luck:
        yield Paragraph(f"{luck}.")
    items, number = list[Item](), 0
    for moment in moments:
        is_note, when = moment.kind == NOTE, capital(_when(journal, moment, moments))
        number += not is_note
        text = f"Note: {quoted(moment.text)}" if is_note else f"{moment.text}."
        items.append(Item(text, when if is_note else f"{number}. {when}", line=moment.line or 0, turn=moment.turn))
    yield Listing(tuple(items)) if items else Paragraph("Nobody was hit, nobody left.")
