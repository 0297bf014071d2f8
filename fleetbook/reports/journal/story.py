"""The battle turn by turn and step by step, with the working behind each result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import groupby
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.doctrines.intent_words import REASON, intent_words
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.working import working
from fleetbook.referee.telling import tell
from fleetbook.reports.document import Block, Heading, Item, Listing, Paragraph
from fleetbook.reports.journal.lines import dice_seen, repeated_in, result_texts
from fleetbook.reports.watch import Watch, silent


def story_section(journal: Journal[Any], watch: Watch = silent) -> Iterator[Block]:
    """A heading for each turn and step, with its lines. Lines that were taken back are struck through.

    A step has several headings if orders of other steps were taken back in between. ``watch`` counts the lines.
    """
    yield Heading(2, "The working, line by line", "story")
    repeated = repeated_in(journal)
    turn, in_force, sequence = 0, journal.undo_history.in_force, journal.ruleset.sequence
    for (now, phase), lines in groupby(journal.records, key=lambda record: (record.turn, record.phase)):
        records, step = list(lines), sequence.phase(phase)
        if now != turn:
            yield Heading(3, f"Turn {now}{', gone back to' if now < turn else ''}")
            turn = now
        watch("writing the lines", records[0].number, len(journal.records))
        yield Heading(4, f"Step {step.number}: {sequence.title(step, journal.start)}")
        items = (item for record in records for item in _line(journal, record, in_force, repeated))
        yield Listing(tuple(items), "story")
    if not journal.records:
        yield Paragraph("No order was given.")


def _line(journal: Journal[Any], record: Record, in_force: Set[int], repeated: Mapping[int, int]) -> Iterator[Item]:
    """A line with its result and its working. ``repeated`` has the lines that repeat an order with an overruled die."""
    if not record.is_order:
        yield Item(f"⟲ {record.headline}", str(record.number), line=record.number)
        return
    struck, again = record.number not in in_force, repeated.get(record.number)
    remarks = [*([f"by the referee's ruling: {record.reason}"] if record.reason else []), *record.hands]
    before = journal.battle_before(record.number)
    remarks += [words for heading, words in intent_words(record, before) if heading == REASON]
    if again:
        remarks.append(f"repeated in line {again} with a die overruled")
    elif struck:
        remarks.append("taken back after its dice had been seen" if dice_seen(record, not struck) else "taken back")
    told, steps = tell(journal, record).sentence, list(working(record, before))
    yield Item(told, str(record.number), remark="; ".join(remarks), struck=struck, line=record.number)
    said = {_plain(text) for text in (told, *(step.text for step in steps))}
    yield from (Item(text, depth=1, struck=struck) for text in result_texts(journal, record) if _plain(text) not in said)
    yield from (Item(step.text, depth=1 + step.depth, struck=struck) for step in steps)


def _plain(text: str) -> str:
    """A text without its full stop and in lower case, to compare texts that say the same."""
    return text.rstrip(".").casefold()
