"""fleetbook upgrade: convert a battle that was begun under older rules, so that it can be played on."""

from __future__ import annotations

from pathlib import Path

import click

from fleetbook.cli.commands import options
from fleetbook.cli.output import after_saving, say
from fleetbook.reports.text_layout import printable
from fleetbook.store.battle.upgrade import upgrade


@click.command()
@options.battle
@click.option(
    "-o", "--output", metavar="COPY", required=True, callback=options.named, help="The copy's file, which must not exist yet."
)
def command(battle: str, output: str) -> None:
    """Convert a battle begun under older rules.

    A battle that was begun with an older version of its rules, or with other tables, can only be read. This command writes a copy
    of the battle that can be played on. It recomputes every order under the installed rules, from the same inputs, dice and
    choices. If an order then has another outcome than before, the command names its line and writes nothing. The old file is not
    changed.
    """
    upgrade(Path(battle), Path(output))
    with after_saving("the copy"):
        say([printable(output)])
