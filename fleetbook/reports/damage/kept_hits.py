"""Find out which shot struck off which boxes if a later order works out its hits, such as those of a torpedo that wait for a
damage step.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Queue
from fleetbook.core.battle.events import Began, BeganInline, Changed, Event, Finished, FinishedInline
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.part import Part
from fleetbook.reports.damage.fired import Fired

MOST = 1_000  # hits of one shot: a stranger's file may name any number
Shares: TypeAlias = tuple[tuple[int, int], ...]
"""The numbers of shots, each with the boxes that it struck off."""


@dataclass(slots=True)
class _Hit:
    """A hit that waits to be worked out. ``boxes`` is the number of boxes that it can still strike off; 0 if not known."""

    shot: int
    by: str
    how: str
    boxes: int


class KeptHits:
    """The hits on each ship that wait to be worked out. The rules keep them in facts that are lists: a shot adds a hit to a list,
    and a later change removes it.

    _hits  the hits in each list of a ship, the oldest first
    _gone  by ship, the hits removed in the present line. They are kept, because some rules clear a list before they work out
           its hits
    _open  the parts that have begun and not ended. Each has its number among the neighbouring parts that work out a hit, from
           0, or None if it works out none. It also has an entry for each such part that began inside it
    """

    def __init__(self, start: Battle[Any], shots: Sequence[Fired]) -> None:
        self._start, self._shots = start, shots
        self._queues = {
            fact.name: fact for kind in start.ruleset.subjects for fact in kind.declared.values() if isinstance(fact, Queue)
        }
        self._hits: dict[tuple[str, str], list[_Hit]] = defaultdict(list)
        self._gone: dict[str, list[_Hit]] = defaultdict(list)
        self._open: list[tuple[int | None, list[int]]] = []
        self._kept = set[int]()
        self.begin_line()

    def begin_line(self) -> None:
        """Begin a line of the journal."""
        self._open = [(None, [])]
        self._gone.clear()

    def follow(self, event: Event) -> None:
        """Note the beginning or the end of a part."""
        if isinstance(event, (Began, BeganInline)):
            beside = self._open[-1][1]
            works_out = self._works_out_a_hit(event.procedure)
            self._open.append((len(beside) if works_out else None, []))
            beside += [1] * works_out
        elif isinstance(event, (Finished, FinishedInline)) and len(self._open) > 1:
            self._open.pop()

    def _works_out_a_hit(self, procedure: str) -> bool:
        try:
            part: type[Part[Any]] = self._start.ruleset.part(procedure)
        except InvalidInput:
            return False
        return part.works_out_a_hit

    def change(self, event: Changed, shot: int | None, by: str, how: str) -> None:
        """Note a change of a list of hits: a shot adds hits, or hits are removed."""
        before, after = (value if isinstance(value, tuple) else () for value in (event.before, event.after))
        hits = self._hits[event.subject, event.name]
        if len(after) < len(before):
            left = len(before) - len(after) if after else len(hits)
            self._gone[event.subject] += hits[:left]
            del hits[:left]
        elif shot is not None and self._shots[shot].aim.later and event.subject == self._shots[shot].aim.target:
            self._kept.add(shot)
            hits.extend(_Hit(shot, by, how, self._boxes(event, item)) for item in after[len(before) :][:MOST])

    def _boxes(self, event: Changed, item: Any) -> int:
        queue = self._queues.get(event.name)
        if queue is None or not self._start.is_ship(event.subject):
            return 0
        return sum(map(queue.boxes, queue.decoded((item,), self._start.ship(event.subject))))

    def allotted(self, ship: str, boxes: int, by: str, how: str) -> Shares:
        """The shots that struck off these boxes, each with the number of boxes. If the boxes were lost in a part that works out
        one hit, this is the shot of that hit. Otherwise the shots are found by firer and weapon.
        """
        hits = [*self._gone[ship], *(hit for (whose, _), several in self._hits.items() if whose == ship for hit in several)]
        place = next((place for place, _ in reversed(self._open) if place is not None), None)
        if place is not None and place < len(hits) and hits[place].by == by:
            return ((hits[place].shot, boxes),)
        named = set(how.split(", "))
        alike = [hit for hit in hits if hit.by == by and named & {hit.how, *self._shots[hit.shot].aim.mount.split(", ")}]
        struck = Counter[int]()
        for hit in alike:
            share = min(hit.boxes, boxes - struck.total())
            hit.boxes -= share
            struck[hit.shot] += share
        if alike:
            struck[alike[0].shot] += boxes - struck.total()
        return tuple((shot, share) for shot, share in struck.items() if share)

    def waiting(self) -> Iterator[int]:
        """The shots whose damage is still to be worked out. If the reader may not know the lists, these are all shots
        that hit.
        """
        yield from (hit.shot for hits in self._hits.values() for hit in hits)
        yield from (
            number for number, shot in enumerate(self._shots) if shot.aim.later and shot.hits and number not in self._kept
        )
