"""An order taken apart into the orders inside it that throw dice, each with the battle as it stood when it began."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Event
from fleetbook.core.battle.firing import Firing
from fleetbook.core.dice import Face
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.faults import RulesFault, rules_at_work
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.throws import Throw
from fleetbook.core.play.driver import Play, Recorded
from fleetbook.core.play.live_battle import LiveBattle

S = TypeVar("S", bound=Ship)


@dataclass(frozen=True, slots=True)
class SubOrder(Generic[S]):
    """An order that throws dice itself, or is the whole: the battle before it, the choices made in it, and its events."""

    order: Part[S]
    battle: Battle[S]
    choices: tuple[str, ...]
    events: tuple[Event, ...]

    @property
    def firing(self) -> Firing | None:
        """What is fired at whom in it; None where nothing is, and where the rules cannot tell."""
        try:
            return firing_of(self.order, self.battle)
        except FleetbookError:
            return None


def firing_of(order: Part[S], battle: Battle[S]) -> Firing | None:
    """What a part fires at whom. Raises RulesFault where its rules fail at that, or tell it otherwise than a report can."""
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


def suborders(order: Part[S], battle: Battle[S], faces: Sequence[Face], choices: Sequence[str] = ()) -> tuple[SubOrder[S], ...]:
    """The parts of a recorded order that threw dice, in their order; together they threw all of them.

    An order that throws dice itself is one part with all that is inside it. Raises InputNeeded and InvalidInput where
    faces or choices are not those of the order.
    """
    taking = _Apart(battle, faces, choices)
    taking.take(order)
    return tuple(taking.found[0])


class _Apart(Play[S]):
    """Plays an order with recorded dice; of the orders under way, the innermost last, keeps what was found in them and whether
    they throw dice themselves.
    """

    def __init__(self, battle: Battle[S], faces: Sequence[Face], choices: Sequence[str]) -> None:
        super().__init__(LiveBattle(battle), Recorded(faces), tuple(choices))
        self.before = battle
        self.found: list[list[SubOrder[S]]] = [[]]
        self.throws: list[bool] = [False]

    def take(self, order: Part[S]) -> None:
        """Play an order, and add its parts to those of the order around it."""
        self.found.append([])
        self.throws.append(False)
        state, events, chosen = self.battle.state, len(self.events), len(self.chosen)
        self.drive(order)
        inside, throws = self.found.pop(), self.throws.pop()
        whole = SubOrder(order, self.before.at(state), tuple(self.chosen[chosen:]), tuple(self.events[events:]))
        self.found[-1] += [whole] if throws else inside

    def give(self, order: Part[S]) -> None:
        """An order inside an order."""
        self.take(order)

    def throw(self, step: Throw) -> Any:
        """Dice of the innermost order."""
        self.throws[-1] = True
        return super().throw(step)
