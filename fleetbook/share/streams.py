"""Send changes to open pages as server-sent events, and a sign of life while nothing changes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec
from starlette.types import Receive, Scope, Send

from fleetbook.referee.proposals.roles import Role
from fleetbook.share.live_pages import LivePages
from fleetbook.share.page import Page

MOST_OF_TOKEN = 12
SOON = 3.0  # seconds in which a page with scripts opens its stream
FAREWELL = b"event: end\ndata:\n\n"
"""The last event of a stream. The page then says that the sharing has ended, and stops asking for changes."""
STREAM = "fleetbook.stream"
"""The key in a request's ASGI scope that marks a stream. A stream is not cut off for lasting long."""


class Streams:
    """The streams of all open pages. If a link has too many streams, its oldest is ended.

    Phones may share an address, so streams are not counted by address. A phone that returns may have left a dead stream.

    without_scripts  how often each role's page was read by a browser that runs no scripts
    """

    def __init__(self, pages: LivePages, beat: float) -> None:
        self.pages, self.beat = pages, beat
        self._open: dict[bytes, list[Stream]] = {}
        self._opening: dict[Role, asyncio.TimerHandle] = {}  # roles whose page was read, until its stream opens
        self.without_scripts = Counter[Role]()
        self.report_watching: Callable[[Mapping[Role, int], Mapping[Role, int]], None] = lambda watching, without: None

    def expect(self, role: Role) -> None:
        """Expect that the page of a role, which was just read, opens a stream. If none opens soon, the browser is counted as one
        that runs no scripts.
        """
        if role not in self._opening:
            self._opening[role] = asyncio.get_running_loop().call_later(SOON, self._is_without_scripts, role)

    def _is_without_scripts(self, role: Role) -> None:
        del self._opening[role]
        self.without_scripts[role] += 1
        self._report()

    def _report(self) -> None:
        self.report_watching(self.watching, self.without_scripts)

    def add(self, stream: Stream) -> None:
        """Add a stream. If its link has too many, the oldest is ended."""
        if stream.role in self._opening:
            self._opening.pop(stream.role).cancel()
        of_token = self._open.setdefault(stream.token, [])
        if len(of_token) == MOST_OF_TOKEN:
            of_token[0].end()
        of_token.append(stream)
        self._tell(stream.role)

    def remove(self, stream: Stream) -> None:
        """Forget a stream that has ended."""
        of_token = self._open.get(stream.token, [])
        if stream in of_token:
            of_token.remove(stream)
            self._tell(stream.role)
        if not of_token:
            self._open.pop(stream.token, None)

    def _tell(self, role: Role) -> None:
        """Report who watches. If a side is asked for a die, its other phones may now answer, or need not any more."""
        self._report()
        if role.side is not None and role.side == self.pages.desk.of(role).waits_for:
            self.pages.wake(role.side)

    @property
    def watching(self) -> Mapping[Role, int]:
        """How many open pages each role has."""
        return Counter(stream.role for streams in self._open.values() for stream in streams)

    def end_all(self) -> None:
        """End every stream, because the sharing has ended."""
        for streams in [*self._open.values()]:
            for stream in [*streams]:
                stream.end(FAREWELL)


class Stream:
    """A stream of changes to one open page. As an ASGI application it answers a single request."""

    def __init__(self, streams: Streams, token: bytes, role: Role, only_head: bool) -> None:
        self.token, self.role = token, role
        self._streams, self._only_head = streams, only_head
        self._task: asyncio.Task[None] | None = None
        self._last = b""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the page and then each change, until the reader leaves or the stream is ended."""
        scope[STREAM] = True
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"content-security-policy", b"default-src 'none'")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if not self._only_head:
            self._task = asyncio.create_task(self._run(send))
            self._streams.add(self)
            leaving = asyncio.create_task(left(receive))
            try:
                await asyncio.wait((self._task, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._streams.remove(self)
                for task in (self._task, leaving):
                    task.cancel()
        with suppress(OSError):
            await send({"type": "http.response.body", "body": self._last, "more_body": False})

    def end(self, last: bytes = b"") -> None:
        """End the stream with a last event."""
        self._last = last
        self._streams.remove(self)
        if self._task is not None:
            self._task.cancel()

    async def _run(self, send: Send) -> None:
        pages, before = self._streams.pages, None
        while True:
            changed, now = pages.changed[self.role.side], pages.page(self.role)
            await send({"type": "http.response.body", "body": news(now, before), "more_body": True})
            before = now
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), self._streams.beat)


def news(now: Page, before: Page | None) -> bytes:
    """The page's changes since an earlier page, as a server-sent event. Without changes, a sign of life."""
    changed = now.since(before)
    return b"data: " + msgspec.json.encode(changed) + b"\n\n" if changed else b"event: beat\ndata:\n\n"


async def left(receive: Receive) -> None:
    """Wait until the reader closes the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
