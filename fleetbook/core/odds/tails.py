"""Makes parts of orders that do the same one: what follows from different throws is then walked once, with their states merged.

After twelve depths of a hit the same critical is thrown. Where what follows depends on nothing that was thrown before, the places
after those throws go on to one place that they share, as if the rest were an order of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fleetbook.core.odds.packing import Point
from fleetbook.core.odds.tree import Forked, Ordered, Place, SlotOps, joined

Rest: TypeAlias = frozenset[tuple[tuple[int, SlotOps, tuple[Place, ...]], float]]
"""What follows from a place, its own changes apart: what to add to a point, further changes, what is due next; and how likely."""


class Sharing:
    """The rests of the places of one walk. ``explore`` finds out what is done at a place."""

    def __init__(self, explore: Callable[[Place, Point], None]) -> None:
        self._explore = explore
        self._rests: dict[Place, Rest | None] = {}
        self._shared: dict[Rest, Place] = {}

    def rest(self, place: Place, point: Point) -> Rest | None:
        """What follows from a place; None where a fact is asked for before anything else is to be done."""
        if place.question is None:
            self._explore(place, point)
        if place not in self._rests:
            self._rests[place] = self._found(place, point)
        return self._rests[place]

    def _found(self, place: Place, point: Point) -> Rest | None:
        question = place.question
        if isinstance(question, Ordered):
            return _then(question)
        if isinstance(question, Forked):
            self._share(question, point)
            return self._joined(question)
        return None

    def _share(self, question: Forked, point: Point) -> None:
        """Let branches with the same rest go on to one place, unless the rest is all decided."""
        alike: dict[Rest, list[Place]] = {}
        for _, branch in question.branches:
            rest = self.rest(branch, point)
            if rest is not None and len(rest) > 1:
                alike.setdefault(rest, []).append(branch)
        for rest, branches in alike.items():
            if len(branches) > 1:
                shared = Ordered((self._place(rest, branches[0]),))
                for branch in branches:
                    branch.question, self._rests[branch] = shared, _then(shared)

    def _place(self, rest: Rest, like: Place) -> Place:
        """The place from which a rest follows, without the changes of the place that it was found after."""
        place = self._shared.get(rest)
        if place is None:
            place = self._shared[rest] = Place(like.order, like.replies, like.root)
            place.question, self._rests[place] = like.question, rest
        return place

    def _joined(self, question: Forked) -> Rest | None:
        found: dict[tuple[int, SlotOps, tuple[Place, ...]], float] = {}
        for share, branch in question.branches:
            rest = self._rests[branch]
            if rest is None:
                return None
            for (change, ops, places), part in rest:
                way = branch.change + change, joined(branch.ops, ops), places
                found[way] = found.get(way, 0.0) + share * part
        return frozenset(found.items())


def _then(question: Ordered) -> Rest:
    return frozenset({((0, (), question.places), 1.0)})
