"""The exact walk: all ways through an order, with sub-orders' laws kept for the values that they read and equal states merged.

A point is a state written as differences from the battle at the start: one slot for each fact or score touched so far. Points
that are equal are one. A law is a list of (probability, writes); it holds for every point that agrees in the values read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from fleetbook.core.battle import Battle
from fleetbook.core.events import Scored, changes
from fleetbook.core.facts import FactValue, Key
from fleetbook.core.fields import pick
from fleetbook.core.law import Law, Outcome
from fleetbook.core.play import ChoiceWanted
from fleetbook.core.procedure import Procedure
from fleetbook.core.steps import Choose, Run, Throw
from fleetbook.core.unfolding import effect


class _Same:
    """The value of a slot that is as it was at the start."""

    def __repr__(self) -> str:
        return "same"


SAME: Any = _Same()
Point: TypeAlias = tuple[Any, ...]
ScoreSlot: TypeAlias = tuple[str, str, str, str]
Slot: TypeAlias = Key | ScoreSlot
Write: TypeAlias = tuple[int, Any]
Writes: TypeAlias = tuple[Write, ...]
Ways: TypeAlias = list[tuple[float, Writes]]


class TooMuch(Exception):
    """The walk passed its budget, or was stopped."""


@dataclass
class Watch:
    """The facts read since a place on a path that were not written since: what the rest of the path depends on."""

    since: int
    reads: dict[Key, FactValue] = field(default_factory=dict)
    written: set[Key] = field(default_factory=set)


@dataclass
class Known:
    """Laws of one order, by the facts that each read and their values."""

    by_reads: dict[tuple[Key, ...], dict[tuple[FactValue, ...], Ways]] = field(default_factory=dict)


class Walk:
    """One exact computation on one battle."""

    def __init__(self, battle: Battle[Any], budget: int, stop: Callable[[], bool], choices: Sequence[str] = ()) -> None:
        self.battle, self.left, self.stop, self.choices = battle, budget, stop, tuple(choices)
        self.slots: dict[Slot, int] = {}
        self._known: dict[Procedure[Any], Known] = {}

    def spend(self, work: int = 1) -> None:
        """Count work against the budget. Raises TooMuch past it."""
        self.left -= work
        if self.left < 0 or self.stop():
            raise TooMuch

    def slot(self, slot: Slot) -> int:
        """The place of a fact or score in every point."""
        return self.slots.setdefault(slot, len(self.slots))

    def value(self, point: Point, key: Key) -> FactValue:
        """A fact at a point."""
        place = self.slots.get(key)
        if place is not None and place < len(point) and point[place] is not SAME:
            value: FactValue = point[place]
            return value
        return self.battle.fact(key)

    def moved(self, point: Point, writes: Writes) -> Point:
        """The point after these writes; added scores add to what the point has."""
        if not writes:
            return point
        values = list(point)
        for place, value in writes:
            if place >= len(values):
                values.extend([SAME] * (place + 1 - len(values)))
            before = values[place]
            if isinstance(value, _Added):
                value = value.to(before)  # noqa: PLW2901
            values[place] = value
        return tuple(values)

    def canonical(self, key: Key, value: FactValue) -> Any:
        """A fact's value as a slot keeps it: the value at the start is SAME."""
        start = self.battle.fact(key)
        return SAME if start == value and type(start) is type(value) else value

    def after(self, orders: Iterable[Procedure[Any]], start: Point, watches: Sequence[Watch] = ()) -> dict[Point, float]:
        """The law of the points after these orders, one after another, from a point."""
        here: dict[Point, float] = {start: 1.0}
        for order in orders:
            following: dict[Point, float] = {}
            for point, chance in here.items():
                ways = self._ways(order, point, start, watches)
                self.spend(len(ways))
                for share, writes in ways:
                    moved = self.moved(point, writes)
                    following[moved] = following.get(moved, 0.0) + chance * share
            here = following
        return here

    def _ways(self, order: Procedure[Any], point: Point, start: Point, watches: Sequence[Watch]) -> Ways:
        """The law of one order at a point, from those known or walked now; the watches learn what it read."""
        known = self._known.setdefault(order, Known())
        for keys, laws in known.by_reads.items():
            values = tuple(self.value(point, key) for key in keys)
            if values in laws:
                self._tell(watches, zip(keys, values, strict=True), start)
                return laws[values]
        watch = Watch(0)
        ways = _Way(self, order, point, [watch]).merged()
        known.by_reads.setdefault(tuple(watch.reads), {})[tuple(watch.reads.values())] = ways
        self._tell(watches, watch.reads.items(), start)
        return ways

    def _tell(self, watches: Sequence[Watch], reads: Iterable[tuple[Key, FactValue]], start: Point) -> None:
        """A fact that an earlier order of the same list wrote is not read from outside the list."""
        if not watches:
            return
        for key, value in reads:
            if self.value(start, key) == value:
                for watch in watches:
                    if key not in watch.written:
                        watch.reads.setdefault(key, value)

    def law(self, points: Mapping[Point, float]) -> Law:
        """The points told as outcomes."""
        names = list(self.slots)
        return Law(tuple((_outcome(names, point), chance) for point, chance in points.items()))


def _outcome(names: Sequence[Slot], point: Point) -> Outcome:
    facts: dict[Key, FactValue] = {}
    scores: dict[tuple[str, str], int | str] = {}
    for name, value in zip(names, point, strict=False):
        if value is SAME:
            continue
        if isinstance(name, Key):
            facts[name] = value
        else:
            scores[name[2], name[3]] = value
    return Outcome(facts, scores)


@dataclass(frozen=True, slots=True)
class _Added:
    """A score that adds to what is there; words replace."""

    amount: int | str

    def to(self, before: Any) -> int | str:
        """The sum."""
        return before + self.amount if isinstance(before, int) and isinstance(self.amount, int) else self.amount


@dataclass(frozen=True, slots=True)
class _Ran:
    """The answer that stands for one outcome of a list of orders on a path: the point that it led to."""

    point: Point


class _Path(Battle[Any]):
    """The battle as a rule sees it on one path: the start, the point, and what the path has written since."""

    def __init__(self, walk: Walk, point: Point, watches: Sequence[Watch]) -> None:
        base = walk.battle
        super().__init__(base.ruleset, base.setup, base.state, base._shared)
        self.walk, self.point, self.watches = walk, point, watches
        self.place = 0
        for watch in watches:
            watch.written = set()

    def fact(self, key: Key) -> FactValue:
        """A fact on this path; whoever watches learns that it was read."""
        value = self.walk.value(self.point, key)
        for watch in self.watches:
            if self.place >= watch.since and key not in watch.written:
                watch.reads.setdefault(key, value)
        return value

    def write(self, key: Key, value: FactValue) -> None:
        """Move the path on by one fact."""
        place = self.walk.slot(key)
        self.point = self.walk.moved(self.point, ((place, self.walk.canonical(key, value)),))
        self._wrote((key,))

    def add(self, event: Scored) -> None:
        """Count on this path."""
        place = self.walk.slot(("", "score", event.name, event.who))
        self.point = self.walk.moved(self.point, ((place, _Added(event.value)),))

    def jump(self, ran: _Ran) -> None:
        """Move on to where a list of orders led."""
        keys = [
            slot
            for slot, place in self.walk.slots.items()
            if isinstance(slot, Key) and _at(ran.point, place) is not _at(self.point, place)
        ]
        self.point = ran.point
        self._wrote(keys)

    def _wrote(self, keys: Iterable[Key]) -> None:
        for watch in self.watches:
            if self.place >= watch.since:
                watch.written.update(keys)


def _at(point: Point, place: int) -> Any:
    return point[place] if place < len(point) else SAME


class _Way:
    """All paths of one order from one point. A path is the list of its answers; each is followed from the beginning."""

    def __init__(self, walk: Walk, order: Procedure[Any], point: Point, watches: list[Watch]) -> None:
        self.walk, self.order, self.start, self.watches = walk, order, point, watches

    def merged(self) -> Ways:
        """The order's law as writes from the point it started at."""
        return [(chance, self._writes(point)) for point, chance in self._explore(()).items()]

    def _writes(self, point: Point) -> Writes:
        found: list[Write] = []
        for slot, place in self.walk.slots.items():
            before, after = _at(self.start, place), _at(point, place)
            if before is after or (before == after and type(before) is type(after)):
                continue
            if isinstance(slot, Key):
                found.append((place, after))
            else:
                gain = after - before if isinstance(before, int) and isinstance(after, int) else after
                found.append((place, _Added(gain)))
        return tuple(found)

    def _explore(self, answers: tuple[Any, ...]) -> dict[Point, float]:
        """The points that the path may still lead to after these answers."""
        self.walk.spend()
        path = _Path(self.walk, self.start, self.watches)
        step = self._follow(path, answers)
        if step is None:
            return {path.point: 1.0}
        if isinstance(step, Run):
            return self._explore_run(step, path, answers)
        found: dict[Point, float] = {}
        for share, answer in step.branches():
            _add(found, self._explore((*answers, answer)), share)
        return found

    def _explore_run(self, step: Run, path: _Path, answers: tuple[Any, ...]) -> dict[Point, float]:
        """Go on from each outcome of a list of orders; outcomes that look alike to the rest of the path share it."""
        found: dict[Point, float] = {}
        rests: list[tuple[Watch, Ways]] = []
        watching = [watch for watch in self.watches if path.place >= watch.since]
        for point, share in self.walk.after(step.orders, path.point, watching).items():
            rest = next((ways for watch, ways in rests if self._alike(watch, point)), None)
            if rest is None:
                watch = Watch(len(answers) + 1)
                further = _Way(self.walk, self.order, self.start, [*self.watches, watch])
                ends = further._explore((*answers, _Ran(point)))
                rest = [(chance, _between(self.walk, point, end)) for end, chance in ends.items()]
                rests.append((watch, rest))
            for chance, writes in rest:
                end = self.walk.moved(point, writes)
                found[end] = found.get(end, 0.0) + share * chance
        return found

    def _alike(self, watch: Watch, point: Point) -> bool:
        return all(self.walk.value(point, key) == value for key, value in watch.reads.items())

    def _follow(self, path: _Path, answers: tuple[Any, ...]) -> Throw | Run | None:
        """Run the order along these answers to its next fork, or to its end (None)."""
        steps = self.order.resolve(path)
        answer: Any = None
        chosen = 0
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                return None
            if isinstance(step, (Throw, Run)):
                if path.place == len(answers):
                    return step
                answer = answers[path.place]
                if isinstance(answer, _Ran):
                    path.jump(answer)  # before the place moves on: to whoever watches from here on it was written outside
                    answer = None
                path.place += 1
            elif isinstance(step, Choose):
                if chosen >= len(self.walk.choices):
                    raise ChoiceWanted(step)
                answer = pick(step.label, self.walk.choices[chosen], step.options)
                chosen += 1
            else:
                event, answer = effect(step, path)
                if isinstance(event, Scored):
                    path.add(event)
                elif event is not None:
                    for key, value in changes((event,)):
                        path.write(key, value)


def _between(walk: Walk, before: Point, after: Point) -> Writes:
    return _Way(walk, None, before, [])._writes(after)  # type: ignore[arg-type]


def _add(found: dict[Point, float], more: Mapping[Point, float], share: float) -> None:
    for point, chance in more.items():
        found[point] = found.get(point, 0.0) + share * chance
