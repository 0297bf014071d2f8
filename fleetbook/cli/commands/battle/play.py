"""fleetbook play: open the app."""

from __future__ import annotations

import click

from fleetbook.cli import play as app
from fleetbook.cli.beginning import BattleOptions
from fleetbook.cli.commands.options import begins, named
from fleetbook.cli.completion import scenarios


@click.command()
@click.argument("file", callback=named, required=False, shell_complete=scenarios)
@begins
@click.option("--new", "another", is_flag=True, help="Begin a new battle even if one of the scenario is under way.")
@click.option(
    "--enemy",
    "enemies",
    metavar="SIDE=DOCTRINE",
    multiple=True,
    help="For a side without a player: a doctrine proposes each order, and you give the order; may be repeated. "
    "The name surprise draws a doctrine by lot, which is named when the battle has ended.",
)
@click.option("--plain", is_flag=True, help="No full screen: a dialogue, one question per line, for screen readers.")
@click.pass_context
def command(
    context: click.Context, /, *, file: str | None, options: BattleOptions, another: bool, enemies: tuple[str, ...], plain: bool
) -> int:
    """Open the app on a battle or a scenario.

    FILE is the path of a battle or the name of one in your data folder, or a scenario: its path or a name such as ijmuiden. If a
    battle of the scenario is under way, it is resumed. Otherwise a new battle begins, saved in your data folder unless -o names a
    file. Without FILE the app resumes the only battle under way in your data folder, or shows the home page.
    """
    options = options._replace(another=another)
    if file is None and (any(options) or enemies):
        raise click.UsageError("FILE is missing: name the scenario to begin", context)
    if plain:
        return app.play_plain(file, options, enemies)
    return app.play_on() if file is None else app.play(file, options, enemies)
