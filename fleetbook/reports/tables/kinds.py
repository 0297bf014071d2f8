"""The tables of a battle by their names, each with its kind of row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.shape import Shape
from fleetbook.reports.tables.die_rows import DieRow, die_rows
from fleetbook.reports.tables.line_rows import (
    ChangeRow,
    LookRow,
    MoveRow,
    OrderRow,
    change_rows,
    look_rows,
    move_rows,
    order_rows,
)
from fleetbook.reports.tables.ship_rows import MarkRow, ShipRow, mark_rows, ship_rows
from fleetbook.reports.tables.shot_rows import ShotRow, shot_rows

TABLES: Mapping[str, tuple[type[Shape], Callable[[Journal[Any]], Iterator[Shape]]]] = {
    "shots": (ShotRow, shot_rows),
    "ships": (ShipRow, ship_rows),
    "marks": (MarkRow, mark_rows),
    "orders": (OrderRow, order_rows),
    "dice": (DieRow, die_rows),
    "looks": (LookRow, look_rows),
    "moves": (MoveRow, move_rows),
    "changes": (ChangeRow, change_rows),
}


class Table(Shape, frozen=True):
    """A table as a JSON document.

    table         its name
    version       the version of the tables; docs/tables.md says what it promises
    rows          its rows
    """

    table: str
    version: int
    rows: tuple[Shape, ...]
