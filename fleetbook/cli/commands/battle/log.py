"""fleetbook log: show the journal."""

from __future__ import annotations

import click

from fleetbook.cli.battles import reading
from fleetbook.cli.commands import options
from fleetbook.cli.output import say, say_data
from fleetbook.reports.journal.lines import line_shapes, log_lines, working_text
from fleetbook.reports.shape import to_json
from fleetbook.store.campaign.side_season import read_by


@click.command()
@options.optional_battle
@options.side
@click.option("--working", is_flag=True, help="Show how each line came about, with all its dice and tables.")
@options.as_json
def command(battle: str | None, side: str, working: bool, as_json: bool) -> None:
    """Show every line of the journal.

    Each line begins with the outcome of its order. A - marks a line that was taken back. Lines that only end a squadron's actions
    are left out, except with --working.
    """
    with reading(battle) as file:
        journal = read_by(file.journal, side)
        if as_json:
            say_data(to_json(line_shapes(journal)) + b"\n")
            return
        in_force = journal.undo_history.in_force
        for record in journal.records:
            back = record.is_order and record.number not in in_force
            lines = working_text(journal, record) if working else log_lines(journal, record)
            say(f"{'-' if back else ' '}{line}" for line in lines)
