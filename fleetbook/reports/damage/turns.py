"""The battle as it stands, turn by turn: what happened in each, and how the ships stood when it was over."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest
from typing import Any

import msgspec

from fleetbook.core.battle.battle import TURN, Battle
from fleetbook.core.battle.card_view import WHOLE_TURN, CardView, Stage
from fleetbook.core.battle.events import Changed, Event, changes
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.reports.journal.lines import records_in_force


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
    return isinstance(event, Changed) and event.name == TURN.name and Key(event.subject, event.name, event.other) == TURN


@dataclass(frozen=True, slots=True)
class When:
    """A turn, or a stage of one; none is before or beside all turns."""

    turn: int | None
    stage: Stage = WHOLE_TURN

    @property
    def name(self) -> str:
        """The turn's number with the stage behind it, for a column or an axis."""
        return "" if self.turn is None else f"{self.turn} {self.stage.short}".strip()

    @property
    def words(self) -> str:
        """The same to be read."""
        return "" if self.turn is None else ", ".join(filter(None, (str(self.turn), self.stage.words)))


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The battle as it stood when a turn, or a stage of one, was over, or stands now in its last: after a line, or ``within`` one
    that ends a turn and begins the next.
    """

    turn: int
    battle: Battle[Any]
    line: int
    within: bool = False
    stage: Stage = WHOLE_TURN

    @property
    def when(self) -> When:
        """The turn or stage that was over."""
        return When(self.turn, self.stage)


class Stood(msgspec.Struct, frozen=True):
    """How a ship stood at a moment: her ``standing`` where she fights no longer as before, whether she is ``gone``, and what is
    left of her rows of boxes, by their ids.
    """

    ship: str
    side: str
    standing: str
    gone: bool
    left: dict[str, int]


def stood(journal: Journal[Any], end: TurnEnd) -> tuple[Stood, ...]:
    """How the ships stood when a turn or a stage was over."""
    what = "stood within it" if end.within else "stood after it"
    return journal.worked_out.of(end.line, what, tuple[Stood, ...], lambda: tuple(map(_stood, end.battle.cards())))


def _stood(card: CardView) -> Stood:
    left = {track.id: track.left for track in card.tracks}
    return Stood(card.name, card.side, card.standing, bool(card.fate or card.lost), left)


def beginning(journal: Journal[Any]) -> TurnEnd:
    """What was before the first turn."""
    return TurnEnd(0, journal.start, 0)


def turn_ends(journal: Journal[Any]) -> tuple[TurnEnd, ...]:
    """The end of each turn of the battle as it stands, the present state last."""
    ends = [_end_of_turn(journal, record) for record in records_in_force(journal) if _ends_turn(record)]
    return (*ends, TurnEnd(journal.battle.turn, journal.battle, journal.position))


def _end_of_turn(journal: Journal[Any], record: Record, stage: Stage = WHOLE_TURN) -> TurnEnd:
    """That of the turn which a line ended."""
    place = next(place for place, event in enumerate(record.events) if begins_turn(event))
    battle = journal.battle_before(record.number).with_changes(changes(record.events[:place]))
    return TurnEnd(record.turn, battle, record.number, within=True, stage=stage)


def stage_ends(journal: Journal[Any], happened: Container[When] = ()) -> tuple[TurnEnd, ...]:
    """The end of each turn, and in turns that the rules divide of each stage in which boxes were struck, or that is one of those
    when something else ``happened``.
    """
    kept: list[TurnEnd] = []
    last = beginning(journal)
    for turn, ends in groupby(_all_ends(journal), key=lambda end: end.turn):
        stages = list(ends)
        for place, end in enumerate(stages):
            begun = bool(kept) and kept[-1].turn == turn
            if not (begun or place < len(stages) - 1) or end.when in happened or _boxes(journal, end) != _boxes(journal, last):
                kept.append(end)
                last = end
            elif begun:
                kept[-1] = replace(end, stage=kept[-1].stage)
    return tuple(kept)


def _all_ends(journal: Journal[Any]) -> Iterator[TurnEnd]:
    """The end of each stage of each turn."""
    stage = journal.ruleset.stage
    for record, following in zip_longest(lines := records_in_force(journal), lines[1:]):
        now = stage(journal.battle_before(record.number))
        if _ends_turn(record):
            yield _end_of_turn(journal, record, now)
        elif following and stage(journal.battle_before(following.number)) != now:
            yield TurnEnd(record.turn, journal.battle_after(record.number), record.number, stage=now)
    yield TurnEnd(journal.battle.turn, journal.battle, journal.position, stage=stage(journal.battle))


def _boxes(journal: Journal[Any], end: TurnEnd) -> list[dict[str, int]]:
    return [ship.left for ship in stood(journal, end)]


def when_of(journal: Journal[Any], turn: int | None, line: int | None) -> When:
    """The turn in which something happened by a line, with its stage."""
    inside = turn is not None and line and journal.record(line).turn == turn
    return When(turn, journal.ruleset.stage(journal.battle_before(line)) if line and inside else WHOLE_TURN)


def _ends_turn(record: Record) -> bool:
    return any(begins_turn(event) for event in record.events)
