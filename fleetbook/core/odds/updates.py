"""Updates without reading. The rule that makes them does not learn the old value, so they need not distinguish states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from fleetbook.core.battle.facts import FactValue, type_strict_key
from fleetbook.core.odds.distribution import added_up
from fleetbook.core.play.live_battle import added, appended, left_after


@dataclass(frozen=True, slots=True)
class Assign:
    """A fact is set, whatever its value. ``strict`` distinguishes values that Python holds equal."""

    value: FactValue
    strict: object

    def of(self, before: FactValue) -> FactValue:
        """The value after it."""
        return self.value


@dataclass(frozen=True, slots=True)
class Increase:
    """A number stored as a fact is increased."""

    amount: int

    def of(self, before: FactValue) -> FactValue:
        """The number after it."""
        return added(before, self.amount)


@dataclass(frozen=True, slots=True)
class AppendEntries:
    """Entries are added to a list stored as a fact. ``strict`` is as in Assign."""

    entries: tuple[FactValue, ...]
    strict: object

    def of(self, before: FactValue) -> FactValue:
        """The list after it."""
        return appended(before, self.entries)


@dataclass(frozen=True, slots=True)
class LoseBoxes:
    """Boxes are struck off a track of ``full`` boxes, or restored (a negative number)."""

    boxes: int
    full: int

    def of(self, before: FactValue) -> FactValue:
        """The boxes left."""
        return left_after(before, self.boxes, self.full)


@dataclass(frozen=True, slots=True)
class AddTally:
    """A tally goes on, or restarts: a word replaces the old value."""

    amount: int | str
    restarts: bool

    def of(self, before: FactValue) -> FactValue:
        """The tally after it."""
        return self.amount if self.restarts or not isinstance(before, (int, str)) else added_up(before, self.amount)


Op: TypeAlias = Assign | Increase | AppendEntries | LoseBoxes | AddTally
Ops: TypeAlias = tuple[Op, ...]


def assign(value: FactValue) -> Assign:
    """The change to a value."""
    return Assign(value, type_strict_key(value))


def append_entries(entries: tuple[FactValue, ...]) -> AppendEntries:
    """The change by more entries."""
    return AppendEntries(entries, type_strict_key(entries))


def is_constant(ops: Ops) -> bool:
    """Whether the outcome of changes is independent of the old value."""
    return isinstance(ops[0], Assign) or (isinstance(ops[0], AddTally) and ops[0].restarts)


def apply(ops: Ops, before: FactValue) -> FactValue:
    """The value after changes, one after another."""
    for op in ops:
        before = op.of(before)
    return before


def compose(earlier: Ops, later: Ops) -> Ops:
    """Changes of one fact or tally, one after another, as few equivalent ones."""
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
        return (AddTally(added_up(one.amount, other.amount), one.restarts),)
    return one, other
