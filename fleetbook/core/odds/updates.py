"""Updates that need no reading: the rule that makes them is not told what was there, so states need not be told apart by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from fleetbook.core.battle.facts import FactValue, type_strict_key
from fleetbook.core.odds.distribution import added_up
from fleetbook.core.play.live_battle import added, appended, left_after


@dataclass(frozen=True, slots=True)
class Assign:
    """A fact is set, whatever it was. ``strict`` tells values apart that Python holds equal."""

    value: FactValue
    strict: object

    def of(self, before: FactValue) -> FactValue:
        """The value set."""
        return self.value


@dataclass(frozen=True, slots=True)
class Increase:
    """Something is added to a number kept as a fact."""

    amount: int

    def of(self, before: FactValue) -> FactValue:
        """The number afterwards."""
        return added(before, self.amount)


@dataclass(frozen=True, slots=True)
class AppendEntries:
    """Entries are added to a list kept as a fact; ``strict`` as above."""

    entries: tuple[FactValue, ...]
    strict: object

    def of(self, before: FactValue) -> FactValue:
        """The list afterwards."""
        return appended(before, self.entries)


@dataclass(frozen=True, slots=True)
class LoseBoxes:
    """Boxes are struck off a track of so many, or restored (a negative number)."""

    boxes: int
    full: int

    def of(self, before: FactValue) -> FactValue:
        """The boxes left."""
        return left_after(before, self.boxes, self.full)


@dataclass(frozen=True, slots=True)
class AddTally:
    """A tally goes on, or begins anew (a word, which replaces what was there)."""

    amount: int | str
    anew: bool

    def of(self, before: FactValue) -> FactValue:
        """The tally afterwards."""
        return self.amount if self.anew or not isinstance(before, (int, str)) else added_up(before, self.amount)


Op: TypeAlias = Assign | Increase | AppendEntries | LoseBoxes | AddTally
Ops: TypeAlias = tuple[Op, ...]


def assign(value: FactValue) -> Assign:
    """The change to a value."""
    return Assign(value, type_strict_key(value))


def append_entries(entries: tuple[FactValue, ...]) -> AppendEntries:
    """The change by more entries."""
    return AppendEntries(entries, type_strict_key(entries))


def is_constant(ops: Ops) -> bool:
    """Whether changes come to the same whatever was there."""
    return isinstance(ops[0], Assign) or (isinstance(ops[0], AddTally) and ops[0].anew)


def apply(ops: Ops, before: FactValue) -> FactValue:
    """The value after changes, one after another."""
    for op in ops:
        before = op.of(before)
    return before


def compose(earlier: Ops, later: Ops) -> Ops:
    """Changes of one fact or tally, one after another, in as few as say the same."""
    for op in later:
        earlier = (*earlier[:-1], *_together(earlier[-1], op)) if earlier else (op,)
    return earlier


def _together(one: Op, other: Op) -> Sequence[Op]:
    if is_constant((other,)):
        return (other,)
    if isinstance(one, Assign):
        return (assign(other.of(one.value)),)
    if isinstance(one, Increase) and isinstance(other, Increase):
        return (Increase(one.amount + other.amount),)
    if isinstance(one, AppendEntries) and isinstance(other, AppendEntries):
        return (append_entries((*one.entries, *other.entries)),)
    if isinstance(one, AddTally) and isinstance(other, AddTally):
        return (AddTally(added_up(one.amount, other.amount), one.anew),)
    return one, other
