"""Reports of 10,000 lines of random orders as whole processes: the first of a battle, of which nothing was worked out before, and
those after it, beside reading the rows of the file.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import DATA_VARIABLE
from tests.bench.test_long_battle_bench import least, read_rows, timed
from tests.trust.games import give_one

LINES, RUNS = 10_000, 5
AIMS = {"--short": 500.0} | {f"--format {form}": 2000.0 for form in ("html", "md", "txt", "bbcode", "json", "csv")}


def long_battle(path: Path, scenario: str) -> Path:
    """A battle of random orders, given without waiting for the disk."""
    rng = Random(5)
    with BattleFile.create(path, load_setup(scenario), "1") as file:
        file._database.run("PRAGMA synchronous = OFF")
        while len(file.journal.records) < LINES:
            give_one(file, rng)
    return path


def report(path: Path, words: str) -> float:
    """Milliseconds of a report, from the start of its process to its end. Its modules are compiled, as those of a program that
    was started before.
    """
    command = [sys.executable, "-m", "fleetbook", "report", str(path), *words.split()]
    environment = {**os.environ, DATA_VARIABLE: str(path.parent), "PYTHONPYCACHEPREFIX": str(path.parent / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return timed(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment))


@pytest.mark.bench
@pytest.mark.parametrize("scenario", ["convoy", "tsushima"])
def test_reports_of_a_long_battle(scenario: str, tmp_path: Path) -> None:
    path = long_battle(tmp_path / "long.battle", scenario)
    rows = least(lambda: read_rows(path))
    report(path, "--short")  # compiles the modules
    first = report(path, "--format html")
    print(f"\n{scenario}, {LINES} lines; their rows are read in {rows:.0f} ms; the first report {first:.0f} ms")
    for words, aim in AIMS.items():
        spent = statistics.median(report(path, words) for _ in range(RUNS))
        print(f"  {words:16} {spent:5.0f} ms, {spent / aim:4.2f} of the aim of {aim:.0f}; {spent / rows:5.1f} times the rows")
