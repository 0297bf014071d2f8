"""fleetbook upgrade: a battle of other rules, copied into one that goes on."""

from __future__ import annotations

from pathlib import Path

import click

from fleetbook.cli.commands.options import battle as battle_argument
from fleetbook.cli.commands.options import named
from fleetbook.cli.output import kept, say
from fleetbook.reports.text_layout import printable
from fleetbook.store.battle.upgrade import upgrade


@click.command()
@battle_argument
@click.option("-o", "--output", metavar="COPY", required=True, callback=named, help="The copy's file, not there yet.")
def command(battle: str, output: str) -> None:
    """Copy a battle of other rules into one that goes on.

    A battle that was begun with an older version of its rules, or with other tables, can only be read. In the copy every order is
    derived under the rules at hand, from the same inputs, dice and choices; it must leave the battle as it did, or the line that
    does not is named and nothing is written. The battle itself is not changed.
    """
    upgrade(Path(battle), Path(output))
    with kept("the copy"):
        say([printable(output)])
