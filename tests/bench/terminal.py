"""A program in a pseudo-terminal, watched from outside: when a text is on its screen, when a key is painted, what it costs."""

from __future__ import annotations

import contextlib
import os
import select
import struct
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyte
import pytest

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

COLUMNS, LINES = 120, 40
QUIET = 0.06  # seconds without a byte: the screen stands still
PATIENCE = 20.0
TAIL = 4096  # bytes kept of what was written last

ANSWERS = {
    b"\x1b[c": b"\x1b[?62;c",
    b"\x1b[>q": b"",
    b"\x1b[6n": b"\x1b[1;1R",
}


class Terminal:
    """One run of a program. Close it to end exactly that process."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], size: tuple[int, int] = (COLUMNS, LINES)) -> None:
        if os.name != "posix":
            pytest.skip("Windows has no pty")
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.started = time.perf_counter()
        self.tail = b""
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.execvpe(command[0], list(command), {**environment, "TERM": "xterm-256color", "COLORTERM": "truecolor"})
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    @property
    def text(self) -> str:
        """The screen as lines of text."""
        return "\n".join(self.screen.display)

    def send(self, keys: str) -> None:
        """Type keys."""
        os.write(self.fd, keys.encode())

    def read(self, seconds: float) -> bool:
        """Take in what comes within some time; whether anything came."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        for asked, answer in ANSWERS.items():
            if asked in data and answer:
                os.write(self.fd, answer)
        self._stream.feed(data)
        self.tail = (self.tail + data)[-TAIL:]
        return bool(data)

    def wait_for(self, text: str) -> float:
        """Seconds from the start until the text is on a screen that then stands still (less the time it was watched standing)."""
        deadline = time.perf_counter() + PATIENCE
        while text not in self.text:
            if time.perf_counter() > deadline:
                raise TimeoutError(f"no {text!r} on the screen:\n{self.text}")
            self.read(0.05)
        return self.settled()

    def settled(self) -> float:
        """Seconds from the start to the last change before the screen stood still."""
        last = time.perf_counter()
        while self.read(QUIET):
            last = time.perf_counter()
        return last - self.started

    def painted(self, key: str) -> float:
        """Seconds from a key to the last change that it causes."""
        pressed = last = time.perf_counter()
        self.send(key)
        deadline = pressed + PATIENCE
        while not self.read(0.5) and time.perf_counter() < deadline:
            pass
        last = time.perf_counter()
        while self.read(QUIET):
            last = time.perf_counter()
        return last - pressed

    @property
    def peak_memory(self) -> float:
        """The most memory held so far, in MB."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024

    def close(self) -> None:
        """End the process that was started here."""
        os.close(self.fd)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, 15)
        os.waitpid(self.pid, 0)
