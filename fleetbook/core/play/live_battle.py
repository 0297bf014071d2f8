"""The battle while an order is carried out. It changes with each effect of the order, and records which tables the rules look
up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Changed, Event, HeldChange, HeldMark, Marked, Noted, Scored, TookForce, changes, worded
from fleetbook.core.battle.fact_effects import Add, Cause, Change, Mark, SetFact, TakeForce
from fleetbook.core.battle.facts import HOLDING, FactValue, Key, all_held, held, type_strict_key
from fleetbook.core.orders.effects import Note, Tally
from fleetbook.core.tables.look_ups import LookUps
from fleetbook.core.words.sentence import Said, Sentence, Sentences, said_of

S = TypeVar("S", bound=Ship)


class LiveBattle(Battle[S]):
    """A battle whose facts the driver changes. Rules use it like any other battle."""

    def __init__(self, battle: Battle[S]) -> None:
        self.look_ups = LookUps()
        super().__init__(battle.ruleset, battle.setup, battle.state, battle.rules.noting(self.look_ups))

    def apply(self, events: Iterable[Event]) -> None:
        """Change the facts as these events say."""
        if made := [*changes(events)]:
            self._state = self._state.with_changes(made)


def effect(
    step: Change | Mark | Note | Tally | TakeForce, battle: Battle[Any], section: str = "", cause: Cause | None = None
) -> tuple[tuple[Event, ...], int | None]:
    """The events of an effect that needs no dice and no player, with the answer for the rule. There is no event if nothing
    changes.

    ``section`` and ``cause`` are those of the order. They are used if the effect has none of its own.
    """
    if isinstance(step, Mark):
        return _marked(step, battle, cause)
    if isinstance(step, Tally):
        return (Scored(step.name, step.value if isinstance(step.value, str) else int(step.value), step.who),), None
    if isinstance(step, Note):
        every = (step.said,) if isinstance(step.said, (str, Said, Sentence)) else step.said()
        rule = step.section or section
        return tuple(worded(Noted(rule=rule, said=said_of(said)), battle.wording) for said in every), None
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
    """Whether a change of this fact is held back until the end of the present phase."""
    return bool(key.subject) and battle.holding and (key.name, bool(key.other)) not in battle.rules.at_once


def _in_force(battle: Battle[Any]) -> Iterator[Event]:
    for key, value, words in all_held(battle.state):
        text, said = ("", Said.of_fact(words)) if isinstance(words, tuple) else (str(words), None)
        yield worded(TookForce(key.subject, key.name, value, key.other, text, said), battle.wording)


def _changed_at_once(step: Change, key: Key, battle: Battle[Any], cause: Cause | None) -> Iterator[Event]:
    """The events of a change that counts at once, although the phase is simultaneous. If the fact has a held-back value, that
    value changes too.
    """
    before, held_back, said = battle.fact(key), battle.fact(held(key)), said_of(step.said)
    after = changed(step, before)
    if moved := not _alike(after, before):
        doing = _cause_of(step.subject, step.cause or cause)
        yield Changed(step.subject, step.name, before, after, step.other, said=said, **doing)
    if isinstance(held_back, tuple):
        coming = changed(step, held_back[0])
        if _alike(coming, after):
            yield TookForce(step.subject, step.name, after, step.other, said=None if moved else said)
        else:
            yield HeldChange(step.subject, step.name, held_back[0], coming, step.other, said=said)


def changed(step: Change, before: FactValue) -> FactValue:
    """The value of a fact after an effect."""
    if isinstance(step, SetFact):
        return step.value
    return added(before, step.amount) if isinstance(step, Add) else appended(before, step.entries)


def _marked(step: Mark, battle: Battle[Any], cause: Cause | None) -> tuple[tuple[Event, ...], int]:
    key, full = Key(step.ship, step.track), battle.full(step.ship, step.track)
    later = holds_back(battle, key)
    held_back = battle.fact(held(key)) if later and step.at_once else None
    later = later and not step.at_once
    before = (battle.to_come if later else battle).fact(key)
    after = left_after(before, step.boxes, full)
    doing = _cause_of(step.ship, step.cause or cause)
    events: list[Event] = []
    if not _alike(after, before):
        kind = HeldMark if later else Marked
        events.append(kind(step.ship, step.track, _number(before), _number(after), full, said=said_of(step.said), **doing))
    if isinstance(held_back, tuple) and not _alike(held_back[0], left_after(held_back[0], step.boxes, full)):
        events.append(_held_mark(step, held_back[0], full, alone=not events, doing=doing))
    return tuple(worded(event, battle.wording) for event in events), _number(before) - _number(after)


def _held_mark(step: Mark, before: FactValue, full: int, *, alone: bool, doing: dict[str, Any]) -> Event:
    """The event that changes the held-back boxes of a track, when boxes are struck off the track at once in a simultaneous phase.
    With ``alone`` no other event counts the boxes struck off.
    """
    left, now = _number(before), _number(left_after(before, step.boxes, full))
    if alone:
        return HeldMark(step.ship, step.track, left, now, full, said=said_of(step.said), **doing)
    return HeldChange(step.ship, step.track, left, now, said=Sentences.boxes_left(track=step.track, after=now, full=full))


def _alike(one: FactValue, other: FactValue) -> bool:
    return bool(type_strict_key(one) == type_strict_key(other))


def _cause_of(subject: str, cause: Cause | None) -> dict[str, Any]:
    """The cause of a change, as fields of an event. Empty if the cause is the ship that changes, since no ship causes her own
    damage.
    """
    return {} if cause is None or cause.by == subject else {"by": cause.by, "how": cause.how, "through": cause.through}


def left_after(before: FactValue, boxes: int, full: int) -> FactValue:
    """The number of boxes left on a track after ``boxes`` are struck off, or restored if ``boxes`` is negative. It stays between
    0 and ``full``.
    """
    left = _number(before)
    after = min(max(left - boxes, 0), full)
    return before if after == left else after


def added(before: FactValue, amount: int) -> FactValue:
    """The value of a fact that is a number, after an amount is added; None if the sum is 0."""
    return _number(before) + amount or None


def appended(before: FactValue, entries: tuple[FactValue, ...]) -> FactValue:
    """The value of a fact that is a list, after entries are added."""
    return (*before, *entries) if isinstance(before, tuple) else entries


def _number(value: FactValue) -> int:
    return value if isinstance(value, int) else 0
