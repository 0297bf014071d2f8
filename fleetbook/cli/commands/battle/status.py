"""fleetbook status: show the battle as it stands."""

from __future__ import annotations

import click

from fleetbook.cli.battles import reading
from fleetbook.cli.commands import options
from fleetbook.cli.drawing.status import status_text
from fleetbook.cli.output import say, say_data
from fleetbook.reports.shape import to_json
from fleetbook.reports.status import status
from fleetbook.store.campaign.side_season import read_by


@click.command()
@options.optional_battle
@options.side
@options.as_json
def command(battle: str | None, side: str, as_json: bool) -> None:
    """Show the battle as it stands.

    It shows the present step, both sides' ships, the orders that can be given now, and the seal of the dice.

    Signs: ■ box free, □ struck; ✓ sound, ~ damaged, ✗ destroyed; ● loaded, ○ spent.
    """
    with reading(battle) as file:
        now = status(read_by(file.journal, side), file.damage or file.notice)
        if as_json:
            say_data(to_json(now) + b"\n")
        else:
            say(status_text(now))
