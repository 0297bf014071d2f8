"""The tables of orders, changes of facts, attempts to spot something, and moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from fleetbook.core.battle.events import Changed, Rolled, worded
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import MISSED, NOTHING
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.field_kinds import ModifierField
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import InputNeeded
from fleetbook.core.tables.table import Modifier
from fleetbook.reports.damage.causes import attributed
from fleetbook.reports.journal.lines import outcome, records_in_force
from fleetbook.reports.shape import Shape
from fleetbook.reports.tables.places import place, side_of


class OrderRow(Shape, frozen=True):
    """A line of the journal, as a row of the table of orders.

    line          the number of the line
    kind          order, undo or redo
    in_force      whether the line is in force; no if it was taken back
    written_at    when the line was written, in UTC; empty for a battle without a file
    turn          the turn of the order
    step          the step of the turn
    step_name     the title of the step
    procedure     the kind of order, as the command line names it
    headline      the order in words
    result        the results of the order
    reason        the referee's reason for a ruling; empty for other lines
    proposed_by   "phone", "doctrine" or "empty chair"; empty if the referee gave an order of his own
    proposed_for  the side that proposed the order; empty if none did
    proposer      the name of the player, the doctrine or the absent squadron; empty if there is none
    """

    line: int
    kind: str
    in_force: bool
    written_at: str
    turn: int
    step: str
    step_name: str
    procedure: str
    headline: str
    result: str
    reason: str
    proposed_by: str
    proposed_for: str
    proposer: str


class ChangeRow(Shape, frozen=True):
    """A fact that was set, changed or cleared, as a row of the table of changes: a fire, an initiative, a ship lost.

    line          the line of the journal
    written_at    when the line was written, in UTC; empty for a battle without a file
    turn          the turn
    step          the step of the turn
    step_name     the title of the step
    subject       the ship, squadron or fleet; "battle" for the battle as a whole
    side          the side of the ship, squadron or fleet; empty for the battle
    fact          the fact's id in the rules
    other         the ship that a fact between two ships is about; empty for other facts
    value_before  the value before, as JSON; null if there was none
    value_after   the value now, as JSON; null if it was cleared
    headline      the change in words; empty for a fact that only the rules use
    done_by       the enemy ship that caused the change; empty if no enemy did
    """

    line: int
    written_at: str
    turn: int
    step: str
    step_name: str
    subject: str
    side: str
    fact: str
    other: str
    value_before: str
    value_after: str
    headline: str
    done_by: str


class LookRow(Shape, frozen=True):
    """An attempt to spot something, as a row of the table of looks.

    line          the line of the journal
    written_at    when the line was written, in UTC; empty for a battle without a file
    turn          the turn
    step          the step of the turn
    step_name     the title of the step
    side          the side that looks
    looker        the ship, squadron or fleet that looks
    sought        the ship, squadron, fleet or torpedo that it looks for
    distance      the range as measured; empty if none was measured
    modifiers     each modifier on the die, in words
    modifier      the sum of these modifiers
    needed        the score needed, as printed; empty if no die was thrown or the die was thrown on a table
    die           the face, or the sum of the faces; empty if no die was thrown
    total         the face or sum of the faces, with the modifiers; empty if no die was thrown
    found         whether the ships or the torpedo were seen; no if the marker was a dummy
    result        the outcome in words
    """

    line: int
    written_at: str
    turn: int
    step: str
    step_name: str
    side: str
    looker: str
    sought: str
    distance: int | float | None
    modifiers: str
    modifier: int
    needed: str
    die: int | None
    total: int | None
    found: bool
    result: str


class MoveRow(Shape, frozen=True):
    """A move, as a row of the table of moves. A squadron, group or fleet has a row for each of its ships.

    line          the line of the journal
    written_at    when the line was written, in UTC; empty for a battle without a file
    turn          the turn
    step          the step of the turn
    step_name     the title of the step
    side          the side that moves
    mover         the ship, squadron, group or fleet that moves
    ship          the ship; empty if the mover's ships are not known
    speed         the speed, or the distance moved; empty if only the place is known
    unit          the unit of the speed, such as cm, kt or zones
    place         the place where the move ends, such as a zone or a hex; empty if none was given
    manner        what the mover does on the way, such as turning
    """

    line: int
    written_at: str
    turn: int
    step: str
    step_name: str
    side: str
    mover: str
    ship: str
    speed: int | float | None
    unit: str
    place: str
    manner: str


def order_rows(journal: Journal[Any]) -> Iterator[OrderRow]:
    """The table of orders: a row for each line of the journal."""
    in_force = journal.undo_history.in_force
    for record in journal.records:
        by = record.proposer
        yield OrderRow.of(
            record,
            **place(journal, record),
            in_force=record.number in in_force,
            result=outcome(journal, record),
            proposed_by=by.by if by else "",
            proposed_for=by.side if by else "",
            proposer=by.name if by else "",
        )


def change_rows(journal: Journal[Any]) -> Iterator[ChangeRow]:
    """The table of changes: a row for each fact that an order in force changed."""
    for happening, doing in attributed(journal).doings:
        event = happening.event
        if isinstance(event, Changed) and event.before != event.after:
            told = worded(event, journal.start.wording)
            yield ChangeRow(
                **{**place(journal, happening.record), "turn": happening.turn},
                subject=event.subject or "battle",
                side=side_of(journal, event.subject),
                fact=event.name,
                other=event.other,
                value_before=_json(event.before),
                value_after=_json(event.after),
                headline=told.text if isinstance(told, Changed) else "",
                done_by=doing.by,
            )


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _orders(journal: Journal[Any]) -> Iterator[tuple[Record, Order[Any]]]:
    """The orders in force that the reader knows, with their lines."""
    for record in records_in_force(journal):
        if record.procedure:
            try:
                yield record, journal.order_of(record)
            except FleetbookError:  # a side does not know all of it
                continue


def _modifiers(journal: Journal[Any], order: Order[Any]) -> Iterator[Modifier]:
    """The modifiers that an order counts, on the die or on the score needed."""
    for name, field in type(order).declared.items():
        if isinstance(field, ModifierField):
            yield from journal.start.modifiers(field.list, getattr(order, name) or ())


def look_rows(journal: Journal[Any]) -> Iterator[LookRow]:
    """The table of looks: a row for each attempt to spot something."""
    for record, order in _orders(journal):
        try:
            look = order.look(journal.battle_before(record.number))
            thrown = [] if look is None else [e for e in journal.tree(record).events if isinstance(e, Rolled)]
        except (FleetbookError, InputNeeded):  # a side does not know all of it
            continue
        if look is not None:
            first = thrown[0] if thrown else None
            results = journal.results(record)
            counted = tuple(_modifiers(journal, order))
            yield LookRow(
                **place(journal, record),
                side=look.side or side_of(journal, look.looker),
                looker=look.looker,
                sought=look.sought,
                distance=look.range,
                modifiers="; ".join(f"{line.text} {line.value:+d}" for line in counted),
                modifier=sum(line.value for line in counted),
                needed=first.row if first and not first.table else "",
                die=sum(face.face for face in first.faces) if first else None,
                total=first.total if first else None,
                found=any(result.kind not in (MISSED, NOTHING) for result in results),
                result="; ".join(result.words for result in results),
            )


def move_rows(journal: Journal[Any]) -> Iterator[MoveRow]:
    """The table of moves: a row for each ship that an order in force moved."""
    for record, order in _orders(journal):
        try:
            move = order.movement(journal.battle_before(record.number))
        except FleetbookError:  # a side does not know all of it
            continue
        if move is not None:
            ships = move.ships or ((move.mover,) if journal.start.is_ship(move.mover) else ("",))
            for ship in ships:
                yield MoveRow(
                    **place(journal, record),
                    side=side_of(journal, ship or move.mover) or side_of(journal, move.mover),
                    mover=move.mover,
                    ship=ship,
                    speed=move.speed,
                    unit=move.unit,
                    place=move.place,
                    manner=", ".join(move.manner),
                )
