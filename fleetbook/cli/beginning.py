"""A new battle from a scenario."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.house import read_house
from fleetbook.store.library.paths import new_battle_path

LONGEST_SEED = 200


def begin(
    scenario: str, output: str | None, seed: str | None, house: Sequence[str], before: Callable[[], None] | None = None
) -> BattleFile:
    """Begin a battle of a scenario (by path or by name), with house rules laid over its tables, and open it.

    Without ``output`` it lies in the user's data folder. Without ``seed`` the operating system draws one.
    ``before`` is called when all is read and nothing is made yet: what it raises leaves no file behind.
    Raises InvalidInput for files that cannot be used, Unwritable where the battle exists or cannot be kept.
    """
    _check_seed(seed)
    setup = load_setup(scenario)
    rules = [read_house(Path(path)) for path in house]
    if before is not None:
        before()
    path = new_battle_path(setup, date.today()) if output is None else Path(output)
    return BattleFile.create(path, setup, seed, rules)


def _check_seed(seed: str | None) -> None:
    if seed is not None and not (seed.isprintable() and 0 < len(seed) <= LONGEST_SEED):
        raise InvalidInput("seed", seed, f"1 to {LONGEST_SEED} printable letters or digits")
