"""The players' window measured from outside: how soon thirty pages show an order, and what an attack on it costs the referee's
keys; prints figures and asserts nothing.

.venv/bin/pytest -m bench -n0 -s tests/bench/test_window_bench.py
"""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from queue import Queue
from random import Random
from typing import Any

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.bench.terminal import Terminal
from tests.rules.gwas import fleet as gwas
from tests.share.test_hidden_orders_cost_nothing import hide
from tests.share.visiting import Visitor, Watcher, program_shares
from tests.trust.games import give_one
from tests.trust.test_fleets_unseen import gwas_battle, hidden_ship

PAGES, ORDERS, LINES, ROUNDS = 30, 40, 100, 12
FEW, MANY, FOUGHT = 300, 20_000, 250  # lines of a battle, of which so many are random orders and the rest is written by hand
HIDDEN, ASKING = 48, 0.06  # orders, and seconds for which answers are timed after each
STATES = ("left alone", "elsewhere")
F6, ESCAPE, UP, DOWN = "\x1b[17~", "\x1b", "\x1b[A", "\x1b[B"
BIN = Path(sys.executable).parent


def note(file: BattleFile, number: int) -> None:
    file.give(Draft(file.journal.battle, Annotate, {"words": f"order {number}."}).order())


def listen(watcher: Watcher, heard: Queue[float]) -> None:
    watcher.event()
    for number in range(ORDERS):
        watcher.wait_for(f"order {number}.")
        heard.put(time.perf_counter())


def battle_of(path: Path, scenario: str, lines: int) -> BattleFile:
    """A battle of so many lines; those by hand do not wait for the disk."""
    file = BattleFile.create(path, load_setup(scenario), "1")
    rng = Random(1)
    while len(file.journal.records) < min(FOUGHT, lines):
        give_one(file, rng)
    file._database.run("PRAGMA synchronous = OFF")
    while len(file.journal.records) < lines:
        note(file, -len(file.journal.records))
    file._database.run("PRAGMA synchronous = EXTRA")
    return file


def in_file(journal: Journal[Any], path: Path) -> BattleFile:
    """The battle of a journal."""
    file = BattleFile.create(path, journal.setup, journal.stream.seed)
    for record in journal.records:
        file.give(journal.order_of(record), None, record.choices, record.given)
    return file


@pytest.mark.bench
@pytest.mark.parametrize("lines", [FEW, MANY])
@pytest.mark.parametrize("scenario", ["convoy", "tsushima", "black-sea-raid"])
def test_an_order_on_thirty_pages(tmp_path: Path, scenario: str, lines: int) -> None:
    path = tmp_path / "b.battle"
    with battle_of(path, scenario, lines) as file, ExitStack() as stack:
        opening = least_of_three(lambda: BattleFile.open(path, read_only=True).close())
        began = time.perf_counter()
        sharing = stack.enter_context(program_shares(path))
        served = time.perf_counter() - began
        readers = [*sharing.links]
        late: list[float] = []
        heard: Queue[float] = Queue()
        for place in range(PAGES):
            watcher = stack.enter_context(Watcher(sharing, readers[place % 3], f"127.0.1.{place // 3 + 1}"))
            threading.Thread(target=listen, args=(watcher, heard), daemon=True).start()
        time.sleep(1)
        for number in range(ORDERS):
            began = time.perf_counter()
            note(file, number)
            late += [heard.get(timeout=20) - began for _ in range(PAGES)]
        with Visitor(sharing.port) as visitor:
            paths = [f"{sharing.path()}journal?page={page}" for page in (1, 2, lines // 100)]
            asked = [timed(partial(visitor.ask, path)) for path in paths]
        percentiles = statistics.quantiles(late, n=20)
        print(
            f"\n{scenario}, {lines} lines, {PAGES} pages: links after {served:.2f} s, of which opening the file {opening:.2f} s; "
            f"an order is shown after {statistics.median(late) * 1000:.0f} ms, 95th percentile {percentiles[18] * 1000:.0f} ms; "
            f"journal, first page {asked[0]:.2f} s, second {asked[1]:.2f} s, last {asked[2]:.2f} s; "
            f"the server's memory {sharing.peak_memory:.0f} MB"
        )


@pytest.mark.bench
@pytest.mark.parametrize("asked", ["journal", "wrong"])
def test_what_the_latency_of_answers_tells_of_hidden_orders(tmp_path: Path, asked: str) -> None:
    """The Allies ask without pause for a while right after an order that is hidden from them, and after one of another battle.

    A threshold of chance tells up to 60 of 100 apart.
    """
    journal = gwas_battle(hidden_ship("Goeben"), zone="C1", mission="Intercept", orders=["Move C2", "Move C3"]).journal
    with ExitStack() as stack:
        files = [stack.enter_context(in_file(journal, tmp_path / name)) for name in ("shared.battle", "elsewhere.battle")]
        sharing = stack.enter_context(program_shares(files[0].path))
        first, slowest, mean = ({True: list[float](), False: list[float]()} for _ in range(3))
        hidden = [True, False] * HIDDEN
        Random(1).shuffle(hidden)
        for is_hidden in hidden:
            with Visitor(sharing.port) as visitor:
                visitor.ask(sharing.path(gwas.ALLIED))
                time.sleep(0.7)  # the pace of the link is kept
                hide(files[not is_hidden], len(first[is_hidden]))
                asking, began = list[float](), time.perf_counter()
                while time.perf_counter() - began < ASKING and len(asking) < 20:
                    asking.append(timed(partial(visitor.ask, f"{sharing.path(gwas.ALLIED)}{asked}")))
            first[is_hidden].append(asking[0])
            slowest[is_hidden].append(max(asking))
            mean[is_hidden].append(statistics.mean(asking))
    for name, found in (("first", first), ("slowest", slowest), ("mean", mean)):
        after, without = found[True], found[False]
        right = max(sum(late >= limit for late in after) + sum(late < limit for late in without) for limit in (*after, *without))
        print(
            f"\n{asked}, the {name} answer: median {statistics.median(after) * 1000:.2f} ms after a hidden order, "
            f"{statistics.median(without) * 1000:.2f} ms without; the best threshold tells {right} of {2 * HIDDEN} apart"
        )


def timed(call: Callable[[], object]) -> float:
    """Seconds of one call."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def least_of_three(call: Callable[[], object]) -> float:
    """The least of three."""
    return min(timed(call) for _ in range(3))


class Attackers:
    """A program of its own, on the last core, that attacks a sharing as fast as it can while it is not halted."""

    def __init__(self, port: int, way: str) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", "tests.bench.attackers", str(port), way])
        self.halt()

    def halt(self) -> None:
        """Let go for a while."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Attack again."""
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        """Attack no more."""
        self.process.kill()
        self.process.wait()


@pytest.mark.bench
@pytest.mark.parametrize("way", ["wrong tokens", "connections"])
def test_the_keys_while_it_is_attacked(tmp_path: Path, way: str) -> None:
    """From a key pressed in the app to its last change on the screen: attacked, left alone, and while somebody else is attacked.

    The attackers run on the same machine. What they cost it themselves shows where they connect to where nobody listens.
    """
    path = tmp_path / "b.battle"
    with BattleFile.create(path, load_setup("convoy"), "1") as file:
        rng = Random(1)
        while len(file.journal.records) < LINES:
            give_one(file, rng)
    app = Terminal([str(BIN / "fleetbook"), "play", str(path)], {**os.environ, "FLEETBOOK_DATA": str(tmp_path)})
    try:
        app.wait_for("TURN")
        times: dict[tuple[str, str], list[float]] = {(key, at): [] for key in ("the cursor", "an order") for at in (*STATES, way)}
        app.send(F6)
        app.wait_for("http://127.0.0.1")
        port = int(app.text.partition("127.0.0.1:")[2].partition("/")[0])
        attackers = {at: Attackers(port, at) for at in ("elsewhere", way)}
        app.painted(ESCAPE)
        for at in (*STATES, way) * ROUNDS:
            for name, program in attackers.items():
                (program.go_on if name == at else program.halt)()
            app.read(0.2)
            times["the cursor", at] += [app.painted(key) for key in (UP, DOWN) * 5]
            times["an order", at] += [_noted(app, number) for number in range(3)]
        for program in attackers.values():
            program.end()
    finally:
        app.close()
    for key in ("the cursor", "an order"):
        alone, elsewhere, attacked = (statistics.median(times[key, at]) for at in (*STATES, way))
        print(
            f"\n{key}, attacked by {way}: median {attacked * 1000:.2f} ms, {attacked / alone:.3f} times that of one left alone, "
            f"{attacked / elsewhere:.3f} times that while somebody else is attacked, {len(times[key, way])} each"
        )


def _noted(app: Terminal, number: int) -> float:
    """Seconds until an order is durable and on the screen, from its last key."""
    for key in ("a", str(number)):
        app.painted(key)
    return app.painted("\r")
