"""The app and the shell measured from outside, side by side with a bare Textual app; prints figures and asserts nothing.

.venv/bin/pytest -m bench -n0 -s tests/bench/test_app_bench.py
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.oracle import exact_odds
from tests.bench.terminal import Terminal
from tests.trust.games import give_one

RUNS, KEYS, HELD = 7, 20, 40
LINES = 500  # of the journal of the battle that is opened
HOLD_EVERY = 1 / 30  # seconds between the keys of a held key
BARE = Path(__file__).with_name("bare_table.py")
BIN = Path(sys.executable).parent
UNCOMPILED = "PYTHONDONTWRITEBYTECODE"  # under it a start compiles every module again, which nobody's start does


@dataclass
class Figures:
    """What was seen of one program over some runs."""

    ready: list[float] = field(default_factory=list)
    key: list[float] = field(default_factory=list)
    held: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)

    def add(self, command: Sequence[str], expected: str, environment: Mapping[str, str]) -> None:
        """One run from start to end."""
        terminal = Terminal(command, environment)
        try:
            self.ready.append(terminal.wait_for(expected))
            for number in range(KEYS):
                self.key.append(terminal.painted("\x1b[B" if number % 2 else "\x1b[A"))
            self.held.append(_held(terminal))
            self.memory.append(terminal.peak_memory)
        finally:
            terminal.close()


def _held(terminal: Terminal) -> float:
    """How far the last paint lags behind the last of many quick keys, in seconds."""
    for _ in range(HELD):
        terminal.send("\x1b[B")
        until = time.perf_counter() + HOLD_EVERY
        while (left := until - time.perf_counter()) > 0:
            terminal.read(left)
    sent = time.perf_counter()
    return max(terminal.settled() + terminal.started - sent, 0.0)


@pytest.mark.bench
@pytest.mark.parametrize("scenario", ["yalu", "tsushima"])
def test_battle_screen_beside_a_bare_app(scenario: str, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != UNCOMPILED} | {"FLEETBOOK_DATA": str(tmp_path)}
    path = tmp_path / "long.battle"
    with BattleFile.create(path, load_setup(scenario), seed="1894") as file:
        rng = Random(1894)
        while len(file.journal.records) < LINES:
            give_one(file, rng)
        ships, first = len(file.journal.battle.ships()), file.journal.battle.ships()[0].name
    bare, app = Figures(), Figures()
    for _ in range(RUNS):
        bare.add([sys.executable, str(BARE)], "Ship 12", environment)
        app.add([sys.executable, "-m", "fleetbook", "play", str(path)], first, environment)
    print(f"\n{scenario}, a battle of {ships} ships and {LINES} lines")
    rows = (
        ("ready, ms", "ready", 1e3),
        ("key painted, ms", "key", 1e3),
        ("held key lag, ms", "held", 1e3),
        ("peak, MB", "memory", 1),
    )
    print(f"\n{'':18} {'bare':>8} {'app':>8} {'ratio':>6}")
    for label, name, scale in rows:
        one, other = (statistics.median(getattr(figures, name)) * scale for figures in (bare, app))
        print(f"{label:18} {one:8.1f} {other:8.1f} {other / one if one else 0:6.2f}")


@pytest.mark.bench
def test_orders_and_odds(tmp_path: Path) -> None:
    path = tmp_path / "bench.battle"
    with BattleFile.create(path, load_setup("convoy"), seed="1") as battle:
        _to_step(battle, "fire-1")
        _show("odds of a volley", [_odds_of_fire(battle) for _ in range(50)])
        note = battle.journal.ruleset.order("note")
        early = [_timed_order(battle, note) for _ in range(50)]
        for _ in range(5000 - len(early)):
            _timed_order(battle, note)
        late = [_timed_order(battle, note) for _ in range(50)]
    _show("order, at the start", early)
    _show("order, after 5000", late)
    print(f"{'ratio':28} {statistics.median(late) / statistics.median(early):8.2f}")
    _show("fleetbook status (process)", [_shell("status", str(path)) for _ in range(5)])


def _to_step(battle: BattleFile, phase: str) -> None:
    journal = battle.journal
    while journal.battle.phase != phase:
        battle.give(Draft(journal.battle, journal.ruleset.order("next")).order())


def _odds_of_fire(battle: BattleFile) -> float:
    journal = battle.journal
    now = journal.battle.with_changes([])
    names = {"light": "day"}
    set_by_hand = journal.ruleset.order("set")
    if now.word("light") != names["light"]:
        battle.give(Draft(now, set_by_hand, {"ship": "battle", "condition": "light", "value": "day"}).order())
    order = Draft(journal.battle, journal.ruleset.order("fire"), {"range": "12"}).order()
    began = time.perf_counter()
    exact_odds(journal.battle, order)
    return time.perf_counter() - began


def _timed_order(battle: BattleFile, procedure: type) -> float:
    began = time.perf_counter()
    battle.give(Draft(battle.journal.battle, procedure, {"words": "a line"}).order())
    return time.perf_counter() - began


def _shell(*arguments: str) -> float:
    began = time.perf_counter()
    subprocess.run([str(BIN / "fleetbook"), *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def _show(label: str, seconds: Sequence[float]) -> None:
    print(f"{label:28} {statistics.median(seconds) * 1e3:8.2f} ms")
