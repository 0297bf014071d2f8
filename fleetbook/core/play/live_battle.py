"""The battle while an order resolves: it moves on with each step, and notes what is looked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Changed, Event, HeldChange, HeldMark, Marked, Noted, Scored, TookForce, changes, worded
from fleetbook.core.battle.fact_effects import Add, Cause, Change, Mark, SetFact, TakeForce
from fleetbook.core.battle.facts import HOLDING, FactValue, Key, all_held, type_strict_key
from fleetbook.core.orders.effects import Note, Tally
from fleetbook.core.tables.look_ups import LookUps
from fleetbook.core.words.sentence import Said, Sentence, Words, said_of

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
    before = (battle.to_come if later else battle).fact(key)
    after = changed(step, before)
    if type_strict_key(after) == type_strict_key(before):
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


def changed(step: Change, before: FactValue) -> FactValue:
    """A fact after a step."""
    if isinstance(step, SetFact):
        return step.value
    return added(before, step.amount) if isinstance(step, Add) else appended(before, step.entries)


def _marked(step: Mark, battle: Battle[Any], cause: Cause | None) -> tuple[tuple[Event, ...], int]:
    key, full = Key(step.ship, step.track), battle.full(step.ship, step.track)
    later = holds_back(battle, key)
    before = (battle.to_come if later else battle).fact(key)
    after = left_after(before, step.boxes, full)
    if type_strict_key(after) == type_strict_key(before):
        return (), 0
    left, now, doing = _number(before), _number(after), _cause_of(step.ship, step.cause or cause)
    event = (HeldMark if later else Marked)(step.ship, step.track, left, now, full, said=said_of(step.said), **doing)
    return (worded(event, battle.wording),), left - now


def _cause_of(subject: str, cause: Cause | None) -> dict[str, str]:
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
