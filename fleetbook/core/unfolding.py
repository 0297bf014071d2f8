"""The battle while an order resolves: it moves on with each step, and remembers which readings were asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from fleetbook.core.battle import Battle, Ship
from fleetbook.core.events import Changed, Event, Marked, Noted, Scored, changes
from fleetbook.core.facts import Key, State
from fleetbook.core.steps import Add, Mark, Note, Score, Set
from fleetbook.core.tables import Value

S = TypeVar("S", bound=Ship)


class Unfolding(Battle[S]):
    """A battle whose state the driver of an order moves forward; rules see it as a battle like any other."""

    def __init__(self, battle: Battle[S]) -> None:
        super().__init__(battle.ruleset, battle.setup, battle.state, battle._shared)
        self.consulted: dict[str, None] = {}

    def reading(self, name: str) -> Value | bool:
        """The value in force, remembered for the record."""
        self.consulted[name] = None
        return super().reading(name)

    def apply(self, events: Iterable[Event]) -> None:
        """Move on by these events."""
        self._state = self._state.with_changes(changes(events))

    def settle(self, state: State) -> Battle[S]:
        """The battle that stands when the order is done."""
        return self.at(state)


def effect(step: Mark | Set | Add | Note | Score, battle: Battle[Any]) -> tuple[Event | None, int | None]:
    """The event of a step that needs no dice and no player, and the answer that the rule gets. A step that changes nothing has
    no event.
    """
    if isinstance(step, Mark):
        return _marked(step, battle)
    if isinstance(step, Set):
        before = battle.fact(Key(step.subject, step.name, step.other))
        if before == step.value and type(before) is type(step.value):
            return None, None
        return Changed(step.subject, step.name, before, step.value, step.other, step.text), None
    if isinstance(step, Add):
        before = battle.fact(Key(step.subject, step.name, step.other))
        after = (before if isinstance(before, int) else 0) + step.amount
        return Changed(step.subject, step.name, before, after or None, step.other, step.text), None
    if isinstance(step, Score):
        return Scored(step.name, step.value if isinstance(step.value, str) else int(step.value), step.who), None
    return Noted(step.text, step.rule), None


def _marked(step: Mark, battle: Battle[Any]) -> tuple[Event | None, int]:
    before = battle.fact(Key(step.ship, step.track))
    left, full = before if isinstance(before, int) else 0, battle.full(step.ship, step.track)
    after = min(max(left - step.boxes, 0), full)
    if after == left:
        return None, 0
    return Marked(step.ship, step.track, left, after, full, step.why), left - after
