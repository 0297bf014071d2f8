"""The cause of each change of a ship: the firer, or the ship that started the fire or flood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from fleetbook.core.battle.events import Changed, Event, Marked
from fleetbook.core.battle.fact_effects import names_of
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.turns import Happening, happenings

Place: TypeAlias = tuple[str, str]
"""A ship and the fact or track that changed."""
MOST = 1_000  # of a kind on one ship: a stranger's file may name any number


@dataclass(frozen=True, slots=True)
class Doing:
    """The ships that did it, and their weapon or another means; both empty if nothing names them."""

    by: str = ""
    how: str = ""


def doings(journal: Journal[Any]) -> Iterator[tuple[Happening, Doing]]:
    """Every change of boxes and conditions in force, with its cause."""
    ledger = _Ledger()
    for happening in happenings(journal):
        if isinstance(happening.event, (Marked, Changed)):
            yield happening, ledger.entered(happening, happening.event)


class _Ledger:
    """For each fact and track of a ship: the ships that caused its present state, the oldest first."""

    def __init__(self) -> None:
        self._standing: dict[Place, list[Doing]] = {}
        self._turns: dict[tuple[int, Place], int] = {}

    def entered(self, happening: Happening, event: Marked | Changed) -> Doing:
        """The cause of an event. The ledger remembers what the event brings on or repairs."""
        if event.by:
            doing = Doing(", ".join(names_of(event.by)), event.how)
        elif event.through:
            doing = self._through(happening, event)
        else:
            doing = Doing("", event.how)
        self._remember(event, doing)
        return doing

    def _through(self, happening: Happening, event: Marked | Changed) -> Doing:
        """The cause of the fire or flood behind an event. Several causes take turns; a changed fact is the last one's."""
        place = _subject(event), event.through
        standing = self._standing.get(place)
        if not standing:
            return Doing("", event.how or event.through)
        if isinstance(event, Changed):
            last = standing[-1]
            return Doing(last.by, event.how or event.through) if last.by else Doing("", last.how or event.how or event.through)
        turn = self._turns.get((happening.record.number, place), 0)
        self._turns[happening.record.number, place] = turn + 1
        return Doing(standing[turn % len(standing)].by, event.how or event.through)

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


def _subject(event: Marked | Changed) -> str:
    return event.ship if isinstance(event, Marked) else event.subject


def _more(event: Event) -> int:
    """How many things an event adds: one stroke of boxes, one condition, or a number of fires."""
    if isinstance(event, Marked):
        return int(event.after < event.before)
    if isinstance(event, Changed) and isinstance(event.after, tuple):
        return len(event.after) - (len(event.before) if isinstance(event.before, tuple) else 0)
    if isinstance(event, Changed) and isinstance(event.after, int) and not isinstance(event.after, bool):
        return event.after - (event.before if isinstance(event.before, int) else 0)
    return 1
