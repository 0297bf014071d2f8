"""The parts of an order in which dice were thrown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Chosen, Event, Rolled
from fleetbook.core.battle.firing import Firing
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.faults import RulesFault, rules_at_work
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.tree import Done

S = TypeVar("S", bound=Ship)


class SubOrder(msgspec.Struct, Generic[S], frozen=True):
    """A part in which dice were thrown, or the whole order, with the battle before it, its choices and its events."""

    order: Part[S]
    battle: Battle[S]
    choices: tuple[str, ...]
    events: tuple[Event, ...]

    @property
    def firing(self) -> Firing | None:
        """The shot that the part fires. None if it fires none, or if the code of the rules fails."""
        try:
            return firing_of(self.order, self.battle)
        except FleetbookError:
            return None


def firing_of(order: Part[S], battle: Battle[S]) -> Firing | None:
    """The shot that a part fires. None if it fires none. Raises RulesFault if the rules fail or give an impossible shot."""
    with rules_at_work(battle.ruleset, resolving=True):
        fired = order.firing(battle)
    if fired is None:
        return None
    try:
        fired = msgspec.convert(tuple(fired), Firing)
    except (TypeError, msgspec.ValidationError) as error:
        raise RulesFault.by(battle.ruleset, order.firing, InvalidInput("firing", fired, f"a Firing ({error})")) from None
    if not battle.is_ship(fired.firer):
        ships = (ship.name for ship in battle.ships())
        raise RulesFault.by(battle.ruleset, order.firing, InvalidInput.word("firer of a Firing", fired.firer, ships))
    return fired


def suborders(done: Done[S]) -> Iterator[SubOrder[S]]:
    """The parts of an order that threw dice. A part that threw dice includes all parts inside it, so every throw belongs to
    exactly one part.
    """
    if any(isinstance(step, Rolled) for step in done.steps):
        choices = tuple(event.choice for event in done.events if isinstance(event, Chosen))
        yield SubOrder(done.part, done.before, choices, done.events)
        return
    for step in done.steps:
        if isinstance(step, Done):
            yield from suborders(step)
