"""Changes of facts and counts that do not ask for the old value. They can be applied to states with different old values
together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from fleetbook.core.battle.facts import FactValue, type_strict_key
from fleetbook.core.odds.distribution import added_up
from fleetbook.core.play.live_battle import added, appended, left_after


class Assign(msgspec.Struct, frozen=True):
    """A fact is set to a value. ``strict`` is a key of the value. It differs for values that Python treats as equal, such as 1
    and True.
    """

    value: FactValue
    strict: object

    def of(self, before: FactValue) -> FactValue:
        """The value after the change."""
        return self.value


class Increase(msgspec.Struct, frozen=True):
    """An amount is added to a number stored as a fact."""

    amount: int

    def of(self, before: FactValue) -> FactValue:
        """The number after the change."""
        return added(before, self.amount)


class AppendEntries(msgspec.Struct, frozen=True):
    """Entries are added to a list stored as a fact. ``strict`` is a key of the entries. It differs for entries that Python treats
    as equal, such as 1 and True.
    """

    entries: tuple[FactValue, ...]
    strict: object

    def of(self, before: FactValue) -> FactValue:
        """The list after the change."""
        return appended(before, self.entries)


class LoseBoxes(msgspec.Struct, frozen=True):
    """Boxes are struck off a track with ``full`` boxes, or restored if ``boxes`` is negative."""

    boxes: int
    full: int

    def of(self, before: FactValue) -> FactValue:
        """The number of boxes left after the change."""
        return left_after(before, self.boxes, self.full)


class AddTally(msgspec.Struct, frozen=True):
    """An amount is added to a count. With ``restarts`` the amount, such as a word, replaces the old value instead."""

    amount: int | str
    restarts: bool

    def of(self, before: FactValue) -> FactValue:
        """The count after the change."""
        return self.amount if self.restarts or not isinstance(before, (int, str)) else added_up(before, self.amount)


Op: TypeAlias = Assign | Increase | AppendEntries | LoseBoxes | AddTally
Ops: TypeAlias = tuple[Op, ...]


def assign(value: FactValue) -> Assign:
    """The change that sets a fact to a value."""
    return Assign(value, type_strict_key(value))


def append_entries(entries: tuple[FactValue, ...]) -> AppendEntries:
    """The change that adds entries to a list."""
    return AppendEntries(entries, type_strict_key(entries))


def is_constant(ops: Ops) -> bool:
    """Whether the value after these changes does not depend on the old value."""
    return isinstance(ops[0], Assign) or (isinstance(ops[0], AddTally) and ops[0].restarts)


def apply(ops: Ops, before: FactValue) -> FactValue:
    """The value after changes that are made one after another."""
    for op in ops:
        before = op.of(before)
    return before


def compose(earlier: Ops, later: Ops) -> Ops:
    """Two lists of changes of one fact or count, joined into as few changes as possible."""
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
