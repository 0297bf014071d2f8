"""fleetbook redo: bring back what was last taken back."""

from __future__ import annotations

import click

from fleetbook.cli.battles import writing
from fleetbook.cli.commands.options import as_json as json_option
from fleetbook.cli.commands.options import battle as battle_argument
from fleetbook.cli.telling import tell_line


@click.command()
@battle_argument
@json_option
def command(battle: str, as_json: bool) -> None:
    """Bring back what was last taken back, with the same dice."""
    with writing(battle) as session:
        tell_line(session.journal, session.redo(), as_json)
