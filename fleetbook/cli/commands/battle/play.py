"""fleetbook play: into the app."""

from __future__ import annotations

import click

from fleetbook.cli import play as app
from fleetbook.cli.beginning import BattleOptions
from fleetbook.cli.commands.options import begins, named
from fleetbook.cli.completion import scenarios


@click.command()
@click.argument("file", callback=named, required=False, shell_complete=scenarios)
@begins
@click.option("--new", "anew", is_flag=True, help="Begin another battle, though one of the scenario is under way.")
@click.option("--plain", is_flag=True, help="Without a screen: a dialogue of one question a line, for screen readers.")
@click.pass_context
def command(context: click.Context, /, *, file: str | None, wishes: BattleOptions, anew: bool, plain: bool) -> int:
    """Open the app on a battle or a scenario.

    Without FILE the battle under way in your data folder goes on; where there is none, or more than one, home opens. FILE is a
    battle, by its path or its name there, or a scenario, by its path or a name such as ijmuiden: its battle under way goes on,
    and it says so. Otherwise the scenario begins one, kept there unless -o says where.
    """
    wishes = wishes._replace(anew=anew)
    if file is None and any(wishes):
        raise click.UsageError("FILE is needed: the scenario that begins", context)
    if plain:
        return app.play_plain(file, wishes)
    return app.play_on() if file is None else app.play(file, wishes)
