"""A battle as one of several tables for a spreadsheet or a script: a kind of thing a table, a thing a row.

Figures are figures and everything else is words that no spreadsheet takes for something else, whatever its language: "8+" is
written "8 or more", "8.1.6" as "§ 8.1.6".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

import msgspec

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.wording import brief
from fleetbook.reports.render.csv import neutral
from fleetbook.reports.shapes.fight import FateTold, MarkTold
from fleetbook.reports.shapes.rows import DieRow, OrderRow, ShipRow, Shot
from fleetbook.reports.views.damage import fates, marks
from fleetbook.reports.views.json_text import Shape, to_json
from fleetbook.reports.views.lines import step_number
from fleetbook.reports.views.rulings import faces
from fleetbook.reports.views.shots import shots
from fleetbook.reports.views.status import status

_SPAN = re.compile(r"(-?\d+(?:\.\d+)?)(?:(\+)|-(\d+(?:\.\d+)?))|\.\.(\d+)")
_SECTION = re.compile(r"\d+(?:[.-]\d+)+|\d+")
BOM = "\ufeff"


def ship_rows(journal: Journal[Any]) -> Iterator[ShipRow]:
    """A row for each ship as she stands."""
    now = status(journal)
    for ship, fate in zip(now.ships, fates(journal), strict=True):
        yield _ship_row(ship, fate)


def _ship_row(ship: CardView, fate: FateTold) -> ShipRow:
    first = ship.first
    states = [system.state for system in ship.systems]
    return ShipRow(
        ship=ship.name,
        side=ship.side,
        squadron=ship.squadron,
        type=ship.kind,
        boxes=first.full if first else 0,
        left=first.left if first else 0,
        damaged=states.count("damaged"),
        destroyed=states.count("destroyed"),
        spent=sum(supply.full - supply.left for supply in ship.supplies),
        lost=ship.lost,
        standing=ship.standing,
        fate=ship.fate,
        turn=fate.turn,
        by=fate.by,
        how=fate.how,
    )


def order_rows(journal: Journal[Any]) -> Iterator[OrderRow]:
    """A row for each line of the journal."""
    in_force = journal.undo_history.in_force
    for record in journal.records:
        yield OrderRow(
            line=record.number,
            kind=record.kind,
            in_force=record.number in in_force,
            turn=record.turn,
            step=step_words(step_number(journal, record)),
            order=record.procedure,
            headline=record.headline,
            result=brief(record),
            reason=record.reason,
        )


def die_rows(journal: Journal[Any]) -> Iterator[DieRow]:
    """A row for each die, those of orders that were taken back too."""
    in_force = journal.undo_history.in_force
    for record in journal.records:
        for throw, number, face in faces(record):
            yield DieRow(
                line=record.number,
                in_force=record.number in in_force,
                turn=record.turn,
                step=step_words(step_number(journal, record)),
                order=record.procedure,
                die=number,
                throw=throw.label,
                dice=throw.dice,
                sides=face.sides,
                face=face.face,
                origin=face.origin,
                instead_of=face.instead_of,
                modifier=sum(adjustment.value for adjustment in throw.adjustments),
                total=throw.total,
                result="no effect" if throw.result == "-" else throw.result,
                table=throw.table,
                line_of_table=throw.line,
                row_of_table=throw.row,
                section=throw.rule,
            )


TABLES: Mapping[str, tuple[type[Shape], Callable[[Journal[Any]], Iterator[Shape] | Sequence[Shape]]]] = {
    "shots": (Shot, shots),
    "ships": (ShipRow, ship_rows),
    "marks": (MarkTold, marks),
    "orders": (OrderRow, order_rows),
    "dice": (DieRow, die_rows),
}


def table_csv(name: str, journal: Journal[Any], spreadsheet: bool = False) -> str:
    """A table as CSV, its columns the fields of its rows. For a ``spreadsheet`` of any country it begins with a byte-order mark
    and is divided by semicolons. The same battle gives the same bytes.
    """
    shape, rows = TABLES[name]
    return rows_csv(shape, rows(journal), spreadsheet)


def rows_csv(shape: type[Shape], rows: Iterable[Shape], spreadsheet: bool = False) -> str:
    """Rows of a shape likewise."""
    out = StringIO()
    writer = csv.writer(out, delimiter=";" if spreadsheet else ",", quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(shape.__struct_fields__)
    for row in rows:
        writer.writerow([_cell(key, value) for key, value in msgspec.structs.asdict(row).items()])
    return (BOM if spreadsheet else "") + out.getvalue()


def table_json(name: str, journal: Journal[Any]) -> str:
    """A table as a JSON list of its rows."""
    return to_json(tuple(TABLES[name][1](journal))).decode() + "\n"


def _cell(key: str, value: Any) -> str | int | float:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return ""
    if not isinstance(value, str):
        return value  # type: ignore[no-any-return]
    return neutral(f"§ {value}" if key == "section" and _SECTION.fullmatch(value) else in_words(value))


def in_words(text: str) -> str:
    """A span as printed in words: "8+" is "8 or more", "3-4" is "3 to 4", "..2" is "up to 2"; other text as it is."""
    found = _SPAN.fullmatch(text)
    if not found:
        return text
    low, above, high, most = found.groups()
    return f"up to {most}" if most else f"{low} or more" if above else f"{low} to {high}"


def step_words(number: str) -> str:
    """The number of a step, such that it stays text."""
    return f"step {number}"
