"""Verifies lines of the journal: an order that is carried out again must give the recorded events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from fleetbook.core.battle.battle import Ship
from fleetbook.core.battle.events import changes
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.errors import FleetbookError
from fleetbook.core.play.difference import difference
from fleetbook.core.play.driver import resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.recording import checked_look_ups
from fleetbook.core.play.wording import face_text
from fleetbook.core.tables.look_ups import LookUp, LookUps

S = TypeVar("S", bound=Ship)


def verify_record(journal: Journal[S], record: Record) -> str:
    """Carry out a recorded order again with its inputs and dice. Returns the first difference in brief; empty if there is
    none.
    """
    if not record.is_order:
        return ""
    battle = journal.battle_after(record.on)
    try:
        order = journal.order_of(record)
        found = checked_look_ups(order, record.given, battle)
        outcome = resolve(order, battle, journal.dice_of(record), record.choices)
    except FleetbookError as error:
        return str(error)
    readings, others = _recorded_look_ups(record, LookUps.of(found, outcome.look_ups), outcome.look_ups)
    for what, then, now in (("turn", record.turn, battle.turn), ("step", record.phase, battle.phase)):
        if then != now:
            return f"{what} differs: recorded {then}, derived {now}"
    if record.faces != outcome.faces:
        return f"dice differ: recorded {_thrown(record.faces)}, derived {_thrown(outcome.faces)}"
    same = not record.whole or record.fingerprint == outcome.battle.state.fingerprint
    differing = difference(record, outcome.events, journal.ruleset)
    if differing or not (same or (battle.state.with_changes(changes(record.events)).fingerprint == record.fingerprint)):
        leaves = "it leads to the same battle in another way" if same else "it leads to another battle"
        return f"{leaves}: {differing or 'the same events'}"
    for what, old, new in (("readings", record.consulted, readings), ("look-ups", record.looked_up, others)):
        if old != new:
            return f"{what} differ: recorded {old}, derived {new}"
    return ""


def _thrown(faces: Sequence[Face]) -> str:
    """Dice in words: ``D6 5, D6 2*``. A star marks a typed face."""
    return ", ".join(f"D{face.sides} {face_text(face)}" for face in faces) or "none"


def _recorded_look_ups(record: Record, found: LookUps, resolved: LookUps) -> tuple[tuple[str, ...], tuple[LookUp, ...]]:
    """The look-ups in the form that a line stores. Older lines store only readings, and only those that the order itself used."""
    before = not record.looked_up and record.consulted == resolved.readings
    return (record.consulted, ()) if before else (found.readings, found.others)
