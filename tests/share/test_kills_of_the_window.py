"""``kill -9`` of the window's program, of the app and of phones, at random moments while players send orders: no order is given
twice, none that was given is lost, no die changes, and a phone says of each order whether it waits.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from tests.cli.shell import fleetbook
from tests.share.refereed import Phone, Refereed
from tests.share.visiting import PATIENCE

SIDES = ("Kriegsmarine", "Royal Navy")
PHONES, LONGEST = 4, 1.5  # phones that send, and seconds until a kill
TOLD = 2.0  # seconds until the app has told new pages what waits
KEYS = (" ", " ", " ", "+", "-\r", ">", "n", "u", "\x1b")
WAYS = ("window", "window", "app", "phones")
WRITTEN = ("given", "undone-by-the-referee")  # the states of an order that stands in the journal


class Players:
    """Phones that send orders without pause, each under a name of its own, until they are stopped."""

    def __init__(self, at: Refereed, rng: Random, first: int) -> None:
        self.sent: dict[str, bool | None] = {}
        self.next = first
        self._over, self._lock = threading.Event(), threading.Lock()
        phones = [Phone(at.shared, SIDES[number % 2], f"127.7.{number}.{first % 250 + 1}") for number in range(PHONES)]
        self._threads = [threading.Thread(target=self._send, args=(phone, rng.random())) for phone in phones]
        for thread in self._threads:
            thread.start()

    def _send(self, phone: Phone, seed: float) -> None:
        rng = Random(seed)
        while not self._over.is_set():
            if words := phone.order(rng):
                with self._lock:
                    name, self.next = f"{phone.side[0]}{self.next}", self.next + 1
                self.sent[name] = None
                self.sent[name] = phone.send(words, name)

    def stop(self) -> None:
        """Kill the phones: connections end wherever they are."""
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE)


class Evening:
    """A battle whose programs are killed again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.path, self.folder, self.rng = folder / "b.battle", folder, Random(seed)
        assert fleetbook("new", "convoy", "-o", str(self.path), "--seed", str(seed)).code == 0
        for order in ("next", "next"):
            assert fleetbook("order", str(self.path), order).code == 0
        self.at = Refereed(self.path, folder)
        self.lines: list[str] = []
        self.first = 0
        self.said_given: set[str] = set()  # the orders that a phone ever showed as given

    def kill(self, way: str) -> None:
        """Let players send and the referee press keys, then kill one of the programs."""
        players = Players(self.at, self.rng, self.first)
        end = time.monotonic() + self.rng.uniform(0.2, LONGEST)
        while time.monotonic() < end:
            self.at.terminal.send(self.rng.choice(KEYS))
            self.at.terminal.read(self.rng.uniform(0, 0.2))
        if way == "window":
            os.kill(self.at.servers[0], signal.SIGKILL)
        elif way == "app":
            self.at.kill()
        players.stop()
        self.first = players.next
        if way == "app":
            self.at = Refereed(self.path, self.folder)
            self._check(players, {})
            return
        self.at.terminal.send("\x1b\x1b")
        if way == "window":
            self.at.wait(lambda: not self.at.servers)
            self.at.share()
        self._check(players, self._pages())

    def _pages(self) -> dict[str, str]:
        """What the pages of both sides show, once the app has told them all that waits."""
        self.at.wait_a_while(TOLD)
        while True:
            pages = [Phone(self.at.shared, side, "127.8.0.1").standings() for side in SIDES * 2]
            assert None not in pages, "there is no page"
            if pages[:2] == pages[2:]:
                return {who: state for page in pages[:2] if page for who, state in page.items()}

    def _check(self, players: Players, shown: dict[str, str]) -> None:
        with BattleFile.open(self.path, read_only=True) as file:
            assert file.damage == ""
            records = file.journal.records
            given = Counter(record.proposer.name for record in records if record.proposer)
            lines = [record.fingerprint for record in records]
        assert max(given.values(), default=0) <= 1, "an order was given twice"
        assert lines[: len(self.lines)] == self.lines, "a line has changed"
        self.lines = lines
        for who, state in shown.items():
            assert (who in given) == (state in WRITTEN), f"{who} {state}"
        self.said_given |= {who for who, state in shown.items() if state == "given"}
        assert self.said_given <= {*given}, "an order that was given is lost"
        for who, answer in players.sent.items():
            assert answer is not False or who not in given, "what was refused was given"


def check_kills(folder: Path, seed: int, ways: tuple[str, ...], count: int) -> None:
    evening = Evening(folder, seed)
    try:
        for number in range(count):
            evening.kill(ways[number % len(ways)])
    finally:
        evening.at.terminal.close()
    assert verify(evening.path) == []


def test_no_order_is_lost_or_given_twice_by_a_few_kills(tmp_path: Path) -> None:
    check_kills(tmp_path, 1, ("window", "app", "phones"), 3)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(10))
def test_no_order_is_lost_or_given_twice_by_three_hundred_kills(seed: int, tmp_path: Path) -> None:
    check_kills(tmp_path, seed, WAYS, 30)
