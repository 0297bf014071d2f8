"""fleetbook new: begin a battle."""

from __future__ import annotations

import click

from fleetbook.cli.beginning import BattleOptions, begin
from fleetbook.cli.commands.options import begins, named
from fleetbook.cli.completion import scenarios
from fleetbook.cli.output import after_saving, remark, say
from fleetbook.reports.text_layout import printable


@click.command()
@click.argument("scenario", callback=named, shell_complete=scenarios)
@begins
def command(scenario: str, options: BattleOptions) -> None:
    """Begin a battle of a scenario.

    SCENARIO is a path, or a name such as ijmuiden. The command prints the battle's path. Without -o the battle is saved in your
    data folder.
    """
    with begin(scenario, options) as file:
        setup = file.journal.setup
        remark(f"{setup.title}: {' against '.join(setup.sides)}, {len(setup.ships)} ships")
        chosen = "; the seed was chosen by hand" if setup.dice.chosen else ""
        remark(f"dice sealed by SHA-256 {file.commitment}; the seed is shown when the battle has ended{chosen}")
        with after_saving("the battle"):
            say([printable(str(file.path))])
