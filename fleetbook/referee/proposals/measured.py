"""Numbers, such as ranges, that were measured between ships, and whether they are still valid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import NumberField
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.referee.proposals.ranges import Measurement, Proposed, is_measured, measured_entry, measured_pairs, number_ends
from fleetbook.referee.session import Session

BOTH = 2  # ends of a measured number: nothing is measured from a ship to nobody


class Measured(msgspec.Struct, frozen=True):
    """What is known about a number in a draft that is measured between ships.

    field   the input that asks for the number
    words   where the number comes from, or what else was measured between these ships
    doubt   the reason why the number may be wrong: it is from an earlier phase, or another number was measured in this phase.
            Empty if there is no doubt
    holds   whether the number was measured in this phase between these ships
    """

    field: str
    words: str
    doubt: str = ""
    holds: bool = False


def measured(session: Session, draft: Draft[Any]) -> Measured | None:
    """What is known about the measured number in a draft. None if the draft has no such number or nothing is known.

    About a number that the referee entered, something is known only if another number was measured between the same ships in
    this phase.
    """
    entry = measured_entry(draft)
    if entry is None or entry.value is None or len(number_ends(draft.values, entry.field)) < BOTH:
        return None
    if isinstance(draft.raw.get(entry.field.name), Proposed):
        ways = measured_pairs(session.battle, draft.values, entry.field)
        of_all = any(session.ranges.between(session.battle, *way) for way in ways)
        return Measured(entry.field.name, f"measured {'for all ' if of_all else ''}in this step", holds=True)
    return _entered(session, draft, entry) if entry.given else _filled_in(session, draft, entry)


def unmeasured(session: Session, draft: Draft[Any]) -> str:
    """The input of a draft that was filled in with a number not measured between these ships in this phase.

    Empty if there is no such input.
    """
    entry = measured_entry(draft)
    if entry is None or entry.value is None or entry.given:
        return ""
    before = _filled_in(session, draft, entry)
    return "" if before is not None and before.holds else entry.field.name


def with_number(session: Session, draft: Draft[Any]) -> Draft[Any]:
    """The draft with the number measured between its ships in this phase, unless the referee typed a number.

    For a squadron, it is the number of the first of its ships for which one was measured.
    """
    entry = measured_entry(draft)
    raw = draft.raw.get(entry.field.name) if entry else None
    if entry is None or not (raw is None or isinstance(raw, Proposed)):
        return draft
    ways = measured_pairs(draft.battle, draft.values, entry.field)
    number = next(filter(None, (range_between(session, *way) for way in ways)), "")
    stands = raw or ("" if entry.value is None or not number else entry.field.show(entry.value))
    return draft if number == stands else draft.with_input(entry.field.name, Proposed(number) if number else None)


def range_between(session: Session, one: str, other: str) -> str:
    """The range between two ships in this phase, from the grid of ranges or from an order. Empty if it was not measured."""
    return session.ranges.between(session.battle, one, other) or measured_between(session, one, other)


def measured_between(session: Session, one: str, other: str) -> str:
    """The range between two ships or their squadrons that was entered in an order of this phase. Empty if there is none."""
    found = session.cached_for_line("measured between", (), lambda: _between(session))
    return found.get(frozenset((one, other)), "")


def _between(session: Session) -> dict[frozenset[str], str]:
    found: dict[frozenset[str], str] = {}
    for record in _in_force(session):
        field = next(filter(is_measured, session.battle.ruleset.order(record.procedure).declared.values()), None)
        if field is None or not is_of_this_step(session, record) or record.inputs.get(field.name) is None:
            continue
        number = field.show(record.inputs[field.name])
        for pair in _pairs_of(session, record, field):
            found.setdefault(frozenset(pair), number)
    return found


def measurements(session: Session, side: str) -> Iterator[Measurement]:
    """All numbers measured between two ships, in any phase, from the grid of ranges or from an order of this side. The number of
    an order comes before one of the grid at the same line.

    Orders of other sides are left out, because they may be secret, as the target of a torpedo is.
    """
    battle = session.battle
    for record in _in_force(session):
        field = next(filter(is_measured, battle.ruleset.order(record.procedure).declared.values()), None)
        if field is None or record.inputs.get(field.name) is None:
            continue
        if battle.ruleset.side_of(battle, next(iter(record.named), "")) == side:
            number = field.show(record.inputs[field.name])
            for pair in _pairs_of(session, record, field):
                yield Measurement(number, (record.turn, record.phase), record.number, frozenset(pair))
    yield from session.ranges.taken.values()


def _pairs_of(session: Session, record: Record, field: NumberField) -> Iterator[tuple[str, str]]:
    """The pairs of ships between which an order's number was measured. A squadron counts as the ships that the order lists."""
    lists_ships = issubclass(session.battle.ruleset.order(record.procedure), SheetOrder)
    pairs = measured_pairs(session.battle, record.inputs, field)
    return (pair for pair in pairs if not lists_ships or {*pair}.issubset(record.named))


def _entered(session: Session, draft: Draft[Any], entry: Entry) -> Measured | None:
    field, between = entry.field, number_ends(draft.values, entry.field)
    lines = takewhile(lambda record: is_of_this_step(session, record), _in_force(session))
    found = ((record, value) for record in lines if (value := _number(session, record)) is not None)
    record, before = next((one for one in found if between.issubset(one[0].named)), (None, None))
    ways = measured_pairs(session.battle, draft.values, field)
    kept = () if record else (session.ranges.between(session.battle, *way) for way in ways)
    number = field.show(before) if record else next(filter(None, kept), "")
    if not number or number == field.show(entry.value):
        return None
    line = f" (line {record.number})" if record else ""
    doubt = f"{field.show(entry.value)} {field.unit}, but {number} measured this step{line}"
    return Measured(field.name, f"{number} {field.unit} measured this step{line}", doubt)


def _filled_in(session: Session, draft: Draft[Any], entry: Entry) -> Measured | None:
    between = number_ends(draft.values, entry.field)
    ways = measured_pairs(session.battle, draft.values, entry.field)
    if any(session.ranges.between(session.battle, *way) == entry.field.show(entry.value) for way in ways):
        return Measured(entry.field.name, "measured in this step", holds=True)
    lines = [record for record in _in_force(session) if _number(session, record) == entry.value]
    same = (record for record in lines if between.issubset(record.named))
    record = next(same, None) or next((record for record in lines if not between.isdisjoint(record.named)), None)
    if record is None:
        return None
    if is_of_this_step(session, record):
        holds = between.issubset(record.named)
        words = f"measured in this step, line {record.number}" if holds else f"of line {record.number}, between other ships"
        return Measured(entry.field.name, words, holds=holds)
    when = f"of turn {record.turn}, step {session.battle.ruleset.sequence.phase(record.phase).number}"
    doubt = f"{entry.field.show(entry.value)} {entry.field.unit} is old: {when} (line {record.number})"
    return Measured(entry.field.name, f"old: {when}", doubt)


def _in_force(session: Session) -> Iterator[Record]:
    return (record for record in reversed(session.journal.records) if record.number in session.in_force)


def _number(session: Session, record: Record) -> float | None:
    """The measured number in an order. None if the order has none."""
    declared = session.battle.ruleset.order(record.procedure).declared.values()
    return next((record.inputs.get(field.name) for field in declared if is_measured(field)), None)


def is_of_this_step(session: Session, record: Record) -> bool:
    """Whether an order was given in the present step."""
    return (record.turn, record.phase) == (session.battle.turn, session.battle.phase)
