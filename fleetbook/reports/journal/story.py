"""The battle told by turn and step, with the working behind each result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.working import working
from fleetbook.reports.document import Block, Heading, Item, Listing, Paragraph
from fleetbook.reports.journal.lines import dice_seen, result_texts
from fleetbook.reports.watch import Watch, silent


@dataclass(frozen=True, slots=True)
class Chapter:
    """Lines written one after another in the same step."""

    turn: int
    number: str
    title: str
    records: tuple[Record, ...]


def chapters(journal: Journal[Any]) -> Iterator[Chapter]:
    """The battle told by turn and step, in the order of writing. One step may have several chapters where orders were undone."""
    sequence = journal.ruleset.sequence
    for (turn, phase), records in groupby(journal.records, key=lambda record: (record.turn, record.phase)):
        step = sequence.phase(phase)
        yield Chapter(turn, step.number, sequence.title(step, journal.start), tuple(records))


def story_section(journal: Journal[Any], watch: Watch = silent) -> Iterator[Block]:
    """A heading for each turn and step, under it its lines. What was taken back is struck through. ``watch`` is told how many are
    told, of how many.
    """
    yield Heading(2, "The working, line by line", "story")
    turn, in_force = 0, journal.undo_history.in_force
    for chapter in chapters(journal):
        if chapter.turn != turn:
            yield Heading(3, f"Turn {chapter.turn}{', gone back to' if chapter.turn < turn else ''}")
            turn = chapter.turn
        watch("telling the lines", chapter.records[0].number, len(journal.records))
        yield Heading(4, f"Step {chapter.number}: {chapter.title}")
        items = (item for record in chapter.records for item in _line(journal, record, record.number in in_force))
        yield Listing(tuple(items), "story")
    if not journal.records:
        yield Paragraph("No order was given.")


def _line(journal: Journal[Any], record: Record, in_force: bool) -> Iterator[Item]:
    if not record.is_order:
        yield Item(f"⟲ {record.headline}", str(record.number), line=record.number)
        return
    struck = not in_force
    yield Item(record.headline, str(record.number), remark=_remark(record, in_force), struck=struck, line=record.number)
    yield from (Item(text, depth=1, struck=struck) for text in result_texts(journal, record))
    for told in working(record, journal.battle_before(record.number)):
        yield Item(told.text, depth=1 + told.depth, struck=struck)


def _remark(record: Record, in_force: bool) -> str:
    remarks = [f"by the referee's ruling: {record.reason}"] if record.reason else []
    if not in_force:
        remarks.append("taken back after its dice had been seen" if dice_seen(record, in_force) else "taken back")
    return "; ".join(remarks)
