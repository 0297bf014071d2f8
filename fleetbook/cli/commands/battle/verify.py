"""fleetbook verify: derive a battle again."""

from __future__ import annotations

import click

from fleetbook.cli.battles import found
from fleetbook.cli.commands.options import battle_meant
from fleetbook.cli.guard import DONE, UNUSABLE
from fleetbook.cli.output import remark, say
from fleetbook.core.parsing import counted
from fleetbook.reports.text_layout import printable
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verified

MOST_NAMED = 20  # lines


@click.command()
@battle_meant
def command(battle: str | None) -> int:
    """Derive every order of a battle again.

    Each comes from its inputs, dice and choices. Where something else happens than was recorded, it says what, and the exit code
    is 2. Words are not compared: a line that the rules would now say in other words is sound, and is named.
    """
    path = found(battle)
    with BattleFile.open(path, read_only=True) as file:
        faults, reworded = verified(file)
        lines, link = len(file.journal.records), file.last_link
    if faults:
        say(printable(f"{path}: {finding}") for finding in faults)
        return UNUSABLE
    if reworded:
        named = ", ".join(map(str, reworded[:MOST_NAMED])) + (" …" if len(reworded) > MOST_NAMED else "")
        remark(f"the same happened, but these rules now say it in other words: line {named}")
    sealed = f"last link {link}; dice sealed by SHA-256 {file.commitment}"
    say([printable(f"{path}: {counted(lines, 'line')}, each derived again and the same; {sealed}")])
    return DONE
