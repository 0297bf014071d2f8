"""Begin a new battle of a scenario."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from fleetbook.cli.output import remark
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.seed import LONGEST, check_seed, draw_seed, seal_of
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.house import read_house
from fleetbook.store.library.paths import new_battle_path


class BattleOptions(NamedTuple):
    """The options of a new battle.

    output   the battle's file; None for a file in the user's data folder
    seed     a seed for the dice that the user chose; None if the operating system draws one
    house    files of house rules; later files override earlier ones
    words    whether each side is asked for a word, on which the dice then depend
    another  whether a battle begins although one of the same scenario is under way
    """

    output: str | None = None
    seed: str | None = None
    house: tuple[str, ...] = ()
    words: bool = False
    another: bool = False


def begin(scenario: str, options: BattleOptions, before: Callable[[], None] | None = None) -> BattleFile:
    """Begin a battle of a scenario and open its file. ``scenario`` is a path or a name.

    ``before`` is called after the scenario is read and before the battle's file is made. Raises InvalidInput for files that
    cannot be used, and Unwritable if the battle's file exists or cannot be written.
    """
    seed = draw_seed() if options.seed is None else options.seed
    check_seed(seed)
    setup = load_setup(scenario)
    rules = [read_house(Path(path)) for path in options.house]
    if before is not None:
        before()
    words = dict(_ask_words(seal_of(seed), setup.sides)) if options.words else {}
    path = new_battle_path(setup, date.today()) if options.output is None else Path(options.output)
    file = BattleFile.create(path, setup, seed, rules, words)
    if file.set_aside:
        remark(file.set_aside)
    return file


def _ask_words(seal: str, sides: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Ask each side for a word after showing the seal of the dice. A side answers with a line on stdin, empty for no word."""
    remark(f"dice sealed by SHA-256 {seal}: read the seal out. Each side may then say a word that changes the dice")
    for side in sides:
        remark(f"the word of {side}, or nothing:")
        yield side, sys.stdin.readline(2 * LONGEST) if sys.stdin is not None else ""
