"""Sampled odds, for orders whose exact odds would take too much work. Many random plays move through the tree together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any, TypeAlias

from fleetbook.core.odds.effort import LEAST, ROOM, BudgetExceeded, Meter, TooLong
from fleetbook.core.odds.exact import Worklist, next_due
from fleetbook.core.odds.packing import FieldOverflow, PackedState, Readable, States, Update, merge
from fleetbook.core.odds.tracer import Tracer
from fleetbook.core.odds.tree import CallNode, Node, ReadNode, ThrowNode
from fleetbook.core.odds.updates import is_constant
from fleetbook.core.orders.part import Part

Plays: TypeAlias = list[PackedState]
"""One packed state for each play."""

SEED = 1
MOVING = 10  # the work of one question, counted in states moved
MOST_TURNS = 200_000  # the most parts that are run: a part that runs itself would never end


class Sampler:
    """Plays orders at random. ``parts`` are lists of orders that follow one another. The final states after each list are counted
    over all rounds of plays.
    """

    def __init__(self, tracer: Tracer, *parts: Sequence[Part[Any]]) -> None:
        self.played = 0
        self._parts, self._packer, self._random = parts, tracer.packer, Random(SEED)
        self._walk = SampledWalk(tracer, self._random)
        self._ends = [Counter[PackedState]() for _ in parts]
        self._moves = len(tracer.packer.moves)
        self._last = 1, 1  # the number of plays in the last round, and their cost

    def play(self, samples: int, meter: Meter) -> None:
        """Make plays in rounds, until there are ``samples`` plays. A round is at most as large as all earlier rounds together.

        A round that takes more work than is left is dropped. Raises BudgetExceeded if the first round is dropped, or if an order
        may throw more dice than the odds can follow.
        """
        while (due := self._due(samples, meter)) > 0:
            before, dice, plays = meter.left, self._random.getstate(), [0] * due
            try:
                ends = [plays := self._walk.walk(orders, plays, meter) for orders in self._parts]
            except FieldOverflow:
                self._random.setstate(dice)
                continue
            except BudgetExceeded as error:
                self._random.setstate(dice)
                if not self.played or meter.stop() or isinstance(error, TooLong):
                    raise
                return
            for counted, end in zip(self._counted(), ends, strict=True):
                counted.update(end)
            self.played += due
            self._last = due, before - meter.left

    def states(self) -> list[States]:
        """For each list of orders: the final states, each with the share of the plays that ended in it."""
        return [{state: times / self.played for state, times in ends.items()} for ends in self._counted()]

    def _due(self, samples: int, meter: Meter) -> int:
        """The number of plays in the next round; 0 or less if no further round is made."""
        plays, cost = self._last
        affordable = (meter.left - ROOM) * plays // cost
        return min(samples - self.played, max(self.played, 1), max(affordable, LEAST - self.played))

    def _counted(self) -> list[Counter[PackedState]]:
        """For each list of orders: the number of plays that ended in each state. States that were packed before a field got more
        bits are packed again.
        """
        for move in self._packer.moves[self._moves :]:
            self._ends = [Counter({move.packed(state): times for state, times in ends.items()}) for ends in self._ends]
        self._moves = len(self._packer.moves)
        return self._ends


class SampledWalk:
    """Plays orders in one battle. Each play has its own dice."""

    def __init__(self, tracer: Tracer, random: Random) -> None:
        self.tracer, self._random = tracer, random
        self._meter = Meter(0)

    def walk(self, orders: Sequence[Part[Any]], plays: Plays, meter: Meter) -> Plays:
        """The states of these plays after several orders.

        Raises BudgetExceeded, and ChoiceNeeded if a choice is missing. Also raises FieldOverflow: the plays must then begin
        again.
        """
        self._meter = meter
        self.tracer.liveness.restart(None)
        worklist: Worklist[Plays] = Worklist(list)
        worklist.at(tuple(self.tracer.root(order) for order in orders)).extend(plays)
        for _ in range(MOST_TURNS):
            longest = worklist.longest()
            if longest is None:
                return worklist.at(())
            due, plays = longest
            for call, part in self._played_on(due[0], plays):
                worklist.at(next_due(call, due)).extend(part)
        raise TooLong

    def _played_on(self, start: Node, plays: Plays) -> Iterator[tuple[CallNode, Plays]]:
        """Follow the plays to their next call of other parts, or to the end of the order. Plays that took the same way are
        yielded together.
        """
        todo: list[tuple[Node, Plays, Update]] = [(start, plays, ())]
        while todo:
            node, part, update = todo.pop()
            if node.question is None:
                before = self.tracer.work
                self.tracer.trace(node, part[0])
                self._meter.charge(self.tracer.work - before)
            self._meter.charge(MOVING + len(part))
            update = merge(update, node.update)
            question = node.question
            if isinstance(question, ReadNode):
                todo += [(question.branch(node, code), some, update) for code, some in _parted(part, question.field)]
            elif isinstance(question, ThrowNode):
                todo += [(branch, some, update) for branch, some in _thrown(part, question, self._random) if some]
            elif isinstance(question, CallNode):
                yield question, _changed(part, update)


def _parted(plays: Plays, field: Readable) -> Iterator[tuple[Any, Plays]]:
    """The plays divided by the code of a field. Usually all of them have the same code."""
    codes = field.codes(plays)
    if len(set(codes)) == 1:
        yield codes[0], plays
        return
    parts: dict[Any, Plays] = defaultdict(list)
    for code, state in zip(codes, plays, strict=True):
        parts[code].append(state)
    yield from parts.items()


def _thrown(plays: Plays, throw: ThrowNode, random: Random) -> Iterator[tuple[Node, Plays]]:
    """The plays divided by the answers to a throw. Each play draws its answer at random."""
    if len(throw.branches) == 2:
        (share, first), (_, second) = throw.branches
        thrown = [random.random() < share for _ in plays]
        yield first, [state for state, is_first in zip(plays, thrown, strict=True) if is_first]
        yield second, [state for state, is_first in zip(plays, thrown, strict=True) if not is_first]
        return
    shares = list(accumulate(share for share, _ in throw.branches))
    places = random.choices(range(len(shares)), cum_weights=shares, k=len(plays))
    parts: list[Plays] = [[] for _ in shares]
    for state, place in zip(plays, places, strict=True):
        parts[place].append(state)
    yield from ((node, part) for (_, node), part in zip(throw.branches, parts, strict=True))


def _changed(plays: Plays, update: Update) -> Plays:
    for field, ops in update:
        if is_constant(ops):
            others, bits = ~field.mask, field.after(0, ops) << field.shift
            plays = [state & others | bits for state in plays]
        else:
            codes = field.codes(plays)
            after_each = {code: field.after(code, ops) for code in set(codes)}
            moves = {code: after - code << field.shift for code, after in after_each.items()}
            plays = [state + moves[code] for code, state in zip(codes, plays, strict=True)]
    return plays
