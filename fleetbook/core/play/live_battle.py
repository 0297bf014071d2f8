"""The battle while an order resolves: it moves on with each step, and notes what is looked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Changed, Event, HeldChange, HeldMark, Marked, Noted, Scored, TookForce, changes, worded
from fleetbook.core.battle.fact_effects import Add, Cause, Change, Mark, SetFact, TakeForce
from fleetbook.core.battle.facts import HOLDING, FactValue, Key, all_held, held, type_strict_key
from fleetbook.core.orders.effects import Note, Tally
from fleetbook.core.tables.look_ups import LookUps
from fleetbook.core.words.sentence import Said, Sentence, Sentences, Words, said_of

S = TypeVar("S", bound=Ship)


class LiveBattle(Battle[S]):
    """A battle whose state the driver of an order moves forward; rules see it as a battle like any other."""

    def __init__(self, battle: Battle[S]) -> None:
        self.look_ups = LookUps()
        super().__init__(battle.ruleset, battle.setup, battle.state, battle.rules.noting(self.look_ups))

    def apply(self, events: Iterable[Event]) -> None:
        """Move on by these events."""
        self._state = self._state.with_changes(changes(events))


def effect(
    step: Change | Mark | Note | Tally | TakeForce, battle: Battle[Any], section: str = "", cause: Cause | None = None
) -> tuple[tuple[Event, ...], int | None]:
    """The events of a step that needs no dice and no player, and the answer that the rule gets. A step that changes nothing has
    no event. ``section`` is that of the order under way, ``cause`` whose doing it is where the step does not say.
    """
    if isinstance(step, Mark):
        return _marked(step, battle, cause)
    if isinstance(step, Tally):
        return (Scored(step.name, step.value if isinstance(step.value, str) else int(step.value), step.who),), None
    if isinstance(step, Note):
        every = (step.said,) if isinstance(step.said, (str, Said, Sentence)) else step.said()
        return tuple(_noted(said, step.section or section, battle) for said in every), None
    if isinstance(step, TakeForce):
        return (*_in_force(battle), Changed("", HOLDING.name, True, None)), None
    key = Key(step.subject, step.name, step.other)
    later = holds_back(battle, key)
    if later and step.at_once:
        return tuple(worded(event, battle.wording) for event in _changed_at_once(step, key, battle, cause)), None
    before = (battle.to_come if later else battle).fact(key)
    after = changed(step, before)
    if _alike(after, before):
        return (), None
    doing = _cause_of(step.subject, step.cause or cause)
    kind = HeldChange if later else Changed
    event = kind(step.subject, step.name, before, after, step.other, said=said_of(step.said), **doing)
    return (worded(event, battle.wording),), None


def holds_back(battle: Battle[Any], key: Key) -> bool:
    """Whether a change of this fact counts only as the step is left."""
    return bool(key.subject) and battle.holding and (key.name, bool(key.other)) not in battle.rules.at_once


def _noted(words: Words, section: str, battle: Battle[Any]) -> Event:
    return worded(Noted(rule=section, said=said_of(words)), battle.wording)


def _in_force(battle: Battle[Any]) -> Iterator[Event]:
    for key, value, kept in all_held(battle.state):
        text, said = ("", Said.of_fact(kept)) if isinstance(kept, tuple) else (str(kept), None)
        yield worded(TookForce(key.subject, key.name, value, key.other, text, said), battle.wording)


def _changed_at_once(step: Change, key: Key, battle: Battle[Any], cause: Cause | None) -> Iterator[Event]:
    """A change that counts at once in a simultaneous step. What is held back of the fact goes with it."""
    before, kept, said = battle.fact(key), battle.fact(held(key)), said_of(step.said)
    after = changed(step, before)
    if moved := not _alike(after, before):
        doing = _cause_of(step.subject, step.cause or cause)
        yield Changed(step.subject, step.name, before, after, step.other, said=said, **doing)
    if isinstance(kept, tuple):
        coming = changed(step, kept[0])
        if _alike(coming, after):
            yield TookForce(step.subject, step.name, after, step.other, said=None if moved else said)
        else:
            yield HeldChange(step.subject, step.name, kept[0], coming, step.other, said=said)


def changed(step: Change, before: FactValue) -> FactValue:
    """A fact after a step."""
    if isinstance(step, SetFact):
        return step.value
    return added(before, step.amount) if isinstance(step, Add) else appended(before, step.entries)


def _marked(step: Mark, battle: Battle[Any], cause: Cause | None) -> tuple[tuple[Event, ...], int]:
    key, full = Key(step.ship, step.track), battle.full(step.ship, step.track)
    later = holds_back(battle, key)
    came = held(key) if later and step.at_once else None
    later = later and not step.at_once
    before = (battle.to_come if later else battle).fact(key)
    after = left_after(before, step.boxes, full)
    doing = _cause_of(step.ship, step.cause or cause)
    events: list[Event] = []
    if not _alike(after, before):
        kind = HeldMark if later else Marked
        events.append(kind(step.ship, step.track, _number(before), _number(after), full, said=said_of(step.said), **doing))
    if came and isinstance(kept := battle.fact(came), tuple) and not _alike(kept[0], left_after(kept[0], step.boxes, full)):
        events.append(_held_mark(step, kept[0], full, alone=not events, doing=doing))
    return tuple(worded(event, battle.wording) for event in events), _number(before) - _number(after)


def _held_mark(step: Mark, before: FactValue, full: int, *, alone: bool, doing: dict[str, Any]) -> Event:
    """The boxes that a step holds back, after some were struck at once. Boxes struck are counted once, by the mark beside it."""
    left, now = _number(before), _number(left_after(before, step.boxes, full))
    if alone:
        return HeldMark(step.ship, step.track, left, now, full, said=said_of(step.said), **doing)
    return HeldChange(step.ship, step.track, left, now, said=Sentences.boxes_left(track=step.track, after=now, full=full))


def _alike(one: FactValue, other: FactValue) -> bool:
    return bool(type_strict_key(one) == type_strict_key(other))


def _cause_of(subject: str, cause: Cause | None) -> dict[str, Any]:
    """By, how and through; nobody is the cause of what he does to himself while he attacks another."""
    return {} if cause is None or cause.by == subject else {"by": cause.by, "how": cause.how, "through": cause.through}


def left_after(before: FactValue, boxes: int, full: int) -> FactValue:
    """What a track of so many boxes has left when boxes are struck off (or restored, below 0); never below none or above full."""
    left = _number(before)
    after = min(max(left - boxes, 0), full)
    return before if after == left else after


def added(before: FactValue, amount: int) -> FactValue:
    """A number kept as a fact after something is added; nothing is kept of a 0."""
    return _number(before) + amount or None


def appended(before: FactValue, entries: tuple[FactValue, ...]) -> FactValue:
    """A list kept as a fact with more entries."""
    return (*before, *entries) if isinstance(before, tuple) else entries


def _number(value: FactValue) -> int:
    return value if isinstance(value, int) else 0
