"""Runs the server of the players' window as a separate process, so that the referee's keys never wait for it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO

import msgspec

from fleetbook.referee.clock import ClockReading
from fleetbook.referee.kept_links import KeptLinks, keep_links, kept_links
from fleetbook.referee.proposals.post import LONGEST_LINE, ForPhones, FromPhones, Link, read
from fleetbook.referee.proposals.roles import Role

PATIENCE = 2.0  # seconds that the server has to end before it is killed

LONGEST_REMARK = 200
BURST, EVERY = 200, 0.02
"""The most lines of the server that are read at once, and the seconds between lines after those. So a talkative server does
not delay the keys.
"""
LONG = 60.0  # seconds after which the lack of any phone is reported


class Sharing:
    """The players' window of a battle. Sharing can be ended and begun again, with the same links or with new ones.

    battle         the battle's file
    links          the links to the pages
    watching       the number of open pages of each link
    read_at        the time when a browser without scripts last read a page of each link, such as 21:14
    remark         the last message of the server, such as who can reach it
    was_watched    whether a page was ever opened
    lan            whether the window is offered to the network
    takes_orders   whether players may send orders
    asks_sufferer  whether the side of a ship that is hit throws for the place of the hit and its damage
    shows_roles    whether the referee sees the links of squadrons and spectators too
    clock          the clock's last reading that was sent; None while it is off
    """

    def __init__(self, battle: Path, say: Callable[..., None], hear: Callable[[FromPhones], None], identity: str = "") -> None:
        """``say`` shows a message. ``hear`` is called in a thread with each message of a phone. The links are kept under the
        battle's ``identity``; without one they are not kept.
        """
        self.battle, self._say, self._hear, self._identity = battle, say, hear, identity
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()

        kept = kept_links(identity) if identity else KeptLinks()
        self.lan, self.takes_orders = False, True
        self.asks_sufferer, self.shows_roles, self._kept = kept.asks_sufferer, kept.shows_roles, kept.links
        self._forget()

    def _forget(self) -> None:
        self.links: tuple[Link, ...] = ()
        self.watching: Mapping[Role, int] = {}
        self.read_at: Mapping[Role, str] = {}
        self._reads: Mapping[Role, int] = {}
        self.remark = ""
        self.was_watched = False
        self.clock: ClockReading | None = None
        self._told: ForPhones | None = None  # what was last sent, without the seconds of the clock

    @property
    def running(self) -> bool:
        """Whether the server was started and still seems to run."""
        return self._process is not None

    @property
    def is_waiting(self) -> bool:
        """Whether the window has been offered to the network for a minute and no page was opened."""
        return self.running and self.lan and not self.was_watched and time.monotonic() - self._since > LONG

    def reaches(self, side: str, squadron: str = "") -> bool:
        """Whether a page is open on which a question to a side, or to one of its squadrons, can be answered."""
        roles = (*(role for role, pages in self.watching.items() if pages), *self.read_at)
        own = [role for role in roles if role.side == side and role.gives_orders]
        return any(not squadron or role.squadron in ("", squadron) for role in own)

    def begin(self, lan: bool, anew: bool = False) -> None:
        """Start the server, with the links of the last sharing, or with new ones if ``anew``. ``lan`` offers it to the network.

        Raises OSError if no process can be started.
        """
        self.end()
        self._kept = () if anew else self._kept
        self.lan, self._since = lan, time.monotonic()
        words = (
            "-P",
            "-m",
            "fleetbook",
            "share",
            str(self.battle),
            "--json",
            "--roles",
            "--with-stdin",
            "--with-links",
            *(["--lan"] if lan else []),
        )
        process = subprocess.Popen(
            [sys.executable, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert process.stdin
        self._process, self._lines = process, SimpleQueue()
        self._lines.put(msgspec.json.encode(self._kept) + b"\n")
        Thread(target=self._listen, args=(process,), daemon=True).start()
        Thread(target=_write, args=(process.stdin, self._lines), daemon=True).start()

    def end(self) -> None:
        """Stop the server. Its links stop working."""
        process, self._process = self._process, None
        self._forget()
        if process is not None:
            self._lines.put(None)
            if os.name == "posix":  # on Windows this would kill it; there the server ends when its input ends
                process.terminate()
            Thread(target=_wait_for_end, args=(process,)).start()

    def keep(self) -> None:
        """Keep the links and the settings for the next time that the battle is shared."""
        if self._identity:
            keep_links(self._identity, KeptLinks(tuple(self._kept), self.asks_sufferer, self.shows_roles))

    def tell(self, post: ForPhones) -> None:
        """Send the clock, orders and dice to the pages, if these have changed. The pages count the clock's seconds themselves."""
        self.clock = post.clock
        still = ClockReading({}, post.clock.side) if post.clock else None
        alike = msgspec.structs.replace(post, clock=still)
        if self._process is not None and alike != self._told:
            self._lines.put(msgspec.json.encode(post) + b"\n")
            self._told = alike

    def look(self) -> None:
        """End the sharing and show a message if the server has ended unexpectedly."""
        if self._process is not None and self._process.poll() is not None:
            remark = self.remark
            self.end()
            self._say(f"the players' window has closed: {remark or 'its program has ended'}", warning=True)

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout
        due = 0.0
        with process.stdout as lines:
            for line in iter(lambda: lines.readline(LONGEST_LINE), b""):
                if self._process is process:
                    self._take(line)
                now = time.monotonic()
                due = max(due, now - BURST * EVERY) + EVERY
                time.sleep(max(due - now, 0.0))

    def _take(self, line: bytes) -> None:
        """Handle a line of the server's output: JSON with links, readers or a phone's message, or words for the referee."""
        try:
            said = read(line)
        except ValueError:
            words = line.decode(errors="replace").strip()
            if words and not words.startswith("{"):  # that would be a line of JSON that the server did not end
                self.remark = words.removeprefix("fleetbook: ")[:LONGEST_REMARK]
            return
        if said.phone is not None:
            self._hear(said.phone)
        if said.links is not None:
            self.links = self._kept = said.links
            self.keep()
        if said.watching is not None:
            self.watching = {each.role: each.pages for each in said.watching}
            before, now = self._reads, time.strftime("%H:%M")
            self._reads = {each.role: each.without_scripts for each in said.watching if each.without_scripts}
            self.read_at = {role: self.read_at[role] if count == before.get(role) else now for role, count in self._reads.items()}
            self.was_watched = self.was_watched or any(self.watching.values()) or bool(self.read_at)


def _write(pipe: IO[bytes], lines: SimpleQueue[bytes | None]) -> None:
    """Write queued lines to the server until it ends. Runs in a thread, as the server may be slow to read."""
    with suppress(OSError, ValueError), pipe:
        for line in iter(lines.get, None):
            pipe.write(line)
            pipe.flush()


def _wait_for_end(process: subprocess.Popen[bytes]) -> None:
    """Wait for the server to end, and kill it if it takes too long. Runs in a thread, so that no key has to wait."""
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
