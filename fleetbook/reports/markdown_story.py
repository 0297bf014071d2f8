"""The battle told by turn and step, for the page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.journal import Journal
from fleetbook.core.record import Record
from fleetbook.reports.chronicle import Chapter, chapters
from fleetbook.reports.lines import dice_seen, working
from fleetbook.reports.markdown_text import escaped


def story(journal: Journal[Any]) -> Iterator[str]:
    """A heading for each turn and step, under it its lines. What was taken back is struck through."""
    yield "## The battle"
    turn, in_force = 0, journal.in_force()
    for chapter in chapters(journal):
        if chapter.turn != turn:
            yield f"### Turn {chapter.turn}{', gone back to' if chapter.turn < turn else ''}"
            turn = chapter.turn
        yield f"#### Step {chapter.number}: {escaped(chapter.title)}"
        yield _lines(journal, chapter, in_force)
    if not journal.records:
        yield "No order was given."


def _lines(journal: Journal[Any], chapter: Chapter, in_force: set[int]) -> str:
    return "\n".join(line for record in chapter.records for line in _line(journal, record, record.number in in_force))


def _line(journal: Journal[Any], record: Record, in_force: bool) -> Iterator[str]:
    if not record.is_order:
        yield f"- **{record.number}** ⟲ {escaped(record.headline)}"
        return
    yield f"- {_struck(f'**{record.number}** {escaped(record.headline)}', in_force)}{_remark(record, in_force)}"
    for told in working(journal, record):
        yield f"  {'  ' * told.depth}- {_struck(escaped(told.text), in_force)}"


def _struck(text: str, in_force: bool) -> str:
    return text if in_force else f"~~{text}~~"


def _remark(record: Record, in_force: bool) -> str:
    remarks = [f"by the referee's ruling: {escaped(record.reason)}"] if record.reason else []
    if not in_force:
        remarks.append("taken back after its dice had been seen" if dice_seen(record, in_force) else "taken back")
    return f" *({'; '.join(remarks)})*" if remarks else ""
