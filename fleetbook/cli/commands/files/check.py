"""fleetbook check: what files are, and whether they are sound."""

from __future__ import annotations

from pathlib import Path

import click

from fleetbook.cli.commands.options import named
from fleetbook.cli.guard import DONE, UNUSABLE
from fleetbook.cli.output import say
from fleetbook.core.errors import FleetbookError
from fleetbook.core.parsing import counted
from fleetbook.reports.forces import strengths
from fleetbook.reports.text_layout import printable
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.check_all import check_all, doubts, in_lines
from fleetbook.store.library.detect import is_battle


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, callback=named)
def command(files: tuple[str, ...]) -> int:
    """Say what files are and whether they can be used.

    They may be rosters, scenarios, house rules and battles. Everything that is wrong is told at once, with its line; what is
    allowed but seldom meant is pointed out. Of a scenario the ships, boxes and torpedoes of each side are counted.
    Exit code 2 where one of them is broken.
    """
    sound = [_check(name) for name in files]
    return DONE if all(sound) else UNUSABLE


def _check(name: str) -> bool:
    path = Path(name)
    try:
        what, faults = _battle(path) if is_battle(path) else _text(path)
    except FleetbookError as error:
        what, faults = "", [str(error)]
    say(printable(f"BAD  {fault}") for fault in faults)
    if not faults:
        say([printable(f"OK   {name}: {what}")])
        say(printable(f"SIDE {words}") for words in _strengths(path, what))
        say(printable(f"NOTE {doubt}") for doubt in _doubts(path))
    return not faults


def _strengths(path: Path, what: str) -> list[str]:
    """What each side of a scenario brings."""
    if not what.startswith("scenario"):
        return []
    setup = read_setup(path)
    rules = ruleset(setup.ruleset)
    battle = rules.begin(setup)
    return list(strengths(rules, map(rules.card, battle.ships()), battle.sides))


def _doubts(path: Path) -> list[str]:
    if is_battle(path):
        return []
    return in_lines(path, doubts(path))


def _text(path: Path) -> tuple[str, list[str]]:
    what, faults = check_all(path)
    return what, in_lines(path, faults)


def _battle(path: Path) -> tuple[str, list[str]]:
    with BattleFile.open(path, read_only=True) as file:
        battle = file.journal.battle
        lines = counted(len(file.journal.records), "line")
        what = f"battle of {battle.setup.ruleset}: {battle.setup.title}, turn {battle.turn}, {lines}"
        return what, [f"{path}: {what}: {fault}" for fault in (file.damage, file.notice) if fault]
