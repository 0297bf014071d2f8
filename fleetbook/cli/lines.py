"""Show a new line of the journal on the terminal."""

from __future__ import annotations

from typing import Any

from fleetbook.cli.output import after_saving, say, say_data
from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.reports.journal.lines import line_shape, working_text
from fleetbook.reports.shape import to_json


def show_line(journal: Journal[Any], record: Record, as_json: bool) -> None:
    """Print a journal line with an explanation of its result, or as JSON."""
    with after_saving(f"line {record.number}"):
        if as_json:
            say_data(to_json(line_shape(journal, record, record.is_order)) + b"\n")
        else:
            say(working_text(journal, record))
