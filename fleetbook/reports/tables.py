"""A battle as tables of rows: shots, ships, boxes struck, orders, dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.core.play.wording import brief
from fleetbook.reports.damage.marks import MarkView, fates, marks
from fleetbook.reports.damage.shots import Shot, shots
from fleetbook.reports.journal.dice import faces
from fleetbook.reports.journal.lines import step_number
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import cards


class ShipRow(Shape, frozen=True):
    """A ship as she stands.

    ship          her name
    side          her side
    squadron      her squadron
    type          her type
    boxes         the boxes of the first row of her card
    left          how many of them are left
    damaged       how many weapons and systems are damaged
    destroyed     how many are destroyed
    spent         torpedoes and other supplies spent
    lost          the kind of her loss, such as sunk
    standing      her state if she is there and no longer fights as before, such as sinking
    fate          her fate in words
    turn          the turn in which she was lost or left
    by            the ship that did it; empty if no enemy did
    how           with which weapon, or by what else
    """

    ship: str
    side: str
    squadron: str
    type: str
    boxes: int
    left: int
    damaged: int
    destroyed: int
    spent: int
    lost: str
    standing: str
    fate: str
    turn: int | None
    by: str
    how: str


class OrderRow(Shape, frozen=True):
    """A line of the journal.

    line          its number
    kind          order, undo or redo
    in_force      whether it was not taken back
    turn          the turn
    step          the step of the turn
    order         the kind of order, as the shell names it
    headline      the order in words
    result        its results
    reason        the reason that a ruling gives
    """

    line: int
    kind: str
    in_force: bool
    turn: int
    step: str
    order: str
    headline: str
    result: str
    reason: str


class DieRow(Shape, frozen=True):
    """A die. Dice of orders that were taken back are included.

    line           the line of the journal
    in_force       whether it was not taken back
    turn           the turn
    step           the step of the turn
    order          the kind of order, as the shell names it
    die            the number of the die in its line
    throw          the purpose of the throw
    dice           all dice of the throw, such as 2D6
    sides          how many sides the die has
    face           the face that it showed
    origin         rolled, typed or overruled
    instead_of     the face before it was overruled
    modifier       the sum of the modifiers on the throw
    total          the sum of its dice and modifiers
    result         the result of the throw
    table          the table in which it was looked up
    line_of_table  the line there
    row_of_table   the row there
    section        the section of the sheet
    """

    line: int
    in_force: bool
    turn: int
    step: str
    order: str
    die: int
    throw: str
    dice: str
    sides: int
    face: int
    origin: str
    instead_of: int | None
    modifier: int
    total: int
    result: str
    table: str
    line_of_table: str
    row_of_table: str
    section: str


def ship_rows(journal: Journal[Any]) -> Iterator[ShipRow]:
    """A row for each ship as she stands."""
    for ship, fate in zip(cards(journal, journal.battle), fates(journal), strict=True):
        first, states = ship.first, [system.state for system in ship.systems]
        yield ShipRow.of(
            fate,
            squadron=ship.squadron,
            type=ship.kind,
            boxes=first.full if first else 0,
            left=first.left if first else 0,
            damaged=states.count("damaged"),
            destroyed=states.count("destroyed"),
            spent=sum(supply.full - supply.left for supply in ship.supplies),
            fate=ship.fate,
        )


def order_rows(journal: Journal[Any]) -> Iterator[OrderRow]:
    """A row for each line of the journal."""
    in_force = journal.undo_history.in_force
    for record in journal.records:
        yield OrderRow.of(
            record,
            line=record.number,
            in_force=record.number in in_force,
            step=step_words(step_number(journal, record)),
            order=record.procedure,
            result=brief(record),
        )


def die_rows(journal: Journal[Any]) -> Iterator[DieRow]:
    """A row for each die."""
    in_force = journal.undo_history.in_force
    for record in journal.records:
        for throw, number, face in faces(record):
            yield DieRow.of(
                face,
                line=record.number,
                in_force=record.number in in_force,
                turn=record.turn,
                step=step_words(step_number(journal, record)),
                order=record.procedure,
                die=number,
                throw=throw.label,
                dice=throw.dice,
                modifier=sum(adjustment.value for adjustment in throw.adjustments),
                total=throw.total,
                result="no effect" if throw.result == "-" else throw.result,
                table=throw.table,
                line_of_table=throw.line,
                row_of_table=throw.row,
                section=throw.rule,
            )


def step_words(number: str) -> str:
    """The number of a step as text: a spreadsheet must not take it for a figure."""
    return f"step {number}"


TABLES: Mapping[str, tuple[type[Shape], Callable[[Journal[Any]], Iterator[Shape] | Sequence[Shape]]]] = {
    "shots": (Shot, shots),
    "ships": (ShipRow, ship_rows),
    "marks": (MarkView, marks),
    "orders": (OrderRow, order_rows),
    "dice": (DieRow, die_rows),
}
