"""A battle as tables, such as the tables of shots and of ships."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.core.play.wording import brief
from fleetbook.reports.damage.causes import attributed
from fleetbook.reports.damage.marks import MarkView, fates, marks
from fleetbook.reports.damage.shots import Shot, shots, spent
from fleetbook.reports.journal.dice import faces
from fleetbook.reports.journal.lines import step_number
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import cards


class ShipRow(Shape, frozen=True):
    """A ship as she is now, as a row of the table of ships.

    ship          the ship's name
    side          the ship's side
    squadron      the ship's squadron; empty for none
    type          the type of ship
    boxes         how many boxes the first row of her card has
    left          how many of those boxes are left
    damaged       how many weapons and systems are damaged
    destroyed     how many weapons and systems are destroyed
    spent         how many torpedoes and other supplies are spent
    lost          how the ship was lost, such as sunk; empty if she was not
    standing      the state of a ship that no longer fights as before, such as sinking; empty for other ships
    fate          the ship's fate in words; empty if she has none
    turn          the turn when the ship was lost or left; null if neither happened
    by            the enemy ship that caused the loss; empty if none did
    how           the weapon or other cause of the loss
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
    """A line of the journal, as a row of the table of orders.

    line          the number of the line
    kind          order, undo or redo
    in_force      whether the line is in force; no if it was taken back
    turn          the turn of the order
    step          the step of the turn
    order         the kind of order, as the command line names it
    headline      the order in words
    result        the results of the order
    reason        the referee's reason for a ruling; empty for other lines
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
    """A die, as a row of the table of dice. Dice of orders that were taken back are included.

    line           the number of the journal line
    in_force       whether the line is in force; no if it was taken back
    turn           the turn of the throw
    step           the step of the turn
    order          the kind of order, as the command line names it
    die            the number of the die in its line
    throw          the purpose of the throw
    dice           all dice of the throw, such as 2D6
    sides          how many sides the die has
    face           the face that the die showed
    origin         rolled, typed or overruled
    instead_of     the face before the die was overruled; null if it was not
    modifier       the sum of the modifiers on the throw
    total          the sum of the throw's dice and modifiers
    result         the result of the throw
    table          the table on which the throw was looked up; empty for none
    line_of_table  the line of that table, which the situation gives
    row_of_table   the row of that table, which the throw gives
    section        the section of the rules
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
    """The table of ships: a row for each ship as she is now."""
    found = attributed(journal)
    fired = shots(journal, found)
    for ship, fate in zip(cards(journal, journal.battle), fates(journal, found), strict=True):
        first, states = ship.first, [system.state for system in ship.systems]
        yield ShipRow.of(
            fate,
            squadron=ship.squadron,
            type=ship.kind,
            boxes=first.full if first else 0,
            left=first.left if first else 0,
            damaged=states.count("damaged"),
            destroyed=states.count("destroyed"),
            spent=sum(spent(ship, fired, journal.ruleset.spelled_out).values()),
            fate=ship.fate,
        )


def order_rows(journal: Journal[Any]) -> Iterator[OrderRow]:
    """The table of orders: a row for each line of the journal."""
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
    """The table of dice: a row for each die."""
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
    """The number of a phase as text, such as ``step 3``. A spreadsheet does not take this for a number."""
    return f"step {number}"


TABLES: Mapping[str, tuple[type[Shape], Callable[[Journal[Any]], Iterator[Shape] | Sequence[Shape]]]] = {
    "shots": (Shot, shots),
    "ships": (ShipRow, ship_rows),
    "marks": (MarkView, marks),
    "orders": (OrderRow, order_rows),
    "dice": (DieRow, die_rows),
}
