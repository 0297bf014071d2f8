"""A battle shared by the program itself, and visitors: well-behaved readers, and raw connections that say what they like."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

from fleetbook.referee.proposals.post import FromPhones, Link
from fleetbook.referee.proposals.roles import Role
from fleetbook.share.sharing import share
from tests.cli.shell import program

PATIENCE = 20.0  # seconds: for what takes a fraction of one
HERE = "127.0.0.1"


class Shared:
    """A sharing under way, by its links: the table's side is None."""

    def __init__(self, links: Mapping[str | None, str]) -> None:
        self.links = links

    @property
    def port(self) -> int:
        """Where it listens."""
        return urlsplit(next(iter(self.links.values()))).port or 0

    def path(self, side: str | None = None) -> str:
        """The path of a page."""
        return urlsplit(self.links[side]).path


class Program(Shared):
    """A sharing by the program itself, which reports in lines of JSON."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        super().__init__({link["side"]: str(link["url"]) for link in self.line["links"]})

    @property
    def line(self) -> dict[str, list[dict[str, str | None]]]:
        """The next line of the report."""
        assert self.process.stdout
        line: dict[str, list[dict[str, str | None]]] = json.loads(self.process.stdout.readline())
        return line

    @property
    def peak_memory(self) -> float:
        """The most that the process ever held, in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024

    @property
    def processor_time(self) -> float:
        """The processor's time that the process has taken so far, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def program_shares(battle: Path, *options: str) -> Iterator[Program]:
    """The program shares a battle as long as the block lasts."""
    words = program("share", str(battle), "--json", "--with-stdin", *options)
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            yield Program(process)
        finally:
            assert process.stdin
            process.stdin.close()
            assert process.wait(PATIENCE) == 0


class Listener:
    """Keeps the news of a sharing. While ``goes_on`` is cleared the next change of who watches halts it."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.goes_on.set()
        self.links: Sequence[Link] = ()
        self.serves = threading.Event()
        self.seen: Queue[dict[Role, int]] = Queue()
        self.without_scripts: Queue[dict[Role, int]] = Queue()
        self.messages: Queue[FromPhones] = Queue()

    def begun(self, links: Sequence[Link], hosts: Sequence[str]) -> None:
        """It serves."""
        self.links = links
        self.serves.set()

    def watching(self, pages: Mapping[Role, int], without_scripts: Mapping[Role, int]) -> None:
        """So many watch."""
        self.seen.put({**pages})
        self.without_scripts.put({**without_scripts})
        self.goes_on.wait(PATIENCE)

    def sent(self, message: FromPhones) -> None:
        """A phone has sent something to the referee's program."""
        self.messages.put(message)


class Here(Shared):
    """One in a thread of the test, whose bounds can be made short."""

    def __init__(self, listener: Listener, heard: Queue[str | None]) -> None:
        super().__init__({link.side: link.url for link in listener.links if link.role == Role(link.side)})
        self.listener, self.heard = listener, heard

    def path_of(self, role: Role) -> str:
        """The path of the page of a role."""
        (url,) = (link.url for link in self.listener.links if link.role == role)
        return urlsplit(url).path


@contextmanager
def shared(battle: Path, **how: Any) -> Iterator[Here]:
    """A battle is shared in a thread as long as the block lasts."""
    listener, heard = Listener(), Queue[str | None]()
    serving = threading.Thread(target=lambda: share(battle, listener, heard=iter(heard.get, None), **how))
    serving.start()
    try:
        assert listener.serves.wait(PATIENCE)
        yield Here(listener, heard)
    finally:
        heard.put(None)
        serving.join(PATIENCE)


class Visitor:
    """A connection to the window."""

    def __init__(self, port: int, address: str = HERE) -> None:
        self.socket = socket.create_connection((HERE, port), timeout=PATIENCE, source_address=(address, 0))
        self._left, self._host = b"", f"{HERE}:{port}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Go away."""
        self.socket.close()

    def ask(self, path: str, method: str = "GET", *, host: str | None = None, more: Sequence[str] = ()) -> bytes:
        """A request, and the whole answer, headers and all; empty where the connection was cut."""
        self.send(path, method, host=host, more=more)
        return self.answer(with_body=method != "HEAD")

    def post(self, path: str, words: Mapping[str, str], origin: str | None = None, more: Sequence[str] = ()) -> bytes:
        """A form as a browser sends it from a page of the window, unless it comes from another ``origin``."""
        body = urlencode(words)
        lines = (f"POST {path} HTTP/1.1", f"host: {self._host}", f"origin: {origin or f'http://{self._host}'}",
                 "content-type: application/x-www-form-urlencoded", f"content-length: {len(body)}", *more, "", body)  # fmt: skip
        self.socket.sendall("\r\n".join(lines).encode())
        return self.answer()

    def send(self, path: str, method: str = "GET", *, host: str | None = None, more: Sequence[str] = ()) -> None:
        """A request."""
        lines = (f"{method} {path} HTTP/1.1", f"host: {self._host if host is None else host}", *more, "", "")
        self.socket.sendall("\r\n".join(lines).encode("utf-8", "surrogateescape"))

    def answer(self, with_body: bool = True) -> bytes:
        """The next answer, by its length."""
        try:
            head = self.until(b"\r\n\r\n")
            length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
            return head + (self._take(int(length)) if with_body and length else b"")
        except (ConnectionError, EOFError):
            return b""

    def until(self, end: bytes) -> bytes:
        """What comes up to some bytes. Raises EOFError where the connection ends before."""
        while end not in self._left:
            self._more()
        return self._take(self._left.index(end) + len(end))

    def _more(self) -> None:
        data = self.socket.recv(65536)
        if not data:
            raise EOFError
        self._left += data

    def _take(self, length: int) -> bytes:
        while len(self._left) < length:
            self._more()
        taken, self._left = self._left[:length], self._left[length:]
        return taken


class Watcher(Visitor):
    """An open page, which receives changes."""

    def __init__(self, shared: Shared, side: str | None = None, address: str = HERE) -> None:
        super().__init__(shared.port, address)
        self.send(f"{shared.path(side)}events")
        self.head = self.until(b"\r\n\r\n")

    def wait_for(self, words: str) -> dict[str, str]:
        """The next change with these words."""
        while True:
            changed = self.event()
            if any(words in text for text in changed.values()):
                return changed

    def event(self) -> dict[str, str]:
        """The next change, beats apart."""
        while True:
            event = self._unwrapped()
            if event.startswith(b"data: "):
                changed: dict[str, str] = json.loads(event[6:])
                return changed

    def raw(self) -> bytes:
        """The next event as it is sent, with its length."""
        size = self.until(b"\r\n")
        return size + self._take(int(size, 16) + 2)

    def _unwrapped(self) -> bytes:
        size = int(self.until(b"\r\n"), 16)
        if not size:
            raise EOFError
        content = self._take(size)
        self._take(2)
        return content

    @property
    def is_open(self) -> bool:
        """Whether the stream has not ended by now."""
        self.socket.setblocking(False)
        try:
            while data := self.socket.recv(65536):
                self._left += data
        except BlockingIOError:
            return not (b"\r\n" + self._left).endswith(b"\r\n0\r\n\r\n")  # the connection outlives its stream
        except OSError:
            pass
        return False

    def is_cut(self) -> bool:
        """Whether the stream has ended, or ends within our patience."""
        began = time.monotonic()
        try:
            while time.monotonic() - began < PATIENCE:
                self._unwrapped()
        except (EOFError, OSError, ValueError):
            return True
        return False
