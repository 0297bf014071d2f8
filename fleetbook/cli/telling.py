"""A line of the journal that was just written, told to the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fleetbook.cli.output import remark, say, say_data, settle
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError
from fleetbook.core.play.journal import Journal
from fleetbook.reports.views.json_text import to_json
from fleetbook.reports.views.lines import line_shape, working_text
from fleetbook.store.errors import cause


def tell_line(journal: Journal[Any], record: Record, as_json: bool) -> None:
    """Write the line with the working behind it, or as JSON."""
    with telling(f"line {record.number} is kept"):
        if as_json:
            say_data(to_json(line_shape(journal, record, record.is_order)) + b"\n")
        else:
            say(working_text(journal, record))


@contextmanager
def telling(done: str) -> Iterator[None]:
    """What is done is done, whatever becomes of telling it: that is remarked, and no error that would have it done again."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, FleetbookError) as error:
        settle()
        remark(f"{done}, but it could not be told: {cause(error) if isinstance(error, OSError) else error}")
