"""The shots of a battle, each with its events. Reports count hits and find causes by this list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from fleetbook.core.battle.events import Event, Rolled, Scored, changes
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import InputNeeded
from fleetbook.core.play.suborders import SubOrder
from fleetbook.reports.journal.lines import records_in_force

COUNT = "hits"
"""The id under which rules count the hits of a firer."""
REACHED = "yes"


class Fired(msgspec.Struct, frozen=True):
    """A shot, a volley or a torpedo, or a single die of a broadside.

    whole   the broadside that the die belongs to
    shots   the number of shots in that broadside
    others  the ships that fired together with the firer, if the rules throw their dice together
    """

    record: Record
    part: SubOrder[Any]
    aim: Firing
    whole: SubOrder[Any]
    shots: int = 1
    others: tuple[str, ...] = ()

    @property
    def hits(self) -> int:
        """The hits of the shot, by its dice or by the referee's word."""
        return _scored(self.part.events) or self.aim.hits


def fired(journal: Journal[Any]) -> Iterator[Fired]:
    """The shots in force, in their order. Shots of a line that the reader knows only in part are left out."""
    for record in records_in_force(journal):
        yield from _of_line(journal, record) if record.faces else _without_dice(journal, record)


def _of_line(journal: Journal[Any], record: Record) -> Iterator[Fired]:
    pooled = _pooled(journal, record)
    for whole, aim, throws in fired_parts(journal, record):
        if aim is not None:
            others = tuple(ship for ship in pooled if ship != aim.firer) if aim.firer in pooled else ()
            yield from (Fired(record, shot, aim, whole, len(throws), others) for shot in throws)


def _pooled(journal: Journal[Any], record: Record) -> tuple[str, ...]:
    """The ships whose dice are thrown together in a line. Empty for most orders, and if the reader may not know the line."""
    try:
        if journal.ruleset.order(record.procedure).pooled is Order.pooled:
            return ()
        return journal.order_of(record).pooled()
    except FleetbookError:
        return ()


def fired_parts(journal: Journal[Any], record: Record) -> list[tuple[SubOrder[Any], Firing | None, Sequence[SubOrder[Any]]]]:
    """The parts of a line that threw dice, each with its aim and its shots. The aim is None for a part that fires at nothing.

    The shots of a broadside are its single throws. A part without an aim is its own only shot. A line that the reader knows
    only in part has no parts.
    """
    try:
        aimed = [(part, part.firing) for part in journal.parts(record)]
    except (InputNeeded, InvalidInput):
        return []
    return [(part, aim, (part,) if aim is None else _die_by_die(part)) for part, aim in aimed]


def _without_dice(journal: Journal[Any], record: Record) -> Iterator[Fired]:
    """Hits that the referee entered, such as those of a torpedo that the players played out on the table."""
    try:
        if journal.ruleset.order(record.procedure).firing is Part.firing:  # no shot, as most orders: it need not be made again
            return
        whole = SubOrder(journal.order_of(record), journal.battle_before(record.number), (), record.events)
    except FleetbookError:
        return
    if (aim := whole.firing) is not None and (aim.hits or _scored(record.events)):
        yield Fired(record, whole, aim, whole)


def _die_by_die(part: SubOrder[Any]) -> Sequence[SubOrder[Any]]:
    """The throws of a broadside one by one, each with its effects.

    The broadside stays whole if its hits are not counted throw by throw.
    """
    events = part.events
    first = next(event for event in events if isinstance(event, Rolled))
    starts = [0]
    for place, event in enumerate(events):
        if isinstance(event, Rolled) and event is not first and (event.label, event.table) == (first.label, first.table):
            starts.append(place)
    shots = [
        msgspec.structs.replace(part, battle=part.battle.with_changes(changes(events[:start])), events=events[start:end])
        for start, end in pairwise((*starts, len(events)))
    ]
    return shots if first.row.endswith("+") and all(map(_is_scored, shots)) else (part,)


def _is_scored(shot: SubOrder[Any]) -> bool:
    """Whether the hits of the shot agree with its throw: hits if the throw reached the score needed, none otherwise."""
    throw = next(event for event in shot.events if isinstance(event, Rolled))
    return (_scored(shot.events) > 0) == (throw.result == REACHED)


def _scored(events: Sequence[Event]) -> int:
    counted = (event.value for event in events if isinstance(event, Scored) and event.name == COUNT)
    return sum(value for value in counted if isinstance(value, int))
