"""Orders from phones measured from outside, with thirty pages open: from the touch of Send to the referee's screen, from the
referee's key to the wall, and the referee's keys while all phones send. For a quiet machine: prints figures and asserts bounds.

.venv/bin/pytest -m bench -n0 -s tests/bench/test_phones_bench.py
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from queue import Queue
from secrets import token_urlsafe

import pytest

from tests.cli.battles import sighted
from tests.share.refereed import Refereed
from tests.share.visiting import Visitor, Watcher

PAGES, ORDERS, ROUNDS = 30, 25, 6
LONGEST = 0.3  # seconds to the screen and to the wall, for 95 of 100 orders
MOST_RATIO = 1.05  # of a key while phones send to a key while they do not
UP, DOWN = "\x1b[A", "\x1b[B"
GERMAN = "Kriegsmarine"
SIDES = (GERMAN, "Royal Navy", None)


def send(at: Refereed, who: str, distance: int, address: str) -> None:
    """A phone sends an order: M 388 fires at MTB 234 at a distance of its own."""
    words = {"order": "fire", "firer": "M 388", "target": "MTB 234", "range": str(distance), "who": who, "id": token_urlsafe(16)}
    with Visitor(at.shared.port, address) as phone:
        assert b" 303 " in phone.post(f"{at.shared.path(GERMAN)}order", words)[:15]


def pages(at: Refereed, stack: ExitStack) -> list[Watcher]:
    """Thirty open pages, a third of them on the wall."""
    return [stack.enter_context(Watcher(at.shared, SIDES[n % 3], f"127.0.1.{n // 3 + 1}")) for n in range(PAGES)]


def listen(watcher: Watcher, words: str, heard: Queue[float]) -> None:
    """Note when a page shows words as its latest result, again and again."""
    while True:
        try:
            if any(words in text for name, text in watcher.event().items() if name in ("result", "lately", "journal")):
                heard.put(time.perf_counter())
        except (EOFError, OSError, ValueError):
            return


def show(label: str, seconds: Sequence[float]) -> float:
    """Print the median and the 95th percentile, and return the latter."""
    percentile = statistics.quantiles(seconds, n=20)[18]
    print(f"\n{label:48} median {statistics.median(seconds) * 1e3:6.0f} ms, 95th percentile {percentile * 1e3:6.0f} ms", end="")
    return percentile


@pytest.mark.bench
def test_an_order_from_a_phone_to_the_screen_and_to_the_wall(tmp_path: Path) -> None:
    at, shown, walls = Refereed(sighted(tmp_path / "b.battle").path, tmp_path), list[float](), list[float]()
    with ExitStack() as stack:
        stack.callback(at.terminal.close)
        heard: Queue[float] = Queue()
        for place, watcher in enumerate(pages(at, stack)):
            watcher.event()
            if SIDES[place % 3] is None:
                threading.Thread(target=listen, args=(watcher, "M 388", heard), daemon=True).start()
        for number in range(ORDERS):
            time.sleep(0.3)
            began, who = time.perf_counter(), f"Ann {number}."
            sending = threading.Thread(target=send, args=(at, who, 20 + number, "127.0.2.1"))
            sending.start()
            at.wait(lambda who=who: who in at.terminal.text)  # type: ignore[misc]
            shown.append(time.perf_counter() - began)
            sending.join()
            began = time.perf_counter()
            at.terminal.send(" ")
            walls += [heard.get(timeout=20) - began for _ in range(PAGES // 3)]
            at.terminal.settled()
            at.terminal.send("u")
            at.terminal.settled()
            time.sleep(0.5)
            while not heard.empty():
                heard.get()
    late = (
        show("from the touch of Send to the referee's screen", shown),
        show("from the key that gives it to the wall", walls),
    )
    print()
    assert max(late) <= LONGEST


@pytest.mark.bench
def test_the_keys_while_thirty_phones_send(tmp_path: Path) -> None:
    """Phones send as fast as their side may, and then not, in turns."""
    at, times = Refereed(sighted(tmp_path / "b.battle").path, tmp_path), {False: list[float](), True: list[float]()}
    with ExitStack() as stack:
        stack.callback(at.terminal.close)
        pages(at, stack)
        at.terminal.painted(DOWN)
        send(at, "first", 100, "127.0.2.1")
        for sends in (False, True) * ROUNDS:
            over = threading.Event()

            def sending(phone: int, over: threading.Event = over) -> None:
                number = 0
                while not over.wait(1):
                    number += 1
                    with Visitor(at.shared.port, f"127.0.3.{phone + 1}") as one:
                        words = {"order": "fire", "firer": "M 388", "target": "MTB 234", "range": str(20 + (phone + number) % 40)}
                        one.post(f"{at.shared.path(GERMAN)}order", {**words, "id": token_urlsafe(16)})

            threads = [threading.Thread(target=sending, args=(phone,)) for phone in range(PAGES if sends else 0)]
            for thread in threads:
                thread.start()
            times[sends] += [at.terminal.painted(key) for key in (UP, DOWN) * 6]
            over.set()
            for thread in threads:
                thread.join()
            at.terminal.settled()
    quiet, busy = (statistics.median(times[sends]) for sends in (False, True))
    print(
        f"\na key: median {quiet * 1e3:.1f} ms, {busy * 1e3:.1f} ms while {PAGES} phones send, {busy / quiet:.3f} times", end="\n"
    )
    assert busy / quiet <= MOST_RATIO
