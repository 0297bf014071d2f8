"""fleetbook verify: derive a battle again."""

from __future__ import annotations

import click

from fleetbook.cli.commands.options import battle as battle_argument
from fleetbook.cli.guard import DONE, UNUSABLE
from fleetbook.cli.output import say
from fleetbook.core.parsing import counted
from fleetbook.reports.text_layout import printable
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import findings


@click.command()
@battle_argument
def command(battle: str) -> int:
    """Derive every order of a battle again.

    Each comes from its inputs, dice and choices; what differs from what was recorded is said, with exit code 2.
    """
    with BattleFile.open(battle, read_only=True) as file:
        found = list(findings(file))
        lines, link = len(file.journal.records), file.last_link
    if found:
        say(printable(f"{battle}: {finding}") for finding in found)
        return UNUSABLE
    sealed = f"last link {link}; dice sealed by SHA-256 {file.commitment}"
    say([printable(f"{battle}: {counted(lines, 'line')}, each derived again and the same; {sealed}")])
    return DONE
