"""fleetbook undo: take orders back."""

from __future__ import annotations

import click

from fleetbook.cli.battles import writing
from fleetbook.cli.commands.options import as_json as json_option
from fleetbook.cli.commands.options import battle as battle_argument
from fleetbook.cli.lines import show_line


@click.command()
@battle_argument
@click.option("--to", metavar="N", type=int, help="Go to the battle as it stood after line N; 0 is the start.")
@json_option
def command(battle: str, to: int | None, as_json: bool) -> None:
    """Take back the last order, or go to any line. Nothing is erased: redo brings it back, and the report shows it."""
    with writing(battle) as session:
        show_line(session.journal, session.undo(to), as_json)
