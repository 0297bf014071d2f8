"""A line of the journal that was just written, told to the terminal."""

from __future__ import annotations

from typing import Any

from fleetbook.cli.output import kept, say, say_data
from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.reports.journal.lines import line_shape, working_text
from fleetbook.reports.shape import to_json


def tell_line(journal: Journal[Any], record: Record, as_json: bool) -> None:
    """Write the line with the working behind it, or as JSON."""
    with kept(f"line {record.number}"):
        if as_json:
            say_data(to_json(line_shape(journal, record, record.is_order)) + b"\n")
        else:
            say(working_text(journal, record))
