"""Every shot, volley and torpedo of a battle as a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from fleetbook.core.battle.events import Changed, Event, Marked, Rolled, Scored, changes
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import InputNeeded
from fleetbook.core.play.suborders import SubOrder
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.luck import COUNT
from fleetbook.reports.shape import Shape


class Shot(Shape, frozen=True):
    """A shot, a volley or a torpedo. Each die of a broadside has a row.

    line          the line of the journal
    turn          the turn
    step          the step of the turn
    side          the firer's side
    firer         the ship that fired
    mount         the mount that fired, or several
    weapon        the kind of weapon
    weapon_class  the letter or the chart of the sheet, such as G, or cannon
    target        the ship fired at
    range         as measured; empty if none was measured
    band          the band of the sheet, such as long
    modifiers     each modifier on the first die, in words
    modifier      the sum of them
    needed        the score needed, as printed; empty if the die was thrown on a table
    die           the face, or the sum of the faces, of the first throw
    total         the same with the modifiers
    result        hit, miss, "hit, evaded", or the words of the table
    hits          how many were scored
    location      the place of the hit, if the sheet says
    damage        boxes struck off the target; empty if a later order works it out
    put_out       weapons and systems of the target that are worse; empty if a later order works it out
    effects       other changes of the target, such as a fire; empty if a later order works it out
    """

    line: int
    turn: int
    step: str
    side: str
    firer: str
    mount: str
    weapon: str
    weapon_class: str
    target: str
    range: int | float | None
    band: str
    modifiers: str
    modifier: int
    needed: str
    die: int
    total: int
    result: str
    hits: int
    location: str
    damage: int | None
    put_out: int | None
    effects: int | None


LOCATION, REACHED = "location", "yes"


def shots(journal: Journal[Any]) -> tuple[Shot, ...]:
    """The shots in force, in their order. A line that the reader knows only in part gives none."""
    return tuple(each_shot(journal))


def each_shot(journal: Journal[Any]) -> Iterator[Shot]:
    """The same one after another, each worked out on demand."""
    for record in records_in_force(journal):
        for _, fired, throws in fired_parts(journal, record) if record.faces else ():
            if fired is not None:
                yield from (shot_of(journal, record, throw, fired) for throw in throws)


def fired_parts(journal: Journal[Any], record: Record) -> list[tuple[SubOrder[Any], Firing | None, Sequence[SubOrder[Any]]]]:
    """The parts of a line that threw dice. Each has its firing, or None, and its shots: the throws of a broadside one by one. A
    part that is no shot stays whole. A line that the reader knows only in part has none.
    """
    try:
        found = [(part, part.firing) for part in journal.parts(record)]
    except (InputNeeded, InvalidInput):
        return []
    return [(part, fired, (part,) if fired is None else _die_by_die(part)) for part, fired in found]


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
        replace(part, battle=part.battle.with_changes(changes(events[:start])), events=events[start:end])
        for start, end in pairwise((*starts, len(events)))
    ]
    return shots if first.row.endswith("+") and all(map(_is_scored, shots)) else (part,)


def _is_scored(shot: SubOrder[Any]) -> bool:
    """Whether hits were counted if, and only if, its throw reached the score."""
    throw = next(event for event in shot.events if isinstance(event, Rolled))
    return (_hits(shot.events) > 0) == (throw.result == REACHED)


def shot_of(journal: Journal[Any], record: Record, part: SubOrder[Any], fired: Firing) -> Shot:
    """The row of one shot."""
    throws = [event for event in part.events if isinstance(event, Rolled)]
    first = throws[0]
    hits = _hits(part.events)
    return Shot.of(
        fired,
        line=record.number,
        turn=record.turn,
        step=journal.ruleset.sequence.phase(record.phase).title,
        side=journal.battle.ship(fired.firer).side,
        modifiers="; ".join(f"{adjustment.text} {adjustment.value:+d}" for adjustment in first.adjustments),
        modifier=sum(adjustment.value for adjustment in first.adjustments),
        needed=first.row if not first.table else "",
        die=sum(face.face for face in first.faces),
        total=first.total,
        result=_result(hits, throws, first),
        hits=hits,
        location=next((throw.result for throw in throws if throw.label == LOCATION), ""),
        damage=None if fired.later and hits else _struck(part.events, fired.target),
        put_out=None if fired.later and hits else _put_out(part, fired.target) if hits else 0,
        effects=None if fired.later and hits else _effects(part.events, fired.target) if hits else 0,
    )


def _result(hits: int, throws: Sequence[Rolled], first: Rolled) -> str:
    """The words of the table that was thrown on; otherwise hit or miss."""
    if first.table:
        return "no effect" if first.result == "-" else first.result
    return "hit" if hits else "hit, evaded" if any(throw.label == "to hit again" for throw in throws) else "miss"


def _hits(events: Sequence[Event]) -> int:
    counted = (event.value for event in events if isinstance(event, Scored) and event.name == COUNT)
    return sum(value for value in counted if isinstance(value, int))


def _struck(events: Sequence[Event], target: str) -> int:
    return sum(event.before - event.after for event in events if isinstance(event, Marked) and event.ship == target)


def _put_out(part: SubOrder[Any], target: str) -> int:
    if not part.battle.is_ship(target):
        return 0
    after = part.battle.with_changes(changes(part.events))
    before, now = (battle.to_come.card(target).systems for battle in (part.battle, after))
    return sum(system not in before and system.state != "sound" for system in now)


def _effects(events: Sequence[Event], target: str) -> int:
    return sum(isinstance(event, Changed) and event.subject == target and bool(event.text) for event in events)
