"""Streams of changes to open pages: what a page shows that it did not show before, and a beat while nothing changes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec
from starlette.types import Receive, Scope, Send

from fleetbook.share.page import Shown
from fleetbook.share.present import Present

MOST_OF_TOKEN = 12
STREAM = "fleetbook.stream"
"""The key of a scope by which its connection is known to be a stream, which may last."""


class Streams:
    """All pages that are open. Of one token's streams the oldest ends where there are too many, from wherever they come: phones
    may share an address, and one that comes back has left a dead stream behind.
    """

    def __init__(self, present: Present, beat: float) -> None:
        self.present, self.beat = present, beat
        self._open: dict[bytes, list[Stream]] = {}
        self.told: Callable[[Mapping[str | None, int]], None] = lambda watching: None

    def opened(self, token: bytes, side: str | None, only_head: bool) -> Stream:
        """A stream that answers a request."""
        return Stream(self, token, side, only_head)

    def add(self, stream: Stream) -> None:
        """Take a stream in."""
        of_token = self._open.setdefault(stream.token, [])
        if len(of_token) == MOST_OF_TOKEN:
            of_token[0].end()
        of_token.append(stream)
        self.told(self.watching)

    def remove(self, stream: Stream) -> None:
        """Let a stream go."""
        of_token = self._open.get(stream.token, [])
        if stream in of_token:
            of_token.remove(stream)
            self.told(self.watching)
        if not of_token:
            self._open.pop(stream.token, None)

    @property
    def watching(self) -> Mapping[str | None, int]:
        """How many pages of each reader are open."""
        return Counter(stream.side for streams in self._open.values() for stream in streams)

    def end_all(self) -> None:
        """End every stream: the sharing is over."""
        for streams in [*self._open.values()]:
            for stream in [*streams]:
                stream.end()


class Stream:
    """One of them, as an answer to a request."""

    def __init__(self, streams: Streams, token: bytes, side: str | None, only_head: bool) -> None:
        self.token, self.side = token, side
        self._streams, self._only_head = streams, only_head
        self._task: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the page as it is, then what changes, until the reader leaves or is sent away."""
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
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def end(self) -> None:
        """Send no more."""
        self._streams.remove(self)
        if self._task is not None:
            self._task.cancel()

    async def _run(self, send: Send) -> None:
        present, before = self._streams.present, None
        while True:
            changed, now = present.changed[self.side], present.page(self.side)
            await send({"type": "http.response.body", "body": news(now, before), "more_body": True})
            before = now
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), self._streams.beat)


def news(now: Shown, before: Shown | None) -> bytes:
    """What has changed on a page as an event; a beat where nothing has."""
    changed = now.since(before)
    return b"data: " + msgspec.json.encode(changed) + b"\n\n" if changed else b"event: beat\ndata:\n\n"


async def left(receive: Receive) -> None:
    """Wait until the reader closes the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
