"""The dice of an order, for a ruling on one of them: what each was thrown for, and what each other face would bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.events import Began, Finished, Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import InputNeeded
from fleetbook.core.play.wording import result_text

ASKED_ANYWAY = "to see what it brings"


def dice_told(record: Record) -> list[str]:
    """Each die that an order threw, with what it was thrown for, in which part, and what came of that."""
    told = [f"D{face.sides} {face.face}" for face in record.faces]
    throws = [f"{about} → {result_text(event.result)}" for about, event in _throws(record) for _ in event.faces]
    return [f"{die} · {throw}" for die, throw in zip(told, throws, strict=True)] if len(throws) == len(told) else told


def faces_told(journal: Journal[Any], die: int) -> list[str]:
    """The faces of a die of the last order, each with what its throw would come to, the other dice as they fell."""
    sides = journal.record(journal.last_but_notes).faces[die - 1].sides
    return [" → ".join(filter(None, (str(face), _result_with(journal, die, face)))) for face in range(1, sides + 1)]


def _result_with(journal: Journal[Any], die: int, face: int) -> str:
    """What the throw of a die comes to with a face; empty where more would have to be asked, or rules forbid it."""
    last = journal.record(journal.last_but_notes)
    try:
        now = last if last.faces[die - 1].face == face else journal.overrule(die, face, ASKED_ANYWAY)[1]
    except (InputNeeded, InvalidInput, Refused):
        return ""
    results = [event.result for _, event in _throws(now) for _ in event.faces]
    return result_text(results[die - 1]) if die <= len(results) else ""


def _throws(record: Record) -> Iterator[tuple[str, Rolled]]:
    """Each throw with what it was for, and the part of the order that it was made in."""
    inside: list[str] = []
    for event in record.events:
        if isinstance(event, Began):
            inside.append(event.headline)
        elif isinstance(event, Finished):
            inside.pop()
        elif isinstance(event, Rolled):
            yield ": ".join((*inside[-1:], event.label)), event
