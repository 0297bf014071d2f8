"""The battle as it stands, turn by turn: what happened in each, and how the ships stood when it was over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.battle import TURN, Battle
from fleetbook.core.battle.events import Changed, Event, changes
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.reports.views.history import records_in_force


@dataclass(frozen=True, slots=True)
class Happening:
    """An event in force with the turn in which it happened, and its line."""

    turn: int
    record: Record
    event: Event


def happenings(journal: Journal[Any]) -> Iterator[Happening]:
    """All events that the battle stands on. One order may end a turn and begin the next."""
    for record in records_in_force(journal):
        yield from record_happenings(record)


def record_happenings(record: Record) -> Iterator[Happening]:
    """The events of one line."""
    turn = record.turn
    for event in record.events:
        turn += begins_turn(event)
        yield Happening(turn, record, event)


def begins_turn(event: Event) -> bool:
    """Whether a turn is over and the next begins."""
    return isinstance(event, Changed) and Key(event.subject, event.name, event.other) == TURN


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The battle as it stood when a turn was over, or stands now in its last."""

    turn: int
    battle: Battle[Any]


def turn_ends(journal: Journal[Any]) -> tuple[TurnEnd, ...]:
    """The end of each turn of the battle as it stands, the present state last."""
    ends = [
        TurnEnd(record.turn, _before_next_turn(journal, record)) for record in records_in_force(journal) if _ends_turn(record)
    ]
    return (*ends, TurnEnd(journal.battle.turn, journal.battle))


def _ends_turn(record: Record) -> bool:
    return any(begins_turn(event) for event in record.events)


def _before_next_turn(journal: Journal[Any], record: Record) -> Battle[Any]:
    place = next(place for place, event in enumerate(record.events) if begins_turn(event))
    return journal.battle_before(record.number).with_changes(changes(record.events[:place]))
