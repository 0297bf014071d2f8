"""States of the walk written as whole numbers: some bits for each fact or count touched say how it differs from the start.

A point is such a number. Equal states are equal points, a change of a fact is an addition, and the start is 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import FactValue, Key, State, type_strict_key
from fleetbook.core.odds.distribution import Law, Outcome
from fleetbook.core.odds.updates import Ops

Point: TypeAlias = int

CHOICES = Key("", "", "choices made")
"""Kept like a fact on the way: how many of the players' choices were used up."""


class Tally(NamedTuple):
    """What a count is kept for: its name and by whom."""

    name: str
    who: str


class CodesUsedUp(Exception):
    """More values came up than the bits of a slot can tell apart: the walk must be done again with more."""


class Slot:
    """One fact or count of all points: its values by their code. Code 0 is the value at the start."""

    __slots__ = ("_codes", "_moves", "highest", "name", "shift", "values")

    def __init__(self, name: Key | Tally, shift: int, highest: int, start: FactValue) -> None:
        self.name, self.shift, self.highest = name, shift, highest
        self.values: list[Any] = [start]
        self._codes: dict[Any, int] = {type_strict_key(start): 0}
        self._moves: dict[tuple[int, Ops], int] = {}

    @property
    def mask(self) -> int:
        """The bits of a point in which it is kept."""
        return self.highest << self.shift

    @property
    def varies(self) -> bool:
        """Whether another value than at the start has come up."""
        return len(self.values) > 1

    def code(self, value: FactValue) -> int:
        """The code of a value; the same for the same value only. Raises CodesUsedUp."""
        code = self._codes.setdefault(type_strict_key(value), len(self.values))
        if code == len(self.values):
            if code > self.highest:
                raise CodesUsedUp
            self.values.append(value)
        return code

    def at(self, point: Point) -> int:
        """The code at a point."""
        return (point >> self.shift) & self.highest

    def parted(self, points: Mapping[Point, float]) -> dict[int, dict[Point, float]]:
        """Points by their code. Written out: most of a walk's time goes here."""
        shift, highest = self.shift, self.highest
        parts: dict[int, dict[Point, float]] = {}
        for point, chance in points.items():
            code = (point >> shift) & highest
            if code in parts:
                parts[code][point] = chance
            else:
                parts[code] = {point: chance}
        return parts

    def change(self, before: int, after: int) -> int:
        """What to add to a point to go from one code to another."""
        return (after - before) << self.shift

    def after(self, before: int, ops: Ops) -> int:
        """The code after changes."""
        after = self._moves.get((before, ops))
        if after is None:
            value = self.values[before]
            for op in ops:
                value = op.of(value)
            after = self._moves[before, ops] = self.code(value)
        return after


class Everything(Slot):
    """All facts at once, for a rule that looks at the whole state: every point is its own code."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(Key("", "", "everything"), 0, 0, None)

    def at(self, point: Point) -> int:
        """The point itself."""
        return point

    def parted(self, points: Mapping[Point, float]) -> dict[int, dict[Point, float]]:
        """Every point by itself."""
        return {point: {point: chance} for point, chance in points.items()}


class Points:
    """The slots of one walk over one battle, so many bits wide."""

    def __init__(self, battle: Battle[Any], bits: int) -> None:
        self.battle, self._bits = battle, bits
        self.everything = Everything()
        self.slots: dict[Key | Tally, Slot] = {}

    def fact(self, key: Key) -> Slot:
        """The slot of a fact."""
        slot = self.slots.get(key)
        return self._added(key, self.battle.fact(key)) if slot is None else slot

    def tally(self, name: str, who: str) -> Slot:
        """The slot of a count."""
        tally = Tally(name, who)
        slot = self.slots.get(tally)
        return self._added(tally, None) if slot is None else slot

    def _added(self, name: Key | Tally, start: FactValue) -> Slot:
        slot = self.slots[name] = Slot(name, len(self.slots) * self._bits, (1 << self._bits) - 1, start)
        return slot

    def law(self, points: Mapping[Point, float]) -> Law:
        """Points with their probabilities in the battle's words; how many choices led to a point is not told."""
        choices = self.fact(CHOICES)
        told = ~(choices.highest << choices.shift)
        merged: dict[Point, float] = {}
        for point, chance in points.items():
            merged[point & told] = merged.get(point & told, 0.0) + chance
        return Law(tuple((self.outcome(point), chance) for point, chance in merged.items()))

    def outcome(self, point: Point) -> Outcome:
        """What a point says in the battle's words."""
        facts: dict[Key, FactValue] = {}
        scores: dict[tuple[str, str], int | str] = {}
        for name, slot in self.slots.items():
            code = (point >> slot.shift) & slot.highest
            if not code or name is CHOICES:
                continue
            if isinstance(name, Key):
                facts[name] = slot.values[code]
            else:
                scores[name.name, name.who] = slot.values[code]
        return Outcome(facts, scores)

    def state(self, point: Point) -> State:
        """All facts at a point."""
        return self.battle.state.with_changes(self.outcome(point).changes.items())
