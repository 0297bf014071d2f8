"""The exact walk: all ways through orders at once. States that are alike, and from which the same is still due, are one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from fleetbook.core.odds.effort import Meter
from fleetbook.core.odds.liveness import Keep, StaleMask
from fleetbook.core.odds.packing import FieldOverflow, PackedState, Readable, StateField, States, Update, masked, merge
from fleetbook.core.odds.tails import TailMerging
from fleetbook.core.odds.tracer import Tracer
from fleetbook.core.odds.tree import CallNode, Node, ReadNode, ThrowNode
from fleetbook.core.odds.updates import Ops, is_constant
from fleetbook.core.orders.part import Part

L = TypeVar("L")
Due: TypeAlias = tuple[Node, ...]
Ways: TypeAlias = dict[tuple[CallNode, int, Update], float]
"""Probabilities by what is due next, the number of a group of states, and their changes."""

FOLLOWING, LISTING = 5, 100  # work of one question, and of one list, in states moved
LOOKING = 4  # so many states looked at are the work of one moved

NEGLIGIBLE = 1e-15  # a probability that is given up where orders come round to themselves, as a tie thrown again does


class ExactWalk:
    """Walks orders on the battle of one tracer; what it finds out serves its next walks too."""

    def __init__(self, tracer: Tracer) -> None:
        self.tracer = tracer
        self._meter = Meter(0)
        self._tails = TailMerging(self._trace)

    def walk(self, orders: Sequence[Part[Any]], meter: Meter, keep: Keep | None = None) -> States:
        """The states after orders given one after another, told apart by all facts and tallies or by those to ``keep``.

        Raises BudgetExceeded, ChoiceNeeded where a choice is missing.
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
        """The states to which these nodes lead, with their probabilities."""
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
        """Take every state on by the first of the nodes due."""
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
                kept = mask & ~cleared
                for state, chance in groups.group(part).items():
                    target[state & kept | bits] += chance * share

    def _ways(self, start: Node, groups: _Groups) -> Ways:
        """What may happen from a node up to the next call or the end, for each group of states that give the same answers."""
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
    """What is due after a call by the first of the nodes due."""
    return () if call.undecided else call.nodes + due[1:]


class _Groups:
    """States in groups that give the same answers; the first, number 0, is all of them."""

    def __init__(self, states: States, meter: Meter) -> None:
        self._groups, self._meter = [states], meter
        self._parts: dict[tuple[int, Readable], list[tuple[Any, int]]] = {}

    def group(self, number: int) -> States:
        """The states of a group."""
        return self._groups[number]

    def parted(self, number: int, field: Readable) -> list[tuple[Any, int]]:
        """A group divided by the codes of a field: pairs of code and number."""
        parts = self._parts.get((number, field))
        if parts is None:
            parts = self._parts[number, field] = self._part(number, field)
        return parts

    def changed(self, number: int, update: Update) -> Iterator[tuple[int, int, int]]:
        """A group divided so that all states of a part change alike: its number, the bits to clear and those to set."""
        parts: list[tuple[int, int, int]] = [(number, 0, 0)]
        for field, ops in update:
            parts = [change for part in parts for change in self._change(part, field, ops)]
        yield from parts

    def _change(self, so_far: tuple[int, int, int], field: StateField, ops: Ops) -> Iterator[tuple[int, int, int]]:
        whole, cleared, bits = so_far
        for code, number in [(-1, whole)] if is_constant(ops) else self.parted(whole, field):
            after = field.after(max(code, 0), ops)
            if after == code:
                yield number, cleared, bits
            else:
                yield number, cleared | field.mask, bits | after << field.shift

    def _part(self, number: int, field: Readable) -> list[tuple[Any, int]]:
        if field.base.highest:
            self._meter.charge(len(self._groups[number]) // LOOKING)
        by_code = field.parted(self._groups[number])
        if len(by_code) == 1:
            return [(code, number) for code in by_code]
        first = len(self._groups)
        self._groups.extend(by_code.values())
        return list(zip(by_code, range(first, len(self._groups)), strict=True))


class Worklist(Generic[L]):
    """States by the nodes that are due from them, the next one first.

    The longest lists are worked off first: whatever joins a shorter one has come together by then.
    """

    def __init__(self, empty: Callable[[], L]) -> None:
        self._empty = empty
        self._by_length: dict[int, dict[Due, L]] = {0: {(): empty()}}

    def at(self, due: Due) -> L:
        """The states from which these nodes are due."""
        return self._by_length.setdefault(len(due), {}).setdefault(due, self._empty())

    def longest(self) -> tuple[Due, L] | None:
        """Take out the earliest of the longest lists; None where nothing is left to do."""
        length = max(self._by_length)
        if not length:
            return None
        lists = self._by_length[length]
        due = next(iter(lists))
        states = lists.pop(due)
        if not lists:
            del self._by_length[length]
        return due, states
