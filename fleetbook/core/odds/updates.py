"""Changes made to every state alike: the rule that makes them is not told what was there, so states need not be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from fleetbook.core.battle.facts import FactValue
from fleetbook.core.odds.distribution import counted
from fleetbook.core.play.live_battle import added, left_after


@dataclass(frozen=True, slots=True)
class Counted:
    """A count goes on, or begins anew (after a word)."""

    amount: int | str
    anew: bool

    def of(self, before: FactValue) -> FactValue:
        """The count afterwards."""
        return self.amount if self.anew or not isinstance(before, (int, str)) else counted(before, self.amount)


@dataclass(frozen=True, slots=True)
class Added:
    """Something is added to a number kept as a fact."""

    amount: int

    def of(self, before: FactValue) -> FactValue:
        """The number afterwards."""
        return added(before, self.amount)


@dataclass(frozen=True, slots=True)
class Lost:
    """Boxes are struck off a track of so many."""

    boxes: int
    full: int

    def of(self, before: FactValue) -> FactValue:
        """The boxes left."""
        return left_after(before, self.boxes, self.full)


@dataclass(frozen=True, slots=True)
class Became:
    """A fact is set, whatever it was. ``kept`` tells values apart that Python holds equal."""

    value: FactValue
    kept: object

    def of(self, before: FactValue) -> FactValue:
        """The value set."""
        return self.value


Op: TypeAlias = Counted | Added | Lost | Became
Ops: TypeAlias = tuple[Op, ...]


def followed(earlier: Ops, later: Ops) -> Ops:
    """Changes one after another, in as few as say the same."""
    for op in later:
        earlier = (*earlier[:-1], *_together(earlier[-1], op)) if earlier else (op,)
    return earlier


def _together(one: Op, other: Op) -> Sequence[Op]:
    if isinstance(other, Became) or (isinstance(other, Counted) and other.anew):
        return (other,)
    if isinstance(one, Added) and isinstance(other, Added):
        return (Added(one.amount + other.amount),)
    if isinstance(one, Counted) and isinstance(other, Counted):
        return (Counted(counted(one.amount, other.amount), one.anew),)
    return one, other
