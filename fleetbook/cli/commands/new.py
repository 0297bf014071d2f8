"""fleetbook new: begin a battle."""

from __future__ import annotations

import click

from fleetbook.cli.beginning import begin
from fleetbook.cli.commands.options import begins, named
from fleetbook.cli.output import remark, say
from fleetbook.cli.telling import telling
from fleetbook.reports.text_layout import printable


@click.command()
@click.argument("scenario", callback=named)
@begins
def command(scenario: str, output: str | None, seed: str | None, house: tuple[str, ...]) -> None:
    """Begin a battle of a scenario.

    SCENARIO is a path, or a name such as ijmuiden. The battle's path is written to stdout. Without -o it lies in your data
    folder.
    """
    with begin(scenario, output, seed, house) as file:
        setup = file.journal.setup
        remark(f"{setup.title}: {' against '.join(setup.sides)}, {len(setup.ships)} ships")
        remark(f"dice sealed by SHA-256 {file.commitment}; the seed is shown when the battle has ended")
        with telling(f"{printable(str(file.path))} is begun"):
            say([printable(str(file.path))])
