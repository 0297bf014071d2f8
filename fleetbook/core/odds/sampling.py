"""The sampled walk: many plays at once through the traced tree, where the exact walk would be too long."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any, TypeAlias

from fleetbook.core.odds.effort import BudgetExceeded, never
from fleetbook.core.odds.exact import Worklist, next_due
from fleetbook.core.odds.packing import PackedState, Readable, Update, merge
from fleetbook.core.odds.tracer import Tracer
from fleetbook.core.odds.tree import CallNode, Node, ReadNode, ThrowNode
from fleetbook.core.odds.updates import is_constant
from fleetbook.core.orders.part import Part

Plays: TypeAlias = list[PackedState]
"""The states that single plays are in."""

SEED = 1
MOVING = 10  # work of one question, in states moved
MOST_TURNS = 200_000  # parts that are run: those of one that runs itself have no end


class SampledWalk:
    """Plays orders on the battle of one tracer, each play by dice of its own, the same each time."""

    def __init__(self, tracer: Tracer, stop: Callable[[], bool] = never) -> None:
        self.tracer, self._stop = tracer, stop
        self._random = Random(SEED)
        self._moved, self._traced = 0, tracer.work

    @property
    def work(self) -> int:
        """What the plays have cost until now, in states moved."""
        return self._moved + self.tracer.work - self._traced

    def walk(self, orders: Sequence[Part[Any]], plays: Plays) -> Plays:
        """The states of these plays after orders given one after another.

        Raises BudgetExceeded where ``stop`` says so, ChoiceNeeded where a choice is missing, and FieldOverflow: then all plays
        must begin again.
        """
        self.tracer.liveness.restart(None)
        worklist: Worklist[Plays] = Worklist(list)
        worklist.at(tuple(self.tracer.root(order) for order in orders)).extend(plays)
        for _ in range(MOST_TURNS):
            longest = worklist.longest()
            if longest is None:
                return worklist.at(())
            due, plays = longest
            for call, part in self._played_on(due[0], plays):
                if self._stop():
                    raise BudgetExceeded
                worklist.at(next_due(call, due)).extend(part)
        raise BudgetExceeded

    def _played_on(self, start: Node, plays: Plays) -> Iterator[tuple[CallNode, Plays]]:
        """The plays at the next call or the end, in parts that go on alike."""
        todo: list[tuple[Node, Plays, Update]] = [(start, plays, ())]
        while todo:
            node, part, update = todo.pop()
            self._moved += MOVING + len(part)
            if node.question is None:
                self.tracer.trace(node, part[0])
            update = merge(update, node.update)
            question = node.question
            if isinstance(question, ReadNode):
                todo += [(question.branch(node, code), some, update) for code, some in _parted(part, question.field)]
            elif isinstance(question, ThrowNode):
                todo += [(branch, some, update) for branch, some in _thrown(part, question, self._random) if some]
            elif isinstance(question, CallNode):
                yield question, _changed(part, update)


def _parted(plays: Plays, field: Readable) -> Iterator[tuple[Any, Plays]]:
    """Plays by the code of a field; mostly it is one for all of them."""
    codes = field.codes(plays)
    if len(set(codes)) == 1:
        yield codes[0], plays
        return
    parts: dict[Any, Plays] = defaultdict(list)
    for code, state in zip(codes, plays, strict=True):
        parts[code].append(state)
    yield from parts.items()


def _thrown(plays: Plays, throw: ThrowNode, random: Random) -> Iterator[tuple[Node, Plays]]:
    """Each play by an answer of its own."""
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
            after = field.after(0, ops)
            kept, bits = ~field.mask, after << field.shift
            plays = [state & kept | bits for state in plays]
        else:
            codes = field.codes(plays)
            after_each = {code: field.after(code, ops) for code in set(codes)}
            moves = {code: after - code << field.shift for code, after in after_each.items()}
            plays = [state + moves[code] for code, state in zip(codes, plays, strict=True)]
    return plays
