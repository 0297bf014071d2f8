"""Ranges that the referee measures between ships before an order asks for them. Orders of the phase suggest them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from math import inf
from typing import Any, NamedTuple, TypeGuard

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import Field, NumberField


class FilledIn(str):
    """A value that fleetbook filled into a draft. The type tells it from a value that the referee entered."""


class Proposed(FilledIn):
    """A number filled into a draft because it was measured between its ships before the order was begun."""


class Measurement(NamedTuple):
    """A number that was measured between two ships, and the turn and phase in which it was.

    line  the number of the journal line that was written next
    """

    number: str
    step: tuple[int, str]
    line: int
    pair: frozenset[str]


class Ranges:
    """The number that was measured last for each pair of ships. It is valid only until the phase ends.

    count  the number of measurements, to know whether there was another
    taken  the measurements by line and pair of ships
    """

    def __init__(self, next_line: Callable[[], int]) -> None:
        """``next_line`` returns the number of the journal line that is written next."""
        self.last: dict[frozenset[str], Measurement] = {}
        self.taken: dict[tuple[int, frozenset[str]], Measurement] = {}
        self.count, self._next_line = 0, next_line

    def between(self, battle: Battle[Any], *ships: str) -> str:
        """The number measured between two ships in this phase. Empty if none was."""
        found = self.last.get(frozenset(ships))
        return found.number if found and found.step == (battle.turn, battle.phase) else ""

    def measure(self, battle: Battle[Any], number: str, *ships: str) -> None:
        """Record the number measured between two ships. An empty text deletes it."""
        line, pair = self._next_line(), frozenset(ships)
        self.count += 1
        self.last[pair] = self.taken[line, pair] = Measurement(number, (battle.turn, battle.phase), line, pair)


def entered(draft: Draft[Any]) -> tuple[str, ...]:
    """The names of the inputs that the referee entered."""
    return tuple(name for name in draft.given if not isinstance(draft.raw.get(name), FilledIn))


def _ships(battle: Battle[Any], name: str) -> list[str]:
    """The ship with this name, or all ships of the squadron with this name."""
    return [name] if battle.is_ship(name) else list(battle.squadron(name))


def asks_for_ranges(battle: Battle[Any]) -> bool:
    """Whether an order of the present phase asks for a number that is measured between ships."""
    kinds = [kind for kind in battle.ruleset.all_orders if battle.phase in (kind.phases or (battle.phase,))]
    return any(is_measured(field) for kind in kinds for field in kind.declared.values())


def farthest(battle: Battle[Any]) -> float:
    """The highest range that an order of the present phase takes. Infinite if that depends on other inputs, or if none asks."""
    kinds = [kind for kind in battle.ruleset.all_orders if battle.phase in (kind.phases or (battle.phase,))]
    fields = [field for kind in kinds for field in kind.declared.values() if is_measured(field)]
    return max((inf if callable(field.high) else field.high for field in fields), default=inf)


def measured_entry(draft: Draft[Any]) -> Entry | None:
    """The input of a draft that asks for a number measured between ships. None if there is none."""
    return next((entry for entry in draft.wanted if is_measured(entry.field)), None)


def is_measured(field: Field) -> TypeGuard[NumberField]:
    """Whether an input asks for a number that is measured between ships."""
    return isinstance(field, NumberField) and field.measured is not None


def number_ends(values: Mapping[str, Any], field: Field) -> set[str]:
    """The ships and squadrons between which an input's number is measured, as far as the inputs name them."""
    ends = (field.measured.one, field.measured.other) if is_measured(field) and field.measured else ()
    return {value for end in ends if isinstance(value := values[end], str)}


def measured_pairs(battle: Battle[Any], values: Mapping[str, Any], field: Field) -> Iterator[tuple[str, str]]:
    """All pairs of ships between which an input's number is measured. A squadron counts as each of its ships."""
    for one, other in combinations(sorted(number_ends(values, field)), 2):
        yield from product(_ships(battle, one), _ships(battle, other))
