"""A new battle from a scenario."""

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
    """How a battle is to begin.

    output  its file; None for one in the user's data folder
    seed    of its dice, chosen by hand; None for one that the operating system draws
    house   files of house rules, laid over its tables in this order
    words   whether each side is asked for a word once the seal of the seed is shown
    anew    whether another one is begun where a battle of the scenario is under way
    """

    output: str | None = None
    seed: str | None = None
    house: tuple[str, ...] = ()
    words: bool = False
    anew: bool = False


def begin(scenario: str, wishes: BattleOptions, before: Callable[[], None] | None = None) -> BattleFile:
    """Begin a battle of a scenario (by path or by name) and open it.

    ``before`` is called when all is read and nothing is made yet: what it raises leaves no file behind.
    Raises InvalidInput for files that cannot be used, Unwritable where the battle exists or cannot be kept.
    """
    seed = draw_seed() if wishes.seed is None else wishes.seed
    check_seed(seed)
    setup = load_setup(scenario)
    rules = [read_house(Path(path)) for path in wishes.house]
    if before is not None:
        before()
    words = dict(_said(seal_of(seed), setup.sides)) if wishes.words else {}
    path = new_battle_path(setup, date.today()) if wishes.output is None else Path(wishes.output)
    file = BattleFile.create(path, setup, seed, rules, words)
    if file.set_aside:
        remark(file.set_aside)
    return file


def _said(seal: str, sides: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What each side says to the seal: a line of stdin, empty for nothing."""
    remark(f"dice sealed by SHA-256 {seal}: read it out; then each side may say a word, and the dice depend on it")
    for side in sides:
        remark(f"the word of {side}, or nothing:")
        yield side, sys.stdin.readline(2 * LONGEST) if sys.stdin is not None else ""
