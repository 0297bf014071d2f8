"""Ranges that the referee measures between ships before an order asks for them. Orders of the phase suggest them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import Field, NumberField


class Proposed(str):
    """A number that fleetbook filled into a draft, as opposed to a number that the referee typed."""


class Ranges:
    """A measured number for each pair of ships. It is valid only until the phase ends."""

    def __init__(self) -> None:
        self._step: tuple[int, str] = (0, "")
        self._kept: dict[frozenset[str], str] = {}

    def between(self, battle: Battle[Any], *ships: str) -> str:
        """The number measured between two ships in this phase. Empty if none was."""
        return self._kept.get(frozenset(ships), "") if self._step == (battle.turn, battle.phase) else ""

    def measure(self, battle: Battle[Any], number: str, *ships: str) -> None:
        """Record the number measured between two ships. An empty text deletes it."""
        if self._step != (battle.turn, battle.phase):
            self._step, self._kept = (battle.turn, battle.phase), {}
        self._kept[frozenset(ships)] = number

    def proposed(self, draft: Draft[Any]) -> Draft[Any]:
        """The draft with the number measured between its ships, unless the referee typed a number.

        For a squadron, the number is that of the first of its ships that has one.
        """
        entry, battle = measured_entry(draft), draft.battle
        raw = draft.raw.get(entry.field.name) if entry else None
        if entry is None or not (raw is None or isinstance(raw, Proposed)):
            return draft
        ways = pairs_before(battle, draft.values, entry.field.name)
        number = next(filter(None, (self.between(battle, *way) for way in ways)), "")
        if number == (raw or ""):
            return draft
        return draft.with_input(entry.field.name, Proposed(number) if number else None)


def _ships(battle: Battle[Any], name: str) -> list[str]:
    """The ship with this name, or all ships of the squadron with this name."""
    return [name] if battle.is_ship(name) else list(battle.squadron(name))


def asks_for_ranges(battle: Battle[Any]) -> bool:
    """Whether an order of the present phase asks for a number that is measured between ships."""
    kinds = [kind for kind in battle.ruleset.all_orders if battle.phase in (kind.phases or (battle.phase,))]
    return any(is_measured(field) for kind in kinds for field in kind.declared.values())


def measured_entry(draft: Draft[Any]) -> Entry | None:
    """The input of a draft that asks for a number measured between ships. None if there is none."""
    return next((entry for entry in draft.wanted if is_measured(entry.field)), None)


def is_measured(field: Field) -> bool:
    """Whether an input asks for a number that is measured between ships."""
    return isinstance(field, NumberField) and field.measured


def words_before(draft: Draft[Any], name: str) -> set[str]:
    """The ships and squadrons given in the inputs before the input ``name``. Its number is measured between them."""
    return _words(draft.values, name)


def _words(values: Mapping[str, Any], name: str) -> set[str]:
    names = list(values)
    return {value for before in names[: names.index(name)] if isinstance(value := values[before], str)}


def pairs_before(battle: Battle[Any], values: Mapping[str, Any], name: str) -> Iterator[tuple[str, str]]:
    """All pairs of ships given in the inputs before the input ``name``. A squadron counts as each of its ships."""
    for one, other in combinations(sorted(_words(values, name)), 2):
        yield from product(_ships(battle, one), _ships(battle, other))
