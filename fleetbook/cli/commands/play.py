"""fleetbook play: into the app."""

from __future__ import annotations

import click

from fleetbook.cli import play as app
from fleetbook.cli.beginning import Wishes
from fleetbook.cli.commands.options import begins, named
from fleetbook.cli.completion import scenarios


@click.command()
@click.argument("file", callback=named, shell_complete=scenarios)
@begins
@click.option("--plain", is_flag=True, help="Without a screen: a dialogue of one question a line, for screen readers.")
def command(file: str, wishes: Wishes, plain: bool) -> int:
    """Open the app on a battle or a scenario.

    A battle goes on; a scenario (a path, or a name such as ijmuiden) begins one. A battle that begins is kept in your data
    folder unless -o says where.
    """
    return (app.play_plain if plain else app.play)(file, wishes)
