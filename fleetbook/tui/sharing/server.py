"""The server of the players' window, in a process of its own: no key waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

import msgspec

from fleetbook.core.parsing import counted
from fleetbook.referee.clock import ClockReading
from fleetbook.tui.kit.grid import SHARED

PATIENCE = 2.0  # seconds for it to end by itself
LONG = 60.0  # seconds in which a first phone mostly comes
TABLE = "the table"


class Sharing:
    """A battle being shared. It may end and begin again with other links.

    links     address by address, whose page is there
    watching  how many pages of each reader are open
    remark    its last other words, such as who can reach it
    was_watched  whether any page was ever open
    lan       whether it is offered to the network
    """

    def __init__(self, battle: Path, say: Callable[..., None]) -> None:
        self._battle, self._say = battle, say
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._forget()
        self.lan = False

    def _forget(self) -> None:
        self.links: Sequence[tuple[str, str]] = ()
        self.watching: Mapping[str, int] = {}
        self.remark = ""
        self.was_watched = False
        self._runs_for: str | None = None  # the clock on the pages; None while the clock is off

    @property
    def standing(self) -> tuple[str, str] | None:
        """The readers and the number of pages, in words and in fewer. None while nothing is shared."""
        if not self.running:
            return None
        pages = sum(self.watching.values())
        where, short = ("in the network", "network") if self.lan else ("on this machine", "here")
        return f"{SHARED} shared {where}, {counted(pages, 'page')}", f"{SHARED} {short} {pages}"

    @property
    def running(self) -> bool:
        """Whether it runs, as far as the app knows."""
        return self._process is not None

    @property
    def is_waiting(self) -> bool:
        """Whether it has been offered to the network for a while and no phone has come."""
        return self.running and self.lan and not self.was_watched and time.monotonic() - self._since > LONG

    def begin(self, lan: bool) -> None:
        """Begin to share, with new links. Raises OSError when no process can be started."""
        self.end()
        self.lan, self._since = lan, time.monotonic()
        words = ("-P", "-m", "fleetbook", "share", str(self._battle), "--json", "--with-stdin", *(["--lan"] if lan else []))
        process = subprocess.Popen(
            [sys.executable, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert process.stdin
        self._process, self._lines = process, SimpleQueue()
        Thread(target=self._listen, args=(process,), daemon=True).start()
        Thread(target=_write, args=(process.stdin, self._lines), daemon=True).start()

    def end(self) -> None:
        """Serve no more: the links are of no use."""
        process, self._process = self._process, None
        self._forget()
        if process is not None:
            self._lines.put(None)
            if os.name == "posix":  # elsewhere that would be no request: there the end of its lines ends it
                process.terminate()
            Thread(target=_wait_for_end, args=(process,)).start()

    def tell(self, clock: ClockReading | None) -> None:
        """Send the clock to the pages; None when it is off. Only switches are sent: the pages count on."""
        runs_for = clock.side if clock else None
        if self._process is not None and runs_for != self._runs_for:
            self._lines.put(msgspec.json.encode(clock) + b"\n")
            self._runs_for = runs_for

    def look(self) -> None:
        """Say so when the process has ended on its own."""
        if self._process is not None and self._process.poll() is not None:
            remark = self.remark
            self.end()
            self._say(f"the players' window has closed: {remark or 'its program has ended'}", warning=True)

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout
        with process.stdout as lines:
            for line in lines:
                if self._process is process:
                    self._take(line)

    def _take(self, line: bytes) -> None:
        """A line of JSON, or a remark."""
        try:
            news: dict[str, list[dict[str, Any]]] = msgspec.json.decode(line)
        except msgspec.DecodeError:
            self.remark = line.decode(errors="replace").strip().removeprefix("fleetbook: ")
            return
        if "links" in news:
            self.links = [(link["side"] or TABLE, link["url"]) for link in news["links"]]
        else:
            self.watching = {each["side"] or TABLE: each["pages"] for each in news["watching"]}
            self.was_watched = self.was_watched or any(self.watching.values())


def _write(pipe: IO[bytes], lines: SimpleQueue[bytes | None]) -> None:
    """Write lines to a process until it ends. No key waits when it reads nothing."""
    with suppress(OSError, ValueError), pipe:
        for line in iter(lines.get, None):
            pipe.write(line)
            pipe.flush()


def _wait_for_end(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a process, so that no key waits for it."""
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
