"""The tables of a battle by their names, each with its kind of row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

import msgspec

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
from fleetbook.reports.tables.places import VERSION
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


def table_document(name: str) -> type[Shape]:
    """The type of a table as a JSON document: its name, its version and its rows."""
    fields = [("table", Literal[name]), ("version", Literal[VERSION]), ("rows", tuple[TABLES[name][0], ...])]  # type: ignore[misc]
    kind: Any = msgspec.defstruct(f"{name.capitalize()}Table", fields, bases=(Shape,), frozen=True, kw_only=True)
    shape: type[Shape] = kind
    return shape
