"""fleetbook check: list the faults of files."""

from __future__ import annotations

from pathlib import Path

import click

from fleetbook.cli.commands.options import named
from fleetbook.cli.guard import DONE, UNUSABLE
from fleetbook.cli.output import say
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.parsing import counted
from fleetbook.reports.forces import strengths
from fleetbook.reports.text_layout import printable
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.campaign.check_plan import check_plan
from fleetbook.store.campaign.plan import is_plan, read_plan
from fleetbook.store.catalogue import SEASON, ruleset
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.check_all import check_all, doubts, in_lines
from fleetbook.store.library.detect import is_battle
from fleetbook.store.library.paths import find_any
from fleetbook.store.library.toml_file import read_toml


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, callback=named)
def command(files: tuple[str, ...]) -> int:
    """Check rosters, scenarios, plans, house rules and battles. A roster or scenario of the library may be given by its name.

    The command names the kind of each file and lists all faults with their lines. A NOTE points out content that is allowed but
    unusual. A SIDE line counts the ships, boxes and torpedoes of a side of a scenario or plan. The exit code is 2 if a file has a
    fault.
    """
    sound = [_check(name) for name in files]
    return DONE if all(sound) else UNUSABLE


def _check(name: str) -> bool:
    path = _path(name)
    battle = is_battle(path)
    plan = not battle and _is_plan(path)
    try:
        what, faults = _battle(path) if battle else _text(path, plan)
    except FleetbookError as error:
        what, faults = "", [str(error)]
    say(printable(f"BAD  {fault}") for fault in faults)
    if not faults:
        say([printable(f"OK   {name}: {what}")])
        if plan or what.startswith("scenario"):
            setup = read_plan(path) if plan else read_setup(path)
            rules = ruleset(setup.ruleset)
            ships = map(rules.card, rules.begin(setup).ships())
            say(printable(f"SIDE {words}") for words in strengths(rules, ships, setup.sides))
        say(printable(f"NOTE {doubt}") for doubt in ([] if battle or plan else in_lines(path, doubts(path))))
    return not faults


def _path(name: str) -> Path:
    """The path of a file, or of the roster or scenario in the library with this name. Any other name is taken for a path."""
    try:
        return find_any(name)[1]
    except InvalidInput:
        return Path(name)


def _is_plan(path: Path) -> bool:
    try:
        return is_plan(read_toml(path))
    except InvalidInput:  # the check of its text says why
        return False


def _text(path: Path, plan: bool) -> tuple[str, list[str]]:
    what, faults = check_plan(path) if plan else check_all(path)
    return what, in_lines(path, faults)


def _battle(path: Path) -> tuple[str, list[str]]:
    with BattleFile.open(path, read_only=True) as file:
        battle = file.journal.battle
        lines = counted(len(file.journal.records), "line")
        what = f"battle of {battle.setup.ruleset}: {battle.setup.title}, turn {battle.turn}, {lines}"
        if battle.setup.ruleset == SEASON.id:
            what = f"campaign: {battle.setup.title}, {battle.ruleset.sequence.called_turn(battle)}, {lines}"
        return what, [f"{path}: {what}: {fault}" for fault in (file.damage, file.notice) if fault]
