"""Limit the connections to the window: how many, how large a request, and how long it may take."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from random import SystemRandom
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from fleetbook.share.streams import STREAM

MOST_STRANGERS, MOST_OF_AN_ADDRESS, MOST_OF_TOKEN = 40, 24, 40
"""Limits on open connections: of all strangers, of the strangers at one address, and of one link.

A stranger is a connection whose requests have shown no valid link yet. Strangers cannot use up the connections of a link.
"""
GRACE, MOST_AT_ONCE = 0.25, 200
"""If there are too many strangers, the oldest is cut off when it has had GRACE seconds to show a link. Above MOST_AT_ONCE
strangers, it is cut off at once.
"""
LARGEST_HEAD = 8192  # bytes
HEADLESS, LONGEST, SLOWEST = 3.0, 20.0, 10.0
"""Limits in seconds: for the head of the first request, for a request with its page, and for a phone that does not read on."""
DELAYS, LONGEST_DELAY = SystemRandom(), 0.03
"""The source of random delays, and the longest delay in seconds. Without delays, the time of an answer would reveal secrets."""
TOKEN = "fleetbook.token"
"""The key under which a request's ASGI scope holds the token of its link."""


class Connection(H11Protocol):
    """A connection from a browser. It is cut off if there are too many connections, or if it is too slow or sends nothing. Only a
    stream may last.
    """

    _bound: asyncio.TimerHandle | None = None
    _headless: asyncio.TimerHandle | None = None
    _slow: asyncio.TimerHandle | None = None
    _delay: asyncio.TimerHandle | None = None
    _came = 0.0
    _asked = b""

    @property
    def token(self) -> bytes | None:
        """The token of the link in the last request. None if the request has no valid link."""
        return self._scope.get(TOKEN) if self._scope else None

    @property
    def _scope(self) -> Any:
        """The ASGI scope of the last request. None before the first request, although the base class declares otherwise."""
        return self.scope

    @property
    def is_stream(self) -> bool:
        """Whether the connection carries a stream of changes."""
        return self._scope is not None and STREAM in self._scope and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a new connection within the limits, and start its timers."""
        super().connection_made(transport)
        if self.client is None:
            transport.abort()
            return
        self._came = self.loop.time()
        self._bound = self.loop.call_later(LONGEST, self._ask)
        self._headless = self.loop.call_later(HEADLESS, self._expect_head)
        self._make_room()

    def _make_room(self) -> None:
        """If there are too many strangers, cut off the oldest one at the address that has most of them."""
        strangers = [other for other in self._others() if other.token is None]
        busy = Counter(other.client[0] for other in strangers if other.client)
        most = max(busy.values(), default=0)
        if len(strangers) > MOST_STRANGERS or most > MOST_OF_AN_ADDRESS:
            gone = oldest(other for other in strangers if other.client and busy[other.client[0]] == most)
            if most > MOST_OF_AN_ADDRESS or len(strangers) > MOST_AT_ONCE or self._came - gone._came > GRACE:
                gone.transport.abort()

    def _others(self) -> list[Connection]:
        return [other for other in self.connections if isinstance(other, Connection) and not other.transport.is_closing()]

    def data_received(self, data: bytes) -> None:
        """Read data and handle it after a random delay. Until then no more data are read."""
        self._asked += data
        if self._delay is None:
            self.transport.pause_reading()
            self._delay = self.loop.call_later(DELAYS.uniform(0, LONGEST_DELAY), self._look)

    def _look(self) -> None:
        """Handle the received data. Then check the limit of the link, whose token is known only when the answer has begun."""
        asked, self._asked, self._delay = self._asked, b"", None
        self.transport.resume_reading()
        super().data_received(asked)
        self.loop.call_soon(self._take_place)

    def _take_place(self) -> None:
        """If the link of this connection has too many connections, cut off the oldest of them. A stream is cut off only if there
        is nothing else.
        """
        same = [other for other in self._others() if other.token == self.token] if self.token else []
        if len(same) > MOST_OF_TOKEN:
            idle = [other for other in same if not other.is_stream and other is not self]
            oldest(idle or same).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        for timer in (self._bound, self._headless, self._slow, self._delay):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def _expect_head(self) -> None:
        """Cut off a connection that has sent no request yet."""
        if self._scope is None:
            self.transport.abort()

    def _ask(self) -> None:
        """Cut off the connection if it has lasted too long and is no stream."""
        if self.is_stream:
            self._bound = self.loop.call_later(LONGEST, self._ask)
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Start the timer for a phone that has stopped reading."""
        self.flow.pause_writing()
        self._slow = self.loop.call_later(SLOWEST, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer: the phone reads again."""
        self.flow.resume_writing()
        if self._slow is not None:
            self._slow.cancel()

    def send_400_response(self, msg: str) -> None:
        """Cut off a connection with a malformed or too large request, without an answer."""
        self.transport.abort()


def oldest(connections: Iterable[Connection]) -> Connection:
    """The connection that was opened first."""
    return min(connections, key=lambda one: one._came)
