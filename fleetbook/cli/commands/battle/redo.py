"""fleetbook redo: bring back the orders last taken back."""

from __future__ import annotations

import click

from fleetbook.cli.battles import writing
from fleetbook.cli.commands import options
from fleetbook.cli.lines import show_line


@click.command()
@options.battle
@options.as_json
def command(battle: str, as_json: bool) -> None:
    """Bring back the orders taken back last, with the same dice."""
    with writing(battle) as session:
        show_line(session.journal, session.redo(), as_json)
