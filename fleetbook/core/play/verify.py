"""Whether a line of the journal is what its order, inputs and dice come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from fleetbook.core.battle.battle import Ship
from fleetbook.core.battle.events import Event, as_far_as_told
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError
from fleetbook.core.play.before import checked
from fleetbook.core.play.driver import resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.look_ups import LookUp, LookUps

S = TypeVar("S", bound=Ship)


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
        ("dice", record.faces, outcome.faces),
        ("headline", record.headline, outcome.headline),
        ("events", record.events, as_recorded(record.events, outcome.events)),
        ("readings", record.consulted, readings),
        ("look-ups", record.looked_up, others),
        ("fingerprint", record.fingerprint, outcome.battle.state.fingerprint),
    ):
        if then != now:
            return f"{what} differ: recorded {then}, derived {now}"
    return ""


def _as_kept(record: Record, found: LookUps, resolved: LookUps) -> tuple[tuple[str, ...], tuple[LookUp, ...]]:
    """Readings and other look-ups as a line has them; one of before all were kept has the readings of its resolution."""
    before = not record.looked_up and record.consulted == resolved.readings
    return (record.consulted, ()) if before else (found.readings, found.others)


def as_recorded(recorded: Sequence[Event], derived: Sequence[Event]) -> tuple[Event, ...]:
    """The derived events, without what an older record leaves out."""
    told = (as_far_as_told(then, now) for then, now in zip(recorded, derived, strict=False))
    return (*told, *derived[len(recorded) :])
