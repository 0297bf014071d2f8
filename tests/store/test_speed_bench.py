"""What an order costs, from the check to the disk, in a young battle and in an old one."""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from tests.store import toy


def took(since: float) -> float:
    """Milliseconds."""
    return (time.perf_counter() - since) * 1000


@pytest.mark.bench
def test_an_order_is_as_fast_after_5000_as_after_five(tmp_path: Path) -> None:
    path, spent = tmp_path / "bath.battle", []
    with BattleFile.create(path, toy.setup(boxes=99_999)) as file:
        for number in range(5_500):
            since = time.perf_counter()
            file.give(toy.splash(toy.SHIPS[number % 4]))
            spent.append(took(since))
    since = time.perf_counter()
    BattleFile.open(path).close()
    opening, since = took(since), time.perf_counter()
    verify(path)
    first, last = statistics.median(spent[:500]), statistics.median(spent[-500:])
    told = f"order: {first:.2f} ms at first, {last:.2f} ms after 5,000 (aim 2), worst {max(spent):.1f}"
    sys.stdout.write(f"\n{told}; open {opening:.0f} ms; verify {took(since):.0f} ms\n")
