"""Messages about undo, redo and changed dice."""

from __future__ import annotations

from textwrap import shorten
from typing import Any

from fleetbook.core.battle.record import UNDO, Record
from fleetbook.core.battle.result import sentence
from fleetbook.core.play.journal import Journal

NOTE_WORDS = 40  # longer notes are cut to so many letters, enough to recognise them


def no_dice(journal: Journal[Any]) -> str:
    """The reason why no die of the last order can be changed; empty if a die can be changed. Notes after the order do not prevent
    it.

    If orders without dice and without effect follow the last order with dice, the text names the lines to undo first.
    """
    number, later = journal.last_but_notes, list[int]()
    while (
        number and not journal.record(number).faces and journal.battle_after(number).state == journal.battle_before(number).state
    ):
        later.insert(0, number)
        number = journal.record(number).on
    if not number or not journal.record(number).faces:
        return "the last order threw no dice"
    if not later:
        return ""
    lines = f"line {later[0]}" if len(later) == 1 else f"lines {later[0]} to {later[-1]}"
    what = " and ".join(dict.fromkeys(journal.record(line).headline for line in later))
    return f"{lines} ({what}) came after the dice of line {number}: take back {lines}, change the die, then enter the same again"


def step_words(journal: Journal[Any], record: Record) -> str:
    """An undo or redo in words for the table. It names the first order that was taken back or brought back."""
    moved = journal.undo_history.moved(record)
    if not moved:
        return sentence(record.headline)
    headline = called(journal, journal.record(moved[0]))
    what = "Took back" if record.kind == UNDO else "Brought back"
    several = f" {len(moved)} orders, {moved[0]} to {moved[-1]}: first" if len(moved) > 1 else ":"
    return sentence(f"{what}{several} {headline}")


def called(journal: Journal[Any], record: Record) -> str:
    """The headline of a line, for messages about undo. For a note, the first words of the note follow."""
    if not record.procedure or not journal.ruleset.order(record.procedure).is_note:
        return record.headline
    words = next((value for value in record.inputs.values() if isinstance(value, str)), "")
    return f"{record.headline}: {shorten(words, NOTE_WORDS, placeholder=' …')}" if words else record.headline
