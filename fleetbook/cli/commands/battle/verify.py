"""fleetbook verify: derive a battle again."""

from __future__ import annotations

import click

from fleetbook.cli.battles import found
from fleetbook.cli.commands.options import optional_battle
from fleetbook.cli.guard import DONE, UNUSABLE
from fleetbook.cli.output import say
from fleetbook.core.parsing import counted
from fleetbook.reports.text_layout import printable
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verified


@click.command()
@optional_battle
def command(battle: str | None) -> int:
    """Derive every order of a battle again.

    Each comes from its inputs, dice and choices. Where something else happens than was recorded, it says what, and the exit code
    is 2. Words are not compared: they are made anew whenever a line is read.
    """
    path = found(battle)
    with BattleFile.open(path, read_only=True) as file:
        faults = verified(file)
        lines, link = len(file.journal.records), file.last_link
    if faults:
        say(printable(f"{path}: {finding}") for finding in faults)
        return UNUSABLE
    sealed = f"last link {link}; dice sealed by SHA-256 {file.commitment}"
    say([printable(f"{path}: {counted(lines, 'line')}, each derived again and the same; {sealed}")])
    return DONE
