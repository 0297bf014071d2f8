"""Whether a line of the journal is what its order, inputs and dice come to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeVar

import msgspec

from fleetbook.core.battle.battle import Ship
from fleetbook.core.battle.events import Changed, Event, Marked, data_of, without_inputs
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.errors import FleetbookError, shown
from fleetbook.core.play.driver import Resolution, resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.ordered import checked
from fleetbook.core.play.wording import face_text
from fleetbook.core.tables.look_ups import LookUp, LookUps

S = TypeVar("S", bound=Ship)
CAUSE = {"by": "", "how": "", "through": ""}
"""A cause that an older line does not keep."""


class Comparison(NamedTuple):
    """A line beside what its order comes to now: the first difference in what happened, empty where there is none, and whether
    the rules would now say it in other words.
    """

    difference: str
    reworded: bool = False


def verify_record(journal: Journal[S], record: Record) -> str:
    """Derive one record again from its inputs and dice; empty where the same happened, otherwise what differs."""
    return compare(journal, record).difference


def compare(journal: Journal[S], record: Record) -> Comparison:
    """Derive one record again from its inputs and dice. Words are no part of what happened."""
    if not record.is_order:
        return Comparison("")
    battle = journal.battle_after(record.on)
    try:
        order = journal.order_of(record)
        found = checked(order, record.given, battle)
        outcome = resolve(order, battle, journal.dice_of(record), record.choices)
    except FleetbookError as error:
        return Comparison(str(error))
    readings, others = _as_kept(record, LookUps.of(found, outcome.look_ups), outcome.look_ups)
    for what, then, now in (
        ("turn", record.turn, battle.turn),
        ("step", record.phase, battle.phase),
    ):
        if then != now:
            return Comparison(f"{what} differ: recorded {then}, derived {now}")
    if record.faces != outcome.faces:
        return Comparison(f"dice differ: recorded {_thrown(record.faces)}, derived {_thrown(outcome.faces)}")
    same = record.fingerprint == outcome.battle.state.fingerprint
    differing = _differing(record.events, outcome.events if record.parts else [*without_inputs(outcome.events)])
    if differing or not same:
        leaves = "it leaves the same battle by another way" if same else "it leaves another battle"
        return Comparison(f"{leaves}: {differing or 'the same events'}")
    for what, kept, found_now in (("readings", record.consulted, readings), ("look-ups", record.looked_up, others)):
        if kept != found_now:
            return Comparison(f"{what} differ: recorded {kept}, derived {found_now}")
    return Comparison("", is_reworded(record, outcome))


def is_reworded(record: Record, outcome: Resolution[S]) -> bool:
    """Whether the same that happened is now said in other words."""
    return record.headline != outcome.headline or _words_of(record.events) != _words_of(outcome.events)


def _words_of(events: Sequence[Event]) -> list[tuple[object, ...]]:
    """What events say for people."""
    names = ("headline", "label", "result", "text", "why", "adjustments")
    return [tuple(getattr(event, name, "") for name in names) for event in without_inputs(events)]


def _thrown(faces: Sequence[Face]) -> str:
    """Dice in words: ``D6 5, D6 2*``."""
    return ", ".join(f"D{face.sides} {face_text(face)}" for face in faces) or "none"


def _differing(recorded: Sequence[Event], derived: Sequence[Event]) -> str:
    """The first event that is another than a record has, in brief; empty where all are the same."""
    data = ([data for event in events if (data := data_of(event)) is not None] for events in (recorded, derived))
    for number, (then, now) in enumerate(zip_longest(*data), 1):
        if then != _as_full(now, then):
            return f"events differ, at number {number}: recorded {_in_brief(then, now)}, derived {_in_brief(now, then)}"
    return ""


def _as_full(derived: Event | None, recorded: Event | None) -> Event | None:
    """A derived event, without a cause where an older record keeps none."""
    if isinstance(derived, (Marked, Changed)) and type(derived) is type(recorded):
        keeps = any(getattr(recorded, name) for name in CAUSE)
        return derived if keeps else msgspec.structs.replace(derived, **CAUSE)
    return derived


def _in_brief(event: Event | None, other: Event | None) -> str:
    """What an event has and another has not."""
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
