"""The causes of damage. For each box that a ship lost, they name a ship with her shot, or another cause such as a fire.

Hits, damage, luck, and important moments are all counted from these causes, which come from the events of the journal.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.events import Changed, Event, Marked
from fleetbook.core.battle.fact_effects import names_of
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.fired import Fired, fired
from fleetbook.reports.damage.kept_hits import KeptHits, Shares
from fleetbook.reports.damage.turns import Happening, happenings

Place: TypeAlias = tuple[str, str]
"""A ship and the fact or track that changed."""
MOST = 1_000  # of a kind on one ship: a stranger's file may name any number


JOINT_CAUSES = {"fire and flooding": ("fire", "flooding")}
"""Causes of damage that several facts bring about together, with these facts."""


class Doing(msgspec.Struct, frozen=True):
    """The cause of a change: ``by`` names ships, and ``how`` their weapon or another means. Both are empty if no cause is known.

    shots    the numbers of the shots that struck off boxes, each with how many; empty if a shot did so only through a fire or
             flood, or not at all
    follows  whether the damage followed from earlier damage, such as a fire
    doers    all ships that had a part in it, the last one first; empty if none is known
    shared   boxes that are shared among several ships, because damage of all of them led to this loss
    """

    by: str = ""
    how: str = ""
    shots: Shares = ()
    follows: bool = False
    doers: tuple[str, ...] = ()
    shared: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Attribution:
    """The cause of every change of boxes and conditions in force, and all shots in force.

    waiting  the numbers of the shots whose damage is still to be worked out
    """

    doings: tuple[tuple[Happening, Doing], ...]
    fired: tuple[Fired, ...]
    waiting: frozenset[int]

    @cached_property
    def _struck(self) -> Counter[int]:
        struck = Counter[int]()
        for _, doing in self.doings:
            for shot, boxes in doing.shots:
                struck[shot] += boxes
        return struck

    def damage(self, shot: int) -> int | None:
        """The number of boxes that a shot struck off. None while its damage is still to be worked out."""
        return None if shot in self.waiting else self._struck[shot]


def attributed(journal: Journal[Any]) -> Attribution:
    """Find the cause of every change of boxes and conditions in force."""
    shots = tuple(fired(journal))
    ledger = _Ledger(journal, shots)
    return Attribution(tuple(ledger.doings(journal)), shots, frozenset(ledger.kept.waiting()))


class _Ledger:
    """Causes collected event by event: the causes of the present state of each fact and track of a ship, the oldest first, and
    the hits whose damage is still to be worked out.
    """

    def __init__(self, journal: Journal[Any], shots: Sequence[Fired]) -> None:
        self._standing: dict[Place, list[Doing]] = {}
        self._spelled_out = journal.ruleset.spelled_out
        self._turns: dict[tuple[int, Place], int] = {}
        self._fired, self.kept = shots, KeptHits(journal.start, shots)
        self._shots: dict[tuple[int, Hashable], deque[int]] = defaultdict(deque)
        for number, shot in enumerate(shots):
            for event in shot.part.events:
                if isinstance(event, (Marked, Changed)):
                    self._shots[shot.record.number, _place_and_values(event)].append(number)

    def doings(self, journal: Journal[Any]) -> Iterator[tuple[Happening, Doing]]:
        """Every change of boxes and conditions in force, with its cause."""
        line = 0
        for happening in happenings(journal):
            if happening.record.number != line:
                line = happening.record.number
                self.kept.begin_line()
            if isinstance(happening.event, (Marked, Changed)):
                yield happening, self._entered(happening, happening.event)
            else:
                self.kept.follow(happening.event)

    def _entered(self, happening: Happening, event: Marked | Changed) -> Doing:
        """The cause of an event. It is kept, because later events may follow from this event."""
        same = self._shots.get((happening.record.number, _place_and_values(event)))
        shot = same.popleft() if same else None
        doing = self._cause(happening, event, shot)
        doing = msgspec.structs.replace(doing, how=self._spelled_out.get(doing.how, doing.how))
        if isinstance(event, Marked):
            doing = msgspec.structs.replace(doing, shots=self._struck_by(event, doing, shot))
        else:
            self.kept.change(event, shot, doing.by, doing.how)
        self._remember(event, doing)
        return doing

    def _cause(self, happening: Happening, event: Marked | Changed, shot: int | None) -> Doing:
        """The cause that an event names. If it names none, the shot whose target the ship was."""
        if event.by:
            names = names_of(event.by)
            return Doing(", ".join(names), event.how, follows=bool(event.through), doers=tuple(reversed(names)))
        if event.through:
            return msgspec.structs.replace(self._through(happening, event), follows=True)
        if shot is not None and not event.how and _subject(event) == (aim := self._fired[shot].aim).target:
            return Doing(aim.firer, aim.weapon, doers=(aim.firer,))
        return Doing("", event.how)

    def _struck_by(self, event: Marked, doing: Doing, shot: int | None) -> Shares:
        boxes = event.before - event.after
        if boxes <= 0 or not doing.by or doing.follows:
            return ()
        return self.kept.allotted(event.ship, boxes, doing.by, doing.how) if shot is None else ((shot, boxes),)

    def _through(self, happening: Happening, event: Marked | Changed) -> Doing:
        """The cause of the fire or flood behind an event. If there were several and each took boxes of its own, they come in
        turn. If they took boxes together, the boxes are shared equally. A changed fact has the last cause.
        """
        place = _subject(event), event.through
        facts = JOINT_CAUSES.get(event.how, (event.through,))
        standing = [doing for fact in facts for doing in self._standing.get((_subject(event), fact), ())]
        if not standing:
            return Doing("", event.how or event.through)
        if isinstance(event, Changed):
            last, doers = standing[-1], tuple(dict.fromkeys(name for doing in reversed(standing) for name in doing.doers))
            how = event.how or event.through
            return Doing(last.by, how, doers=doers) if last.by else Doing("", last.how or how, doers=doers)
        turn = self._turns.get((happening.record.number, place), 0)
        self._turns[happening.record.number, place] = turn + 1
        how, one = event.how or event.through, standing[turn % len(standing)]
        alike = sum(isinstance(other, Marked) and (other.ship, other.through) == place for other in happening.record.events)
        if alike >= len(standing) or len({each.by for each in standing}) == 1:
            return Doing(one.by, how, doers=one.doers)
        shared = _shared(event.before - event.after, [each.by for each in standing])
        return Doing(shared[0][0], how, doers=tuple(by for by, _ in reversed(shared) if by), shared=shared)

    def _remember(self, event: Marked | Changed, doing: Doing) -> None:
        place = _subject(event), event.track if isinstance(event, Marked) else event.name
        more = _more(event)
        if isinstance(event, Changed) and event.after is None:
            self._standing.pop(place, None)
        elif more > 0:
            standing = self._standing.setdefault(place, [])
            standing.extend([doing] * min(more, MOST - len(standing)))
        elif more < 0 and isinstance(event, Changed):
            self._standing[place] = self._standing.get(place, [])[-more:]


def _shared(boxes: int, causes: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Boxes shared equally among causes, the oldest first, and added up by ship. The oldest causes get what is left over."""
    each, more = divmod(boxes, len(causes))
    shares = Counter[str]()
    for place, by in enumerate(causes):
        shares[by] += each + (place < more)
    return tuple((by, share) for by, share in shares.items() if share)


def _subject(event: Marked | Changed) -> str:
    return event.ship if isinstance(event, Marked) else event.subject


def _place_and_values(event: Marked | Changed) -> Hashable:
    """A value by which a change is told apart from the other changes in its journal line."""
    if isinstance(event, Marked):
        return event.ship, event.track, event.before, event.after
    return event.subject, event.name, event.other, event.before, event.after


def _more(event: Event) -> int:
    """The number of causes that an event adds. It is one for lost boxes or a condition, and as many as the fires for new fires.
    Below 0, causes have ended.
    """
    if isinstance(event, Marked):
        return int(event.after < event.before)
    if isinstance(event, Changed) and isinstance(event.after, tuple):
        return len(event.after) - (len(event.before) if isinstance(event.before, tuple) else 0)
    if isinstance(event, Changed) and isinstance(event.after, int) and not isinstance(event.after, bool):
        return event.after - (event.before if isinstance(event.before, int) else 0)
    return 1
