"""fleetbook undo: take back orders."""

from __future__ import annotations

import click

from fleetbook.cli.battles import writing
from fleetbook.cli.commands import options
from fleetbook.cli.lines import show_line


@click.command()
@options.battle
@click.option("--to", metavar="N", type=int, help="Go to the battle as it stood after line N; 0 is the start.")
@options.as_json
def command(battle: str, to: int | None, as_json: bool) -> None:
    """Take back the last order, or go to any line. Nothing is erased: redo brings it back, and the report shows it."""
    with writing(battle) as session:
        show_line(session.journal, session.undo(to), as_json)
