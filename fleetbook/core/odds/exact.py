"""The exact walk: all ways through orders at once. Battles that are alike, and in which the same is still to be done, are one.

Orders are followed from question to question (see ``places``); what happens between is kept for all battles that give the same
replies. Sub-orders split the way of an order: before and after each of them all equal states are merged, however they came about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import type_strict_key
from fleetbook.core.odds.distribution import Law
from fleetbook.core.odds.effort import Budget, TooMuch
from fleetbook.core.odds.liveness import Forgotten, Keep, Reads
from fleetbook.core.odds.packing import CodesUsedUp, Point, Points, Slot
from fleetbook.core.odds.tails import Sharing
from fleetbook.core.odds.tracer import Explorer
from fleetbook.core.odds.tree import Asked, Forked, Place, SlotOps, joined
from fleetbook.core.orders.part import Part

Spread: TypeAlias = dict[Point, float]
Ways: TypeAlias = dict[tuple[int, int, SlotOps, tuple[Place, ...]], float]
"""Probabilities by the number of a group of points, what to add to each, its further changes, and what is to be done next."""

FOLLOWING, EXPLORING = 3, 200  # work of one question, and of following an order once to find one out, in points moved
LONGEST = 60  # throws of one order on the way to a place: one that throws ties again has no end
BITS = 8, 32  # of a fact: few are quick, and mostly enough


def walk(
    battle: Battle[Any],
    orders: Sequence[Part[Any]],
    budget: Budget,
    choices: Sequence[str] = (),
    keep: Keep | None = None,
) -> Law:
    """The law of orders given one after another, of all facts and counts or of those to ``keep``.

    Raises TooMuch past the budget, ChoiceNeeded where a choice is missing.
    """
    for bits in BITS:
        with suppress(CodesUsedUp):
            return _Walk(Points(battle, bits), budget, choices, keep).law(orders)
    raise TooMuch


class _Walk:
    """One exact computation on one battle."""

    def __init__(self, points: Points, budget: Budget, choices: Sequence[str], keep: Keep | None) -> None:
        self.points, self.budget = points, budget
        self.reads = Reads(points, keep)
        self.explorer = Explorer(points, choices, self._root, self.reads)
        self.sharing = Sharing(self._explore)
        self._roots: dict[Any, Place] = {}

    def law(self, orders: Sequence[Part[Any]]) -> Law:
        """The law of orders given one after another."""
        first = tuple(self._root(order) for order in orders)
        while True:
            with suppress(Forgotten):
                return self.points.law(self._walked(first))
            self.reads.again()

    def _walked(self, first: tuple[Place, ...]) -> Spread:
        """The points to which these places lead, with their probabilities."""
        agenda = _Agenda()
        agenda.points(first, ())[0] = 1.0
        while (due := agenda.longest()) is not None:
            self._advance(*due, agenda)
        mask = self.reads.mask(())
        return _masked(agenda.points((), ()), mask)

    def _root(self, order: Part[Any]) -> Place:
        """The first place of an order; the same for equal orders."""
        key = (type(order), *(type_strict_key(value) for value in vars(order).values()))
        return self._roots.setdefault(key, Place(order))

    def _advance(self, due: tuple[Place, ...], points: Spread, agenda: _Agenda) -> None:
        """Take every point on by the first of the places due."""
        groups = _Groups(points)
        for (number, change, ops, following), share in self._ways(due[0], groups).items():
            target = agenda.points(following, due[1:])
            mask = self.reads.mask(following + due[1:])
            self.budget.spend(len(groups.group(number)))
            for part, moved in groups.changed(number, change, ops):
                for point, chance in groups.group(part).items():
                    target[(point + moved) & mask] += chance * share

    def _ways(self, start: Place, groups: _Groups) -> Ways:
        """What may happen from a place up to the next sub-order or the end, for each group of points with the same replies."""
        found: Ways = {}
        todo: list[tuple[Place, int, float, int, SlotOps]] = [(start, 0, 1.0, 0, ())]
        while todo:
            place, number, share, change, ops = todo.pop()
            rest = self.sharing.rest(place, next(iter(groups.group(number))))
            self.budget.spend(FOLLOWING * len(rest or (place,)))
            change, ops = change + place.change, joined(ops, place.ops)
            if isinstance(place.question, Asked):
                for code, part in groups.parted(number, place.question.slot):
                    todo.append((place.question.answered(place, code), part, share, change, ops))
            elif isinstance(place.question, Forked) and rest is None:
                todo.extend((branch, number, share * part, change, ops) for part, branch in place.question.branches)
            for (more, moves, places), likely in rest or ():
                way = number, change + more, joined(ops, moves), places
                found[way] = found.get(way, 0.0) + share * likely
        return found

    def _explore(self, place: Place, point: Point) -> None:
        if sum(slot is None for slot, _ in place.replies) > LONGEST:
            raise TooMuch
        self.budget.spend(EXPLORING)
        self.explorer.explore(place, point)


def _masked(points: Spread, mask: int) -> Spread:
    found: Spread = defaultdict(float)
    for point, chance in points.items():
        found[point & mask] += chance
    return found


class _Groups:
    """Points in groups that give the same replies; the first, number 0, is all of them."""

    def __init__(self, points: Spread) -> None:
        self._groups = [points]
        self._parts: dict[tuple[int, Slot], list[tuple[int, int]]] = {}

    def group(self, number: int) -> Spread:
        """The points of a group."""
        return self._groups[number]

    def parted(self, number: int, slot: Slot) -> list[tuple[int, int]]:
        """A group divided by the codes of a slot: pairs of code and number."""
        parts = self._parts.get((number, slot))
        if parts is None:
            parts = self._parts[number, slot] = self._part(self._groups[number], slot)
        return parts

    def changed(self, number: int, change: int, ops: SlotOps) -> list[tuple[int, int]]:
        """A group divided so that all of a part's points change alike: pairs of number and what to add to each point."""
        parts = [(number, change)]
        for slot, moves in ops:
            parts = [
                (part, so_far + slot.change(code, slot.after(code, moves)))
                for whole, so_far in parts
                for code, part in self.parted(whole, slot)
            ]
        return parts

    def _part(self, group: Spread, slot: Slot) -> list[tuple[int, int]]:
        by_code = slot.parted(group)
        first = len(self._groups)
        self._groups.extend(by_code.values())
        return list(zip(by_code, range(first, len(self._groups)), strict=True))


class _Agenda:
    """Points by what is still to be done from them: the places due, the next one first.

    The longest lists are worked off first: whatever is added to a list on the way has come together by then.
    """

    def __init__(self) -> None:
        self._by_length: dict[int, dict[tuple[Place, ...], Spread]] = {}

    def points(self, first: tuple[Place, ...], rest: tuple[Place, ...]) -> Spread:
        """The points from which these places are due."""
        due = first + rest
        return self._by_length.setdefault(len(due), {}).setdefault(due, defaultdict(float))

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
