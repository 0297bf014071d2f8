"""Follows an order along the replies to one place, and finds out what it does there up to its next question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Event, Scored, changes
from fleetbook.core.battle.fact_effects import Add, Mark, SetFact
from fleetbook.core.battle.facts import FactValue, Key, State, type_strict_key
from fleetbook.core.odds.liveness import Reads
from fleetbook.core.odds.packing import CHOICES, Point, Points, Slot
from fleetbook.core.odds.tree import AFTER_ORDERS, DONE, Forked, Ordered, Place, joined
from fleetbook.core.odds.updates import Added, Became, Counted, Lost, Op, Ops, followed
from fleetbook.core.orders.effects import Choose, Effect, Effects, Note, Run, Throw
from fleetbook.core.orders.part import Part
from fleetbook.core.parsing import pick
from fleetbook.core.play.driver import ChoiceNeeded
from fleetbook.core.play.live_battle import effect


class _MoreAsked(Exception):
    """An order asks for facts when it was tried whether it is done."""


class Path(Battle[Any]):
    """The battle as a rule sees it on the way to a place: known replies first, then the facts at a point.

    The rule may ask for a fact many times: until other orders were given it is asked for once.
    """

    def __init__(self, points: Points, place: Place, point: Point, reads: Reads) -> None:
        base = points.battle
        super().__init__(base.ruleset, base.setup, base.state, base._shared)
        self.place, self._points, self._point, self._reads = place, points, point, reads
        self._replies, self._used = place.replies, 0
        self._seen: dict[Key, tuple[Slot, int]] = {}
        self._unasked: dict[Slot, Ops] = {}
        self._change = 0
        self.closed = False

    @property
    def is_new(self) -> bool:
        """Whether all known replies are used up: what happens now happens at the place."""
        return self._used == len(self._replies)

    def next_reply(self, slot: Slot | None = None) -> Any:
        """The next of the known replies; to a question for this slot, or of a throw or other orders."""
        asked, answer = self._replies[self._used]
        assert asked is slot, f"{self.place.order.id} asks otherwise after the same replies"
        self._used += 1
        return answer

    def fact(self, key: Key) -> FactValue:
        """A fact on this path."""
        slot, code = self._know(key)
        value: FactValue = slot.values[code]
        return value

    @property
    def state(self) -> State:
        """All facts on this path: the rule learns everything."""
        point = self._ask(self._points.everything)
        unasked = sum(slot.change(slot.at(point), slot.after(slot.at(point), ops)) for slot, ops in self._unasked.items())
        return self._points.state(point + self._change + unasked)

    def _know(self, key: Key) -> tuple[Slot, int]:
        known = self._seen.get(key)
        if known is None:
            slot = self._points.fact(key)
            ops = self._unasked.get(slot, ())
            known = self._seen[key] = slot, slot.after(0 if ops and isinstance(ops[0], Became) else self._ask(slot), ops)
        return known

    def _ask(self, slot: Slot) -> int:
        if self.closed:
            raise _MoreAsked
        if not self.is_new:
            code: int = self.next_reply(slot)
            return code
        self._reads.note(self.place, slot)
        code = slot.at(self._point)
        self.place = self.place.asks(slot, code)
        return code

    def apply(self, event: Event) -> None:
        """Move on by an event."""
        if isinstance(event, Scored):
            self._change_unasked(self._points.tally(event.name, event.who), Counted(event.value, isinstance(event.value, str)))
        for key, value in changes((event,)):
            self._write(key, value)

    def change_unasked(self, step: Mark | SetFact | Add) -> None:
        """Change a fact without telling the rule what was there."""
        if isinstance(step, Mark):
            self._change_fact(Key(step.ship, step.track), Lost(step.boxes, self.full(step.ship, step.track)))
        else:
            key = Key(step.subject, step.name, step.other)
            self._change_fact(
                key, Added(step.amount) if isinstance(step, Add) else Became(step.value, type_strict_key(step.value))
            )

    def _change_fact(self, key: Key, op: Op) -> None:
        if key in self._seen:
            self._write(key, op.of(self.fact(key)))
        else:
            self._change_unasked(self._points.fact(key), op)

    def _change_unasked(self, slot: Slot, op: Op) -> None:
        self._unasked[slot] = followed(self._unasked.get(slot, ()), (op,))
        if self.is_new:
            self.place.ops = joined(self.place.ops, ((slot, (op,)),))

    def _write(self, key: Key, value: FactValue) -> None:
        slot, before = self._know(key)
        after = slot.code(value)
        self._seen[key] = slot, after
        self._change += slot.change(before, after)
        if self.is_new:
            self._reads.note(self.place, slot)  # the difference holds only where what was there before is still known
            self.place.change += slot.change(before, after)

    def choose(self, step: Choose, choices: Sequence[str]) -> str:
        """The players' next choice. Raises ChoiceNeeded where they have made no more."""
        made = self.fact(CHOICES)
        number = made if isinstance(made, int) else 0
        if number >= len(choices):
            raise ChoiceNeeded(step)
        self._write(CHOICES, number + 1)
        return pick(step.label, choices[number], step.options)

    def forget(self) -> None:
        """Other orders were given: whatever was known may have changed."""
        self._seen.clear()
        self._unasked.clear()
        self._change = 0


class Explorer:
    """Finds out what orders do, place by place."""

    def __init__(self, points: Points, choices: Sequence[str], root: Callable[[Part[Any]], Place], reads: Reads) -> None:
        self.points, self.choices, self.root, self.reads = points, choices, root, reads

    def explore(self, place: Place, point: Point) -> None:
        """Find out what is done at a place, by one of the points that lead there: as it was before this order, or after the
        last orders that it gave. Facts asked for there lead on to further places.
        """
        place.change, place.ops = 0, ()
        path = Path(self.points, place, point, self.reads)
        steps = place.order.resolve(path)
        answer: Any = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                path.place.question = DONE
                return
            if isinstance(step, (Throw, Run)) and path.is_new:
                self._question(step, path, steps)
                return
            answer = self._answer(step, path)

    def _answer(self, step: Effect, path: Path) -> Any:
        if isinstance(step, Throw):
            return path.next_reply()
        if isinstance(step, Run):
            path.forget()
            return path.next_reply()
        if isinstance(step, Choose):
            return path.choose(step, self.choices)
        if isinstance(step, (SetFact, Add)) or (isinstance(step, Mark) and not step.answered):
            path.change_unasked(step)
            return None
        event, answer = effect(step, path)
        if event is not None:
            path.apply(event)
        return answer

    def _question(self, step: Throw | Run, path: Path, steps: Effects) -> None:
        here = path.place
        if isinstance(step, Throw):
            here.question = Forked(tuple((share, here.after(None, answer)) for share, answer in step.branches()))
            return
        given = tuple(self.root(order) for order in step.orders)
        self.reads.note_orders(here, given)
        here.question = Ordered(given if _is_done(steps, path) else (*given, here.after(*AFTER_ORDERS)))


def _is_done(steps: Effects, path: Path) -> bool:
    """Whether an order does nothing after other orders that it gave, and does not ask what they came to. It may say something."""
    path.forget()
    path.closed = True
    try:
        while isinstance(steps.send(None), Note):
            pass
    except StopIteration:
        return True
    except _MoreAsked:
        return False
    return False
