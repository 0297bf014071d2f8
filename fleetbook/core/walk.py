"""The exact walk: all ways through orders at once. Battles that are alike, and in which the same is still to be done, are one.

Orders are followed from question to question (see ``places``); what happens between is kept for all battles that give the same
replies. Sub-orders split the way of an order: before and after each of them all equal states are merged, however they came about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from fleetbook.core.battle import Battle
from fleetbook.core.budget import Budget
from fleetbook.core.facts import exactly
from fleetbook.core.law import Law
from fleetbook.core.paths import Explorer
from fleetbook.core.places import Asked, Counts, Forked, Place, joined
from fleetbook.core.points import Point, Points
from fleetbook.core.procedure import Procedure

Way: TypeAlias = tuple[float, int, Counts, tuple[Place, ...]]
"""A probability, what to add to the point, what was counted, and what is to be done next."""

Spread: TypeAlias = dict[Point, float]

EXPLORING = 40  # work of following an order once, in points moved
KEPT = 200_000  # ways


class Walk:
    """One exact computation on one battle."""

    def __init__(self, battle: Battle[Any], budget: int, stop: Callable[[], bool], choices: Sequence[str] = ()) -> None:
        self.points, self.budget = Points(battle), Budget(budget, stop)
        self.explorer = Explorer(self.points, choices, self._root)
        self._roots: dict[Any, Place] = {}
        self._known: dict[Place, dict[int, dict[Point, list[Way]]]] = {}
        self._kept = 0

    def law(self, orders: Sequence[Procedure[Any]]) -> Law:
        """The law of orders given one after another. Raises TooMuch past the budget, ChoiceWanted where a choice is missing."""
        agenda = _Agenda()
        agenda.points(tuple(self._root(order) for order in orders), ())[0] = 1.0
        while (due := agenda.longest()) is not None:
            self._advance(*due, agenda)
        return self.points.law(agenda.points((), ()))

    def _root(self, order: Procedure[Any]) -> Place:
        """The first place of an order; the same for equal orders."""
        key = (type(order), *(exactly(value) for value in order.inputs().values()))
        return self._roots.setdefault(key, Place(order))

    def _advance(self, due: tuple[Place, ...], points: Spread, agenda: _Agenda) -> None:
        """Take every point on by the first of the places due."""
        place, rest = due[0], due[1:]
        targets: dict[tuple[Place, ...], Spread] = {}
        for point, chance in points.items():
            ways = self._ways(place, point)
            self.budget.spend(len(ways))
            for share, change, counts, following in ways:
                moved = point + change
                for slot, count in counts:
                    moved = slot.counted(moved, count)
                target = targets.get(following)
                if target is None:
                    target = targets[following] = agenda.points(following, rest)
                target[moved] = target.get(moved, 0.0) + chance * share

    def _ways(self, place: Place, point: Point) -> list[Way]:
        """What may happen from a place up to the next sub-order or the end: found out once for the replies that it depends on."""
        known = self._known.setdefault(place, {})
        for mask, laws in known.items():
            ways = laws.get(point & mask)
            if ways is not None:
                return ways
        mask, ways = self._found(place, point)
        self._kept += len(ways)
        if self._kept > KEPT:
            self._known.clear()
            self._kept = 0
        self._known.setdefault(place, {}).setdefault(mask, {})[point & mask] = ways
        return ways

    def _found(self, start: Place, point: Point) -> tuple[int, list[Way]]:
        """The ways, and the bits of the point that they depend on."""
        mask = 0
        found: dict[tuple[int, Counts, tuple[Place, ...]], float] = {}
        todo: list[tuple[Place, float, int, Counts]] = [(start, 1.0, 0, ())]
        while todo:
            place, share, change, counts = todo.pop()
            if place.question is None:
                self.budget.spend(EXPLORING)
                self.explorer.explore(place, point + change)
            change, counts = change + place.change, joined(counts, place.counts)
            question = place.question
            if isinstance(question, Asked):
                mask |= question.slot.mask
                todo.append((question.answered(place, question.slot.at(point + change)), share, change, counts))
            elif isinstance(question, Forked):
                todo.extend((branch, share * part, change, counts) for part, branch in question.branches)
            elif question is not None:
                way = change, counts, question.places
                found[way] = found.get(way, 0.0) + share
        self.budget.spend(len(found))
        return mask, [(share, *way) for way, share in found.items()]


class _Agenda:
    """Points by what is still to be done from them: the places due, the next one first.

    The longest lists are worked off first: whatever is added to a list on the way has come together by then.
    """

    def __init__(self) -> None:
        self._by_length: dict[int, dict[tuple[Place, ...], Spread]] = {}

    def points(self, first: tuple[Place, ...], rest: tuple[Place, ...]) -> Spread:
        """The points from which these places are due."""
        due = first + rest
        return self._by_length.setdefault(len(due), {}).setdefault(due, {})

    def longest(self) -> tuple[tuple[Place, ...], Spread] | None:
        """Take out the earliest of the longest lists; None where nothing is left to do."""
        length = max(self._by_length)
        if not length:
            return None
        lists = self._by_length[length]
        due = next(iter(lists))
        points = lists.pop(due)
        if not lists:
            del self._by_length[length]
        return due, points
