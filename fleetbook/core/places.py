"""What an order does, as a tree that grows while it is walked: it asks for a fact, throws, gives other orders, or is done.

All that a rule can learn is the replies to its questions, so after the same replies it does the same. A place in the tree is an
order with the replies so far; it holds for every battle that gives these replies, whatever else differs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from fleetbook.core.events import Scored
from fleetbook.core.points import Count, Points, Slot
from fleetbook.core.procedure import Procedure

Reply: TypeAlias = tuple[Slot | None, Any]
"""The slot asked for and its code; without a slot the answer of a throw, or None after other orders."""

Counts: TypeAlias = tuple[tuple[Slot, Count], ...]


class Place:
    """One place: what is written and counted there before the next question, and that question; None while unexplored."""

    __slots__ = ("change", "counts", "order", "question", "replies")

    def __init__(self, order: Procedure[Any], replies: tuple[Reply, ...] = ()) -> None:
        self.order, self.replies = order, replies
        self.change = 0
        self.counts: Counts = ()
        self.question: Asked | Forked | Ordered | None = None

    def after(self, slot: Slot | None, answer: Any) -> Place:
        """The place after one more reply."""
        return Place(self.order, (*self.replies, (slot, answer)))

    def asks(self, slot: Slot, code: int) -> Place:
        """Write down that a fact is asked for here; the place that this reply leads to."""
        self.question = Asked(slot, {})
        return self.question.answered(self, code)

    def count(self, points: Points, scored: Scored) -> None:
        """Write down that something is counted here."""
        count = Count(scored.value, isinstance(scored.value, str))
        self.counts = joined(self.counts, ((points.tally(scored.name, scored.who), count),))


@dataclass(frozen=True, slots=True)
class Asked:
    """A fact is asked for; the place after each reply that came up."""

    slot: Slot
    places: dict[int, Place]

    def answered(self, here: Place, code: int) -> Place:
        """The place after this reply."""
        place = self.places.get(code)
        if place is None:
            place = self.places[code] = here.after(self.slot, code)
        return place


@dataclass(frozen=True, slots=True)
class Forked:
    """Dice are thrown; the place after each answer with its probability."""

    branches: tuple[tuple[float, Place], ...]


@dataclass(frozen=True, slots=True)
class Ordered:
    """Other orders are given; their first places, then the place where this order goes on, unless it is done with them."""

    places: tuple[Place, ...]


DONE = Ordered(())


def joined(earlier: Counts, later: Counts) -> Counts:
    """What was counted, and then counted, as one."""
    if not earlier or not later:
        return earlier or later
    found = dict(earlier)
    for slot, count in later:
        found[slot] = found[slot].then(count) if slot in found else count
    return tuple(sorted(found.items(), key=lambda item: item[0].shift))
