"""The battle as one CSV table for a spreadsheet, with a row for each journal line and each die.

A spreadsheet takes text for a formula by its first character. Text that begins like a formula therefore gets an apostrophe.
"""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any, TypeAlias

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.play.journal import Journal
from fleetbook.reports.journal.dice import faces
from fleetbook.reports.journal.lines import outcome, step_number
from fleetbook.reports.text_layout import printable
from fleetbook.reports.watch import Watch, silent

Value: TypeAlias = str | int

ORDER_COLUMNS = ("row", "line", "kind", "in_force", "turn", "step", "procedure", "headline", "result", "reason", "proposer")
DIE_COLUMNS = (
    "die", "throw", "dice", "sides", "face", "origin", "thrown_by", "instead_of", "modifiers", "modifier_sum", "total",
    "score", "table", "table_line", "table_row", "section",
)  # fmt: skip
COLUMNS = ORDER_COLUMNS + DIE_COLUMNS
"""The columns. ``row`` is order or die; the row of a die repeats the columns of its order.

``total`` and ``score`` belong to the whole throw.
"""

EMPTY: dict[str, Value] = dict.fromkeys(COLUMNS, "")
FORMULA = tuple("=+-@\uff0b\uff0d\uff1d\uff20\u2212|%")


def csv_report(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The whole table, with a header row and line ends as in RFC 4180.

    The first rows have the ``warning`` about the battle's file, if there is one, and a note if the seed was chosen by hand.
    """
    out = StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    if warning:
        writer.writerow(_row({"row": "warning", "headline": warning}))
    if journal.setup.dice.chosen:
        writer.writerow(_row({"row": "seed", "headline": "chosen by hand"}))
    in_force = journal.undo_history.in_force
    for record in journal.records:
        order: dict[str, Value] = {
            "line": record.number,
            "kind": record.kind,
            "in_force": "yes" if record.number in in_force else "no" if record.is_order else "",
            "turn": record.turn,
            "step": step_number(journal, record),
            "procedure": record.procedure,
            "headline": record.headline,
            "reason": record.reason,
            "proposer": record.proposer.words if record.proposer else "",
        }
        writer.writerow(_row({"row": "order", **order, "result": outcome(journal, record)}))
        writer.writerows(_row({"row": "die", **order, **_die(record, *thrown)}) for thrown in faces(record))
    return out.getvalue()


def _row(values: dict[str, Value]) -> list[Value]:
    return [value and neutral(value) for value in {**EMPTY, **values}.values()]  # most cells are empty


def _die(record: Record, throw: Rolled, number: int, face: Face) -> dict[str, Value]:
    return {
        "die": number,
        "throw": throw.label,
        "dice": throw.dice,
        "sides": face.sides,
        "face": face.face,
        "origin": face.origin,
        "thrown_by": record.thrower(number),
        "instead_of": face.instead_of or "",
        "modifiers": "; ".join(f"{adjustment.text} {adjustment.value:+d}" for adjustment in throw.adjustments),
        "modifier_sum": sum(adjustment.value for adjustment in throw.adjustments),
        "total": throw.total,
        "score": "no effect" if throw.result == "-" else throw.result,
        "table": throw.table,
        "table_line": throw.line,
        "table_row": throw.row,
        "section": throw.rule,
    }


def neutral(value: Value) -> Value:
    """The value made safe for a spreadsheet: not a formula, on one line, without control characters."""
    if not value or not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.lstrip(" \u00a0\ufffd'\"").startswith(FORMULA) else text
