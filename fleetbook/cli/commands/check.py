"""fleetbook check: what files are, and whether they are sound."""

from __future__ import annotations

from pathlib import Path

import click

from fleetbook.cli.guard import DONE, UNUSABLE
from fleetbook.cli.output import say
from fleetbook.core.errors import FleetbookError
from fleetbook.reports.plain import printable
from fleetbook.store.battle_file import BattleFile
from fleetbook.store.files import check_text, is_battle


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
def command(files: tuple[str, ...]) -> int:
    """Say what files are and whether they can be used.

    They may be rosters, scenarios, house rules and battles. Exit code 2 where one of them is broken.
    """
    sound = [_check(name) for name in files]
    return DONE if all(sound) else UNUSABLE


def _check(name: str) -> bool:
    path = Path(name)
    try:
        what, fault = _battle(path) if is_battle(path) else (check_text(path), "")
    except FleetbookError as error:
        say([f"BAD  {printable(str(error))}"])
        return False
    say([printable(f"BAD  {name}: {what}: {fault}" if fault else f"OK   {name}: {what}")])
    return not fault


def _battle(path: Path) -> tuple[str, str]:
    with BattleFile.open(path, read_only=True) as file:
        battle = file.journal.battle
        what = f"battle of {battle.setup.ruleset}: {battle.setup.title}, turn {battle.turn}, {len(file.journal.records)} lines"
        return what, file.damage or file.notice
