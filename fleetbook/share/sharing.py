"""Serve the players' window of a battle until the sharing ends."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from socket import socket
from threading import Thread
from typing import Protocol

import uvicorn

from fleetbook.referee.proposals.post import FromPhones, Link
from fleetbook.referee.proposals.roles import Role
from fleetbook.share.connection import LARGEST_HEAD, Connection
from fleetbook.share.links import Tokens
from fleetbook.share.live_pages import LivePages
from fleetbook.share.reach import HERE, Unreachable, addresses, listening
from fleetbook.share.window import Window

ENDING = ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP")
"""The signals that end the sharing. The last comes when the terminal is closed."""
BEAT, POLLED = 5.0, 0.1
"""The seconds between two signs of life to an unchanged page, and between two checks whether the sharing should end."""
PATIENCE = 2.0  # seconds to wait until the port of the last sharing is free
PROMPT = 0.0002  # the longest time in seconds that the battle's thread may delay an answer


class Listener(Protocol):
    """Receives news while a battle is shared."""

    def begun(self, links: Sequence[Link], hosts: Sequence[str]) -> None:
        """Called once when the window can be opened, with its links and network addresses."""

    def watching(self, pages: Mapping[Role, int], without_scripts: Mapping[Role, int]) -> None:
        """Called when a page is opened or closed, with the number of open pages of each role.

        ``without_scripts`` says how often each role's page was read by a browser that runs no scripts.
        """

    def sent(self, message: FromPhones) -> None:
        """Called with each message from a phone to the referee's program."""


def share(
    path: Path,
    listener: Listener,
    *,
    sides: Sequence[str] = (),
    hosts: Sequence[str] = (HERE,),
    port: int = 0,
    roles: bool = False,
    beat: float = BEAT,
    heard: Iterable[str] | None = None,
    kept: Sequence[Link] = (),
) -> None:
    """Serve the players' window until an interrupt, or until ``heard`` ends. Raises InvalidInput or Unreachable.

    sides  the sides to serve; all if empty
    roles  whether squadrons and spectators get links too
    beat   the seconds between two signs of life to an unchanged page
    heard  lines from the app, such as the clock's time; None without a program of the referee, which alone can give orders
    kept   links of an earlier sharing, to be used again, with their port if it is free
    """
    with ExitStack() as stack:
        stack.callback(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(PROMPT)
        pages = LivePages(path, sides, listener.sent)
        stack.callback(pages.close)
        sockets = _listening(hosts, port or Tokens.port(kept), stack, is_wish=not port)
        served = [f"{host}:{listener.getsockname()[1]}" for host, listener in zip(hosts, sockets, strict=True)]
        tokens = Tokens.drawn(pages.roles(roles), kept)
        window = Window(pages, tokens, beat, with_referee=heard is not None)
        server = _Server(_config(window, served))
        asyncio.run(server.share(window, sockets, lambda: listener.begun(tokens.links(served), hosts), listener.watching, heard))


def _listening(hosts: Sequence[str], port: int, stack: ExitStack, is_wish: bool) -> list[socket]:
    """Sockets that listen on a port. If the port is only wished for and stays taken, they listen on any other."""
    until = time.monotonic() + PATIENCE
    while is_wish and port:
        with ExitStack() as own, suppress(Unreachable):
            sockets = listening(hosts, port, own)
            stack.push(own.pop_all())
            return sockets
        if time.monotonic() > until:
            break
        time.sleep(POLLED)  # the last sharing may be about to end
    return listening(hosts, 0 if is_wish else port, stack)


def hosts_for(lan: bool) -> list[str]:
    """The addresses to listen at: those of the local network if ``lan``, otherwise this machine only."""
    return addresses() or [HERE] if lan else [HERE]


def _config(window: Window, served: Sequence[str]) -> uvicorn.Config:
    quiet = logging.getLogger("uvicorn")
    quiet.addHandler(logging.NullHandler())
    quiet.propagate = False
    return uvicorn.Config(
        window.app(served), http=Connection, ws="none", lifespan="off", loop="asyncio", log_config=None, access_log=False,
        proxy_headers=False, server_header=False, date_header=False,
        h11_max_incomplete_event_size=LARGEST_HEAD, timeout_keep_alive=10, timeout_graceful_shutdown=1,
    )  # fmt: skip


class _Server(uvicorn.Server):
    """A uvicorn server for the window that shuts down cleanly."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """On an interrupt, end the sharing without an error."""
        loop, before = asyncio.get_running_loop(), {}
        with suppress(RuntimeError, ValueError):  # only the main thread can handle signals
            for number in (getattr(signal, name) for name in ENDING if hasattr(signal, name)):
                if number != signal.SIGINT and signal.getsignal(number) == signal.SIG_IGN:  # as under nohup
                    continue
                try:
                    loop.add_signal_handler(number, self.end)
                except NotImplementedError:  # on Windows
                    before[number] = signal.signal(number, lambda *_: self.end())
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def end(self) -> None:
        """End the sharing."""
        self.should_exit = True

    def listen(self, lines: Iterable[str], take: Callable[[str], None]) -> None:
        """Pass each line from the app to ``take``, in a thread. After the last line, end the sharing."""
        loop = asyncio.get_running_loop()

        def listening() -> None:
            for line in lines:
                with suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(take, line)
            self.end()

        Thread(target=listening, daemon=True).start()

    async def share(
        self,
        window: Window,
        sockets: list[socket],
        begun: Callable[[], None],
        watching: Callable[[Mapping[Role, int], Mapping[Role, int]], None],
        heard: Iterable[str] | None,
    ) -> None:
        """Serve the window and follow the battle until the sharing ends. ``begun`` and ``watching`` are those of Listener."""
        if heard is not None:
            self.listen(heard, window.pages.hear)
        serving, following = asyncio.create_task(self.serve(sockets)), asyncio.create_task(window.pages.follow())
        while not self.started and not serving.done():
            await asyncio.sleep(0)
        begun()
        window.streams.report_watching = watching
        while not serving.done():
            await asyncio.wait((serving, following), timeout=POLLED, return_when=asyncio.FIRST_COMPLETED)
            if self.should_exit or following.done():
                self.end()
                window.streams.end_all()
        following.cancel()
        await serving
        with suppress(asyncio.CancelledError):
            await following
