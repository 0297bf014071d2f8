"""The battle as it stands, turn by turn: the events of each turn, and the ships at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import WHOLE_TURN, Stage
from fleetbook.core.battle.events import Changed, Event, Marked, changes
from fleetbook.core.battle.facts import TURN, Key
from fleetbook.core.battle.record import Record
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.play.journal import Journal
from fleetbook.reports.journal.found_once import found_once
from fleetbook.reports.journal.lines import records_in_force


class Happening(msgspec.Struct, frozen=True):
    """An event in force, with its turn and its line."""

    turn: int
    record: Record
    event: Event


def happenings(journal: Journal[Any]) -> Iterator[Happening]:
    """All events in force."""
    for record in records_in_force(journal):
        yield from record_happenings(record)


def record_happenings(record: Record) -> Iterator[Happening]:
    """The events of one line. One order may end a turn and begin the next."""
    turn = record.turn
    for event in record.events:
        turn += begins_turn(event)
        yield Happening(turn, record, event)


def begins_turn(event: Event) -> bool:
    """Whether the event begins a new turn."""
    return isinstance(event, Changed) and event.name == TURN.name and Key(event.subject, event.name, event.other) == TURN


class When(msgspec.Struct, frozen=True):
    """A turn, or a stage of a turn. ``turn`` is None for an event outside all turns."""

    turn: int | None
    stage: Stage = WHOLE_TURN

    @property
    def name(self) -> str:
        """The turn's number and the short name of the stage, for a column or an axis."""
        return "" if self.turn is None else f"{self.turn} {self.stage.short}".strip()

    @property
    def words(self) -> str:
        """The turn's number and the words of the stage, for a text."""
        return "" if self.turn is None else ", ".join(filter(None, (str(self.turn), self.stage.words)))


class TurnEnd(msgspec.Struct, frozen=True):
    """The battle at the end of a turn or of a stage. For the present turn, it is the battle as it stands.

    line    the line that ended it
    within  whether that line also began the next turn
    """

    turn: int
    battle: Battle[Any]
    line: int
    within: bool = False
    stage: Stage = WHOLE_TURN

    @property
    def when(self) -> When:
        """The turn or stage that ended."""
        return When(self.turn, self.stage)


def beginning(journal: Journal[Any]) -> TurnEnd:
    """The battle before its first turn."""
    return TurnEnd(0, journal.start, 0)


@found_once
def turn_ends(journal: Journal[Any]) -> tuple[TurnEnd, ...]:
    """The ends of the turns in force. The last entry is the present moment of the battle."""
    ends = [_end_of_turn(journal, record) for record in records_in_force(journal) if _ends_turn(record)]
    return (*ends, TurnEnd(journal.battle.turn, journal.battle, journal.position))


def _end_of_turn(journal: Journal[Any], record: Record, stage: Stage = WHOLE_TURN) -> TurnEnd:
    """The end of the turn that a line ended."""
    place = next(place for place, event in enumerate(record.events) if begins_turn(event))
    battle = journal.battle_before(record.number).with_changes(changes(record.events[:place]))
    return TurnEnd(record.turn, battle, record.number, within=True, stage=stage)


def stage_ends(journal: Journal[Any], happened: Container[When] = ()) -> tuple[TurnEnd, ...]:
    """The end of each turn. If the rules divide turns into stages and several stages of a turn cost boxes, the end of each of
    these stages is included too.

    ``happened`` are further stages to include.
    """
    ends: list[TurnEnd] = []
    last = beginning(journal)
    for turn, of_turn in groupby(_all_ends(journal), key=lambda end: end.turn):
        stages = list(of_turn)
        for place, end in enumerate(stages):
            begun = bool(ends) and ends[-1].turn == turn
            if not (begun or place < len(stages) - 1) or end.when in happened or _boxes(end) != _boxes(last):
                ends.append(end)
                last = end
            elif begun:
                ends[-1] = msgspec.structs.replace(end, stage=ends[-1].stage)
    return tuple(ends)


def turn_of(journal: Journal[Any], when: When) -> str:
    """A turn or a stage in words: ``turn 3, round 1``. If the battle has a single turn, only the stage."""
    alone = journal.battle.turn == 1 and bool(when.stage.words)
    return when.stage.words if alone else f"turn {when.words}"


def place_in(ends: Sequence[TurnEnd], when: When) -> int:
    """The number of a turn or stage in ``ends``, from 1; 0 if its turn is not there.

    A stage whose own end is not there has the number of the last end of its turn.
    """
    places = [place for place, end in enumerate(ends, start=1) if when.turn == end.turn]
    return next((place for place in places if ends[place - 1].when == when), places[-1] if places else 0)


def names_of(ends: Sequence[TurnEnd]) -> tuple[str, ...]:
    """The names of turns and stages for a chart, the start first; empty if no turn is divided into stages."""
    return ("", *(end.when.name for end in ends)) if any(end.stage.short for end in ends) else ()


@found_once
def _all_ends(journal: Journal[Any]) -> tuple[TurnEnd, ...]:
    """The end of each stage of each turn. A turn that is not divided has one end."""
    divided = _divided_turns(journal)
    return tuple(_ends_of_stages(journal, divided)) if divided else turn_ends(journal)


def _ends_of_stages(journal: Journal[Any], divided: Container[int]) -> Iterator[TurnEnd]:
    stage = journal.ruleset.stage
    now = stage(journal.battle_after(0))
    for record in records_in_force(journal):
        after, named = journal.battle_after(record.number), record.turn in divided
        before, now = now, stage(after)
        if _ends_turn(record):
            yield _end_of_turn(journal, record, before if named else WHOLE_TURN)
        elif record.number != journal.position and now != before and named:
            yield TurnEnd(record.turn, after, record.number, stage=before)
    last = now if journal.battle.turn in divided else WHOLE_TURN
    yield TurnEnd(journal.battle.turn, journal.battle, journal.position, stage=last)


@found_once
def _divided_turns(journal: Journal[Any]) -> frozenset[int]:
    """The turns that reports divide: those in which several stages cost boxes."""
    if type(journal.ruleset).stage is Ruleset.stage:  # these rules do not divide turns
        return frozenset()
    struck = [record for record in records_in_force(journal) if any(isinstance(event, Marked) for event in record.events)]
    stages = {(record.turn, journal.ruleset.stage(journal.battle_before(record.number))) for record in struck}
    times = Counter(turn for turn, stage in stages if stage != WHOLE_TURN)
    return frozenset(turn for turn, number in times.items() if number > 1)


def _boxes(end: TurnEnd) -> list[list[int]]:
    return [[track.left for track in card.tracks] for card in end.battle.cards()]


def when_of(journal: Journal[Any], turn: int | None, line: int | None) -> When:
    """The turn of a line. If reports divide that turn, also the stage in which the line was written."""
    inside = turn in _divided_turns(journal) and line and journal.data(line).turn == turn
    return When(turn, journal.ruleset.stage(journal.battle_before(line)) if line and inside else WHOLE_TURN)


def _ends_turn(record: Record) -> bool:
    return any(isinstance(event, Changed) and event.name == TURN.name and begins_turn(event) for event in record.events)
