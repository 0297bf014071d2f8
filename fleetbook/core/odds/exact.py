"""Exact odds. All possible courses of the orders are followed at once. Equal states are merged if the same parts are still to be
carried out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from fleetbook.core.odds.effort import Meter
from fleetbook.core.odds.liveness import Keep, StaleMask
from fleetbook.core.odds.packing import FieldOverflow, PackedState, Readable, States, Update, masked, merge
from fleetbook.core.odds.tails import TailMerging
from fleetbook.core.odds.tracer import Tracer
from fleetbook.core.odds.tree import CallNode, Node, ReadNode, ThrowNode
from fleetbook.core.odds.updates import is_constant
from fleetbook.core.orders.part import Part

L = TypeVar("L")
Due: TypeAlias = tuple[Node, ...]
Ways: TypeAlias = dict[tuple[CallNode, int, Update], float]
"""The possible continuations of a node, with their probabilities: the next call of other parts, a group of states, and their
changes.
"""

FOLLOWING, LISTING = 5, 100  # the work of one question and of one list, counted in states moved
LOOKING = 4  # reading so many states counts as moving one

NEGLIGIBLE = 1e-15  # a smaller probability is dropped if orders repeat themselves, as for a tie that is thrown again


class ExactWalk:
    """Computes exact odds of orders in one battle. What it learns about the orders is used in later computations too."""

    def __init__(self, tracer: Tracer) -> None:
        self.tracer = tracer
        self._meter = Meter(0)
        self._tails = TailMerging(self._trace)

    def walk(self, orders: Sequence[Part[Any]], meter: Meter, keep: Keep | None = None) -> States:
        """The possible states after several orders, with their probabilities. ``keep`` says which facts and counts the states
        must distinguish.

        Raises BudgetExceeded, or ChoiceNeeded if a choice is missing.
        """
        self._meter = meter
        first = tuple(self.tracer.root(order) for order in orders)
        while True:
            self.tracer.liveness.restart(keep)
            try:
                return self._walked(first)
            except (StaleMask, FieldOverflow):
                continue

    def _walked(self, first: Due) -> States:
        """The states after these nodes, with their probabilities."""
        worklist: Worklist[States] = Worklist(lambda: defaultdict(float))
        worklist.at(first)[0] = 1.0
        seen: set[Due] = set()
        while (longest := worklist.longest()) is not None:
            due, states = longest
            if due not in seen or sum(states.values()) > NEGLIGIBLE:
                seen.add(due)
                self._advance(due, states, worklist)
        return masked(worklist.at(()), self.tracer.liveness.stale(()).mask)

    def _advance(self, due: Due, states: States, worklist: Worklist[States]) -> None:
        """Move every state through the first of the nodes that are still to be done."""
        self._meter.charge(LISTING)
        groups = _Groups(states, self._meter)
        ways: dict[tuple[CallNode, int, Update], float] = defaultdict(float)
        for (call, number, update), share in self._ways(due[0], groups).items():
            stale = self.tracer.liveness.stale(next_due(call, due)).fields
            ways[call, number, tuple(part for part in update if part[0] not in stale)] += share
        for (call, number, update), share in ways.items():
            after = next_due(call, due)
            target, mask = worklist.at(after), self.tracer.liveness.stale(after).mask
            self._meter.charge(len(groups.group(number)))
            for part, cleared, bits in groups.changed(number, update):
                others = mask & ~cleared
                for state, chance in groups.group(part).items():
                    target[state & others | bits] += chance * share

    def _ways(self, start: Node, groups: _Groups) -> Ways:
        """The ways from a node to the next call of other parts, or to the end of the order. States with the same answers are in
        one group, and the ways are given for each group.
        """
        found: Ways = defaultdict(float)
        todo: list[tuple[Node, int, float, Update]] = [(start, 0, 1.0, ())]
        work = 0
        while todo and work <= self._meter.left:
            node, number, share, update = todo.pop()
            rest = self._tails.continuation(node, next(iter(groups.group(number))))
            work += FOLLOWING * len(rest or (node,))
            update = merge(update, node.update)
            if isinstance(node.question, ReadNode):
                for code, part in groups.parted(number, node.question.field):
                    todo.append((node.question.branch(node, code), part, share, update))
            elif isinstance(node.question, ThrowNode) and rest is None:
                todo.extend((branch, number, share * part, update) for part, branch in node.question.branches)
            for (moves, call), likely in rest or ():
                found[call, number, merge(update, moves)] += share * likely
        self._meter.charge(work)
        return found

    def _trace(self, node: Node, state: PackedState) -> None:
        before = self.tracer.work
        self.tracer.trace(node, state)
        self._meter.charge(self.tracer.work - before)


def next_due(call: CallNode, due: Due) -> Due:
    """The nodes that remain after the first node of ``due`` has called other parts. They are the nodes of the call, then the rest
    of ``due``.

    Empty if the order stops there because a player must choose first.
    """
    return () if call.undecided else call.nodes + due[1:]


class _Groups:
    """States divided into groups. The states of a group have given the same answers so far. Group 0 has all states."""

    def __init__(self, states: States, meter: Meter) -> None:
        self._groups, self._meter = [states], meter
        self._parts: dict[tuple[int, Readable], list[tuple[Any, int]]] = {}

    def group(self, number: int) -> States:
        """The states of a group, with their probabilities."""
        return self._groups[number]

    def parted(self, number: int, field: Readable) -> list[tuple[Any, int]]:
        """The groups into which the values of a field divide a group. Each pair has the code of a value, and the number of the
        group with this value.
        """
        parts = self._parts.get((number, field))
        if parts is None:
            if field.base.highest:
                self._meter.charge(len(self._groups[number]) // LOOKING)
            by_code = field.parted(self._groups[number])
            if len(by_code) == 1:
                parts = [(code, number) for code in by_code]
            else:
                first = len(self._groups)
                self._groups.extend(by_code.values())
                parts = list(zip(by_code, range(first, len(self._groups)), strict=True))
            self._parts[number, field] = parts
        return parts

    def changed(self, number: int, update: Update) -> list[tuple[int, int, int]]:
        """The groups into which an update divides a group. All states of such a group change in the same way.

        Each item has the number of a group, the bits to clear in its states and the bits to set.
        """
        parts: list[tuple[int, int, int]] = [(number, 0, 0)]
        for field, ops in update:
            before, parts = parts, []
            for whole, cleared, bits in before:
                for code, part in [(-1, whole)] if is_constant(ops) else self.parted(whole, field):
                    after = field.after(max(code, 0), ops)
                    same = after == code
                    parts.append((part, cleared, bits) if same else (part, cleared | field.mask, bits | after << field.shift))
        return parts


class Worklist(Generic[L]):
    """The states that are still to be moved, by the list of nodes that remain for them. The first node of a list is done next.

    Longer lists are done first. So when a shorter list is done, all states that reach it are there together.
    """

    def __init__(self, empty: Callable[[], L]) -> None:
        self._empty = empty
        self._by_length: dict[int, dict[Due, L]] = {0: {(): empty()}}

    def at(self, due: Due) -> L:
        """The states with these remaining nodes."""
        return self._by_length.setdefault(len(due), {}).setdefault(due, self._empty())

    def longest(self) -> tuple[Due, L] | None:
        """Remove and return the first of the longest lists of remaining nodes, with its states. None if no nodes remain."""
        length = max(self._by_length)
        if not length:
            return None
        lists = self._by_length[length]
        due = next(iter(lists))
        states = lists.pop(due)
        if not lists:
            del self._by_length[length]
        return due, states
