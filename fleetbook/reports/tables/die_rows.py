"""The table of dice: a row for each die, with its ship, its target and its shot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.part import Part
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import InputNeeded
from fleetbook.reports.damage.fired import fired_parts
from fleetbook.reports.journal.dice import faces
from fleetbook.reports.shape import Shape
from fleetbook.reports.tables.places import place, side_of


class DieRow(Shape, frozen=True):
    """A die, as a row of the table of dice. Dice of orders that were taken back are included.

    line           the number of the journal line
    in_force       whether the line is in force; no if it was taken back
    written_at     when the line was written, in UTC; empty for a battle without a file
    turn           the turn of the throw
    step           the step of the turn
    step_name      the title of the step
    procedure      the kind of order, as the command line names it
    side           the side that the die is about, such as the side of the firer or of a burning ship
    ship           the ship that fired or looked, or that the die is about; empty if the die is about no ship
    target         the ship fired at or looked for; empty for other dice
    shot           the number of its shot in the line, as in the table of shots; null if it belongs to no shot
    die            the number of the die in its line
    throw          the purpose of the throw
    dice           all dice of the throw, such as 2D6
    sides          the number of sides of the die
    face           the face that the die showed
    origin         rolled, typed, overruled or simulated
    thrown_by      the side whose player typed the die on a phone; empty if the die was rolled, or if the referee typed it
    instead_of     the face before the die was overruled; null if it was not
    modifier       the sum of the modifiers on the throw
    total          the sum of the throw's dice and modifiers
    result         the result of the throw
    on_table       the table on which the throw was looked up; empty for none
    line_of_table  the row or column of that table that the situation gives
    row_of_table   the row of that table that the throw gives
    section        the section of the rules
    """

    line: int
    in_force: bool
    written_at: str
    turn: int
    step: str
    step_name: str
    procedure: str
    side: str
    ship: str
    target: str
    shot: int | None
    die: int
    throw: str
    dice: str
    sides: int
    face: int
    origin: str
    thrown_by: str
    instead_of: int | None
    modifier: int
    total: int
    result: str
    on_table: str
    line_of_table: str
    row_of_table: str
    section: str


class Whose(NamedTuple):
    """The owner of a throw, its target, and the number of its shot in the line. ``side`` is empty if the owner's name decides the
    side.
    """

    who: str = ""
    target: str = ""
    shot: int | None = None
    side: str = ""


def die_rows(journal: Journal[Any]) -> Iterator[DieRow]:
    """The table of dice: a row for each die."""
    in_force = journal.undo_history.in_force
    for record in journal.records:
        owners = list(_owners(journal, record)) if record.faces else []
        throws = sum(isinstance(event, Rolled) for event in record.events)
        throw_number, last = -1, None
        for throw, number, face in faces(record):
            throw_number, last = throw_number + (throw is not last), throw
            whose = owners[throw_number] if len(owners) == throws else Whose()
            yield DieRow.of(
                face,
                **place(journal, record),
                in_force=record.number in in_force,
                procedure=record.procedure,
                side=whose.side or side_of(journal, whose.who) or throw.side,
                ship=whose.who if journal.start.is_ship(whose.who) else "",
                target=whose.target,
                shot=whose.shot,
                die=number,
                thrown_by=record.thrower(number),
                throw=throw.label,
                dice=throw.dice,
                modifier=sum(adjustment.value for adjustment in throw.adjustments),
                total=throw.total,
                result="no effect" if throw.result == "-" else throw.result,
                on_table=throw.table,
                line_of_table=throw.line,
                row_of_table=throw.row,
                section=throw.rule,
            )


def _owners(journal: Journal[Any], record: Record) -> Iterator[Whose]:
    """The owner of each throw of a line, in the order of the throws. Empty if the reader may not know the whole order."""
    shot = 0
    for whole, fired, throws in fired_parts(journal, record):
        for throw in throws:
            shot += fired is not None
            whose = Whose(fired.firer, fired.target, shot) if fired else _about(journal, record, whole.order)
            for event in throw.events:
                if isinstance(event, Rolled):
                    yield whose


def _about(journal: Journal[Any], record: Record, part: Part[Any]) -> Whose:
    """The owner of the throws of a part that is not a shot: the ship that looks, or else the first ship, squadron or side among
    the inputs of the part or of its order.
    """
    try:
        look = part.look(journal.battle_before(record.number))
    except (FleetbookError, InputNeeded):
        look = None
    if look:
        return Whose(look.looker, look.sought, side=look.side)
    named = [name for values in (part.inputs(), record.inputs) for name in _names(values.values())]
    return Whose(next((name for name in named if side_of(journal, name)), ""))


def _names(values: Any) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _names(value)
