"""The checks made for the forms of all orders, with all that they offer, on average of twelve moments of a battle; how long a key
waits for all offers, beside another commit's: a checkout of it that ``FLEETBOOK_BEFORE`` names.

.venv/bin/pytest -m bench -n0 -s tests/bench/test_legality_bench.py
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import DATA_VARIABLE
from tests.trust.games import give_one

SCENARIOS = "run-to-the-south", "convoy", "tsushima", "yalu", "black-sea-raid"
MOMENTS, BETWEEN = 12, 40
"""Moments looked at, and the lines between them."""
MOST = {"run-to-the-south": 700}
MOST_OF_FIRE = {"run-to-the-south": 60}
HERE = Path(__file__).parents[2]


def played(path: Path, scenario: str) -> list[str]:
    """A battle of random orders, and the lines before which it is looked at."""
    rng, ends = Random(1916), MOMENTS * BETWEEN
    with BattleFile.create(path, load_setup(scenario), "1916") as file:
        file._database.run("PRAGMA synchronous = OFF")
        while len(file.journal.records) < ends:
            give_one(file, rng)
    return [str(line) for line in range(BETWEEN, ends + 1, BETWEEN)]


def figures(checkout: Path, path: Path, lines: list[str]) -> dict[str, Any]:
    """What one checkout of the program needs for the offers at these lines."""
    command = [sys.executable, "-P", "-m", "tests.bench.legality_figures", str(path), *lines]
    environment = {**os.environ, "PYTHONPATH": str(checkout), DATA_VARIABLE: str(path.parent)}
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, env=environment, capture_output=True).stdout)
    return found


@pytest.mark.bench
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_checks_and_time_for_the_offers_of_all_orders(scenario: str, tmp_path: Path) -> None:
    path = tmp_path / "b.battle"
    lines = played(path, scenario)
    now = figures(HERE, path, lines)
    print(f"\n{scenario}: {now['checks'] / MOMENTS:.0f} checks a moment, in all {now['by order']}")
    print(f"  median {sorted(now['seconds'])[MOMENTS // 2] * 1e3:.1f} ms, longest {max(now['seconds']) * 1e3:.1f} ms")
    if before := os.environ.get("FLEETBOOK_BEFORE"):
        then = figures(Path(before), path, lines)
        ratios = sorted(one / other for one, other in zip(now["seconds"], then["seconds"], strict=True))
        print(f"  before: {then['checks'] / MOMENTS:.0f} checks, {then['by order']}")
        print(f"  time beside it: median {ratios[MOMENTS // 2]:.2f}, worst {ratios[-1]:.2f}")
        print(f"  in all {sum(now['seconds']) / sum(then['seconds']):.2f}")
    assert now["checks"] / MOMENTS <= MOST.get(scenario, now["checks"])
    assert now["by order"].get("fire", 0) / MOMENTS <= MOST_OF_FIRE.get(scenario, now["checks"])
