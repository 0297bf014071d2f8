"""A referee's app in a terminal that shares its battle, and the phones of the players."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from html import unescape
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from urllib.parse import parse_qsl

from tests.bench.terminal import Terminal
from tests.share.visiting import PATIENCE, Shared, Visitor

F6, ESCAPE = "\x1b[17~", "\x1b"
LINK = re.compile(r"^ (\S.*?\S) +(http://127\.0\.0\.1:\d+/\S+/)", re.MULTILINE)
DUE, CHOICE = re.compile(r'<a href="(order\?[^"]+)"'), re.compile(r'<li><a href="(order\?[^"]+)"')
FIELD = re.compile(r'<input name="([a-z_]+)" aria-labelledby="asked"')
READY = 'name="id" value="'
STANDING = re.compile(r'<li class="([a-z-]+)">([^<]*?) <span class="of">([^<]*)</span>')
LONGEST_WAY = 6  # pages from the first to the one that sends


class Refereed:
    """The app in a terminal, with a battle that is shared."""

    def __init__(self, path: Path, data: Path) -> None:
        command = [sys.executable, "-m", "fleetbook", "play", str(path)]
        self.terminal = Terminal(command, {**os.environ, "FLEETBOOK_DATA": str(data)})
        self.terminal.wait_for("TURN")
        self.shared = self.share()

    def share(self) -> Shared:
        """Open the window, read its links, and close it again."""
        self.terminal.send(F6)
        self.terminal.wait_for("The players' window")
        self.terminal.send("s")
        self.terminal.wait_for("http://127.0.0.1")
        links = dict(LINK.findall(self.terminal.text))
        self.terminal.send(ESCAPE)
        self.wait(lambda: "http://127.0.0.1" not in self.terminal.text)
        self.shared = Shared({None if reader == "the table" else reader: url for reader, url in links.items()})
        return self.shared

    def wait(self, until: Callable[[], bool]) -> None:
        """Look at the screen until something holds."""
        deadline = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < deadline, self.terminal.text
            self.terminal.read(0.02)

    def wait_a_while(self, seconds: float) -> None:
        """Look at the screen for some time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.terminal.read(0.05)

    @property
    def servers(self) -> list[int]:
        """The processes that the app has begun and whose end it has not seen: the one that serves the pages, or none."""
        pid = self.terminal.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]

    def kill(self) -> None:
        """Kill the app with signal 9."""
        os.kill(self.terminal.pid, signal.SIGKILL)
        os.close(self.terminal.fd)
        os.waitpid(self.terminal.pid, 0)


class Phone:
    """A player's phone."""

    def __init__(self, shared: Shared, side: str, address: str) -> None:
        self.shared, self.side, self.address = shared, side, address

    def ask(self, path: str) -> str:
        """A page, empty if it does not come."""
        with suppress(OSError), Visitor(self.shared.port, self.address) as visitor:
            return unescape(visitor.ask(f"{self.shared.path(self.side)}{path}").decode())
        return ""

    def order(self, rng: Random) -> dict[str, str]:
        """An order that the page offers, filled in as far as it must be. Empty if none is offered."""
        due = DUE.findall(self.ask(""))
        address = rng.choice(due) if due else ""
        for _ in range(LONGEST_WAY):
            page = self.ask(address) if address else ""
            words = dict(parse_qsl(address.partition("?")[2]))
            if READY in page:
                return words
            if field := FIELD.search(page):
                address = f"{address}&{field[1]}={rng.randint(2, 60)}"
            else:
                found = CHOICE.findall(page)
                address = rng.choice(found) if found else ""
        return {}

    def send(self, words: Mapping[str, str], who: str) -> bool | None:
        """Send an order. Whether it was accepted; None if no answer came."""
        with suppress(OSError), Visitor(self.shared.port, self.address) as visitor:
            answer = visitor.post(f"{self.shared.path(self.side)}order", {**words, "who": who, "id": token_urlsafe(16)})
            return answer.startswith(b"HTTP/1.1 303 ") if answer else None
        return None

    def standings(self) -> dict[str, str] | None:
        """What has become of the orders that the page shows, by the name of their player. None if there is no page."""
        page = self.ask("")
        return {who: state for state, _, who in STANDING.findall(page)} if page else None
