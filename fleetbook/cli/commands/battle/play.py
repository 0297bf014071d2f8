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
@click.option("--new", "anew", is_flag=True, help="Begin another battle, though one of the scenario is under way.")
@click.option("--plain", is_flag=True, help="Without a screen: a dialogue of one question a line, for screen readers.")
def command(file: str, wishes: Wishes, anew: bool, plain: bool) -> int:
    """Open the app on a battle or a scenario.

    A battle goes on; so does the one of a scenario (a path, or a name such as ijmuiden) that is under way in your data folder,
    and it says so. Otherwise the scenario begins one, kept there unless -o says where.
    """
    return (app.play_plain if plain else app.play)(file, wishes._replace(anew=anew))
