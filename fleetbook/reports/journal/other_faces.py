"""Orders that are carried out again with other faces, to show what an overruled die would have done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from fleetbook.core.battle.events import Event, Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.errors import FleetbookError
from fleetbook.core.odds import tallied
from fleetbook.core.parsing import counted
from fleetbook.core.play.driver import Recorded, Resolution, resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import InputNeeded
from fleetbook.core.play.suborders import SubOrder
from fleetbook.reports.damage.fired import COUNT
from fleetbook.reports.journal.lines import records_in_force


def with_faces(journal: Journal[Any], record: Record, faces: Sequence[Face]) -> Resolution[Any] | None:
    """The outcome of a line that is carried out again with other faces and the same choices. None if it would have needed more
    dice or another choice.
    """
    before = journal.battle_before(record.number)
    try:
        return resolve(journal.order_of(record), before, Recorded(faces), record.choices, spare=True)
    except (FleetbookError, InputNeeded):
        return None


def changed_hits(journal: Journal[Any]) -> Iterator[str]:
    """A sentence for each line in which the referee changed hits by overruling a die. It gives the hits with the die as thrown,
    too.

    Empty for a reader who sees only one side.
    """
    for record in records_in_force(journal) if not journal.side else ():
        if any(face.origin == "overruled" for face in record.faces):
            changes = [(hits, would) for hits, would in map(_hits_by_die, journal.parts(record)) if hits != would]
            if changes:
                hits, would = map(sum, zip(*changes, strict=True))
                yield f"line {record.number} scored {counted(hits, 'hit')}, by the die thrown {would or 'none'}"


def _hits_by_die(part: SubOrder[Any]) -> tuple[int, int]:
    """The hits of a part, and the hits that it would have had if no die had been overruled. If those hits are unknown, both
    numbers are equal.
    """
    faces = [face for event in part.events if isinstance(event, Rolled) for face in event.faces]
    thrown = [face if face.instead_of is None else replace(face, face=face.instead_of) for face in faces]
    hits = _hits(part.events)
    if thrown == faces:
        return hits, hits
    try:
        return hits, _hits(resolve(part.order, part.battle, Recorded(thrown), part.choices, spare=True).events)
    except (FleetbookError, InputNeeded):
        return hits, hits


def _hits(events: Sequence[Event]) -> int:
    return sum(int(value) for (name, _), value in tallied(events).items() if name == COUNT)
