"""The players' window measured from outside: how soon thirty pages show an order, and what an attack on it costs the referee's
orders; prints figures and asserts nothing.

.venv/bin/pytest -m bench -n0 -s tests/bench/test_window_bench.py
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Queue
from random import Random

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.share.visiting import Program, Visitor, Watcher, program_shares
from tests.trust.games import give_one

PAGES, ORDERS, LINES, ATTACKERS = 30, 40, 100, 8


def note(file: BattleFile, number: int) -> None:
    file.give(Draft(file.journal.battle, Annotate, {"words": f"order {number}."}).order())


def listen(watcher: Watcher, heard: Queue[float]) -> None:
    watcher.event()
    for number in range(ORDERS):
        watcher.told(f"order {number}.")
        heard.put(time.perf_counter())


@pytest.mark.bench
@pytest.mark.parametrize("scenario", ["convoy", "tsushima", "black-sea-raid"])
def test_an_order_on_thirty_pages(tmp_path: Path, scenario: str) -> None:
    path = tmp_path / "b.battle"
    with BattleFile.create(path, load_setup(scenario), "1") as file, ExitStack() as stack:
        rng = Random(1)
        while len(file.journal.records) < LINES:
            give_one(file, rng)
        sharing = stack.enter_context(program_shares(path))
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
        percentiles = statistics.quantiles(late, n=20)
        print(
            f"\n{scenario}, {LINES} lines, {PAGES} pages: an order is shown after {statistics.median(late) * 1000:.0f} ms, "
            f"95th percentile {percentiles[18] * 1000:.0f} ms; the server's memory {sharing.peak_memory:.0f} MB"
        )


@contextmanager
def attacked(sharing: Program) -> Iterator[None]:
    """Wrong tokens from several phones, as fast as they can."""
    over = threading.Event()

    def attack() -> None:
        with Visitor(sharing.port) as visitor:
            while not over.is_set():
                visitor.ask("/wrong/")

    attackers = [threading.Thread(target=attack) for _ in range(ATTACKERS)]
    for one in attackers:
        one.start()
    yield
    over.set()
    for one in attackers:
        one.join()


@pytest.mark.bench
def test_orders_while_it_is_attacked(tmp_path: Path) -> None:
    path = tmp_path / "b.battle"
    with BattleFile.create(path, load_setup("convoy"), "1") as file, program_shares(path) as sharing:
        times: dict[str, list[float]] = {"not shared to anyone": [], "one page open": [], "attacked": []}
        for _ in range(5):
            with Watcher(sharing, address="127.0.0.9"):
                times["one page open"] += _orders(file)
                with attacked(sharing):
                    times["attacked"] += _orders(file)
            times["not shared to anyone"] += _orders(file)
        print()
        for name, each in times.items():
            print(f"an order, {name}: median {statistics.median(each) * 1000:.2f} ms")


def _orders(file: BattleFile) -> list[float]:
    taken = []
    for number in range(ORDERS):
        began = time.perf_counter()
        note(file, number)
        taken.append(time.perf_counter() - began)
    return taken
