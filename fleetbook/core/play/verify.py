"""Whether a line of the journal is what its order, inputs and dice come to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TypeVar

from fleetbook.core.battle.battle import Ship
from fleetbook.core.battle.events import Event, as_far_as_told
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.errors import FleetbookError, shown
from fleetbook.core.play.driver import resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.ordered import checked
from fleetbook.core.play.wording import face_text
from fleetbook.core.tables.look_ups import LookUp, LookUps

S = TypeVar("S", bound=Ship)
TOLD_OTHERWISE = "it leaves the same battle and is told otherwise: "
"""What begins to say of a line that only its words, or whose doing it was, differ."""


def verify_record(journal: Journal[S], record: Record) -> str:
    """Derive one record again from its inputs and dice; empty where all agrees, otherwise what differs."""
    if not record.is_order:
        return ""
    battle = journal.battle_after(record.on)
    try:
        order = journal.order_of(record)
        found = checked(order, record.given, battle)
        outcome = resolve(order, battle, journal.dice_of(record), record.choices)
    except FleetbookError as error:
        return str(error)
    readings, others = _as_kept(record, LookUps.of(found, outcome.look_ups), outcome.look_ups)
    for what, then, now in (
        ("turn", record.turn, battle.turn),
        ("step", record.phase, battle.phase),
    ):
        if then != now:
            return f"{what} differ: recorded {then}, derived {now}"
    if record.faces != outcome.faces:
        return f"dice differ: recorded {_thrown(record.faces)}, derived {_thrown(outcome.faces)}"
    same = record.fingerprint == outcome.battle.state.fingerprint
    told = _as_told(record, outcome.headline, as_recorded(record.events, outcome.events))
    if told or not same:
        return f"{TOLD_OTHERWISE if same else 'it leaves another battle: '}{told or 'the same events'}"
    for what, kept, found_now in (("readings", record.consulted, readings), ("look-ups", record.looked_up, others)):
        if kept != found_now:
            return f"{what} differ: recorded {kept}, derived {found_now}"
    return ""


def _thrown(faces: Sequence[Face]) -> str:
    """Dice in words: ``D6 5, D6 2*``."""
    return ", ".join(f"D{face.sides} {face_text(face)}" for face in faces) or "none"


def _as_told(record: Record, headline: str, events: Sequence[Event]) -> str:
    """The first thing that is told otherwise than a record has it, in brief; empty where nothing is."""
    if record.headline != headline:
        return f"headline differs: recorded “{shown(record.headline)}”, derived “{shown(headline)}”"
    for number, (then, now) in enumerate(zip_longest(record.events, events), 1):
        if then != now:
            return f"events differ, at number {number}: recorded {_in_brief(then, now)}, derived {_in_brief(now, then)}"
    return ""


def _in_brief(event: Event | None, other: Event | None) -> str:
    """What of an event another does not have."""
    if event is None:
        return "nothing"
    name = type(event).__name__.lower()
    if type(event) is not type(other):
        return name
    fields = [field for field in event.__struct_fields__ if getattr(event, field) != getattr(other, field)]
    return f"{name}, {', '.join(f'{field} {shown(repr(getattr(event, field)))}' for field in fields)}"


def _as_kept(record: Record, found: LookUps, resolved: LookUps) -> tuple[tuple[str, ...], tuple[LookUp, ...]]:
    """Readings and other look-ups as a line has them; one of before all were kept has the readings of its resolution."""
    before = not record.looked_up and record.consulted == resolved.readings
    return (record.consulted, ()) if before else (found.readings, found.others)


def as_recorded(recorded: Sequence[Event], derived: Sequence[Event]) -> tuple[Event, ...]:
    """The derived events, without what an older record leaves out."""
    told = (as_far_as_told(then, now) for then, now in zip(recorded, derived, strict=False))
    return (*told, *derived[len(recorded) :])
