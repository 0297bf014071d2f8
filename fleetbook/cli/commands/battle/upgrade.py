"""fleetbook upgrade: convert a battle that was begun under older rules, so that it can go on."""

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

    A battle that was begun with an older version of its rules, or with other tables, can only be read. The copy recomputes every
    order under the installed rules, from the same inputs, dice and choices. Every order must leave the battle as it did before.
    Otherwise the command names the line and writes nothing. The battle itself is not changed.
    """
    upgrade(Path(battle), Path(output))
    with after_saving("the copy"):
        say([printable(output)])
