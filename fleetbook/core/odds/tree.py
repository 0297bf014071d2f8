"""What an order does, as a tree that grows while it is walked: it asks for a fact, throws, gives other orders, or is done.

All that a rule can learn is the replies to its questions, so after the same replies it does the same. A place in the tree is an
order with the replies so far; it holds for every battle that gives these replies, whatever else differs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from fleetbook.core.odds.packing import Slot
from fleetbook.core.odds.updates import Ops, followed
from fleetbook.core.orders.part import Part

Reply: TypeAlias = tuple[Slot | None, Any]
"""The slot asked for and its code; without a slot the answer of a throw, or None after other orders."""

AFTER_ORDERS: Reply = (None, None)

SlotOps: TypeAlias = tuple[tuple[Slot, Ops], ...]


class Place:
    """One place: what is changed there before the next question, and that question; None while unexplored.

    ``root`` is the first place of its order, ``segment`` how many times other orders were given before.
    """

    __slots__ = ("change", "ops", "order", "question", "replies", "root", "segment")

    def __init__(self, order: Part[Any], replies: tuple[Reply, ...] = (), root: Place | None = None) -> None:
        self.order, self.replies = order, replies
        self.root = root or self
        self.segment = sum(reply == AFTER_ORDERS for reply in replies)
        self.change = 0
        self.ops: SlotOps = ()
        self.question: Asked | Forked | Ordered | None = None

    def after(self, slot: Slot | None, answer: Any) -> Place:
        """The place after one more reply."""
        return Place(self.order, (*self.replies, (slot, answer)), self.root)

    def asks(self, slot: Slot, code: int) -> Place:
        """Write down that a fact is asked for here; the place that this reply leads to."""
        self.question = Asked(slot, {})
        return self.question.answered(self, code)


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


def joined(earlier: SlotOps, later: SlotOps) -> SlotOps:
    """Changes of several slots, one after another."""
    if not earlier or not later:
        return earlier or later
    found = dict(earlier)
    for slot, ops in later:
        found[slot] = followed(found.get(slot, ()), ops)
    return tuple(sorted(found.items(), key=lambda item: item[0].shift))
