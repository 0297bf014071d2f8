"""The course of the battle in a report: its turning points, turn by turn, and the referee's notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.document import Block, Heading, Item, Listing, Paragraph
from fleetbook.reports.shapes.fight import LuckTold, Moment
from fleetbook.reports.views.course import fortunes
from fleetbook.reports.views.turns import when_of


def course_section(journal: Journal[Any], moments: Iterable[Moment], luck: LuckTold | None = None) -> Iterator[Block]:
    """A line for each turning point; a note of the referee's as he wrote it."""
    yield Heading(2, "Course of the battle", "course")
    items = tuple(
        Item(_words(moment), f"Turn {when_of(journal, moment.turn, moment.line).words}", line=moment.line or 0)
        for moment in moments
    )
    yield Listing(items) if items else Paragraph("Nobody was hit, nobody left.")
    told = fortunes(luck) if luck else ""
    if told:
        yield Paragraph(f"{told}.")


def _words(moment: Moment) -> str:
    return f"“{moment.text}”" if moment.kind == "note" else f"{moment.text}."
