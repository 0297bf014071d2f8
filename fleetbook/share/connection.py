"""A connection to the window, with bounds: how many there are, how large a request is, and how long one may take."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from random import SystemRandom
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from fleetbook.share.streams import STREAM

MOST_STRANGERS, MOST_OF_AN_ADDRESS, MOST_OF_TOKEN = 40, 24, 40
"""Connections on which no link was shown yet, of all addresses and of one; and connections of each link. Every link has places,
however many strangers come."""
WHILE, MOST_AT_ONCE = 0.25, 200
"""Seconds in which somebody who has come can show his link; and strangers of less than that, of whom the oldest must go too."""
LARGEST_HEAD = 8192  # bytes
HEADLESS, LONGEST, SLOWEST = 3.0, 20.0, 10.0
"""Seconds: for the first request's head; for requests and pages; in which what was sent must be taken."""
LOTS, LONGEST_LOT = SystemRandom(), 0.03
"""Seconds that what is asked waits by lot: how soon an answer comes, whatever it is, tells little of how busy the battle is."""
TOKEN = "fleetbook.token"
"""The key of a scope under which the token of its link stands."""


class Connection(H11Protocol):
    """One that is too many, too slow, or has nothing to say is cut off. A stream of changes may last as long as it is read."""

    _bound: asyncio.TimerHandle | None = None
    _headless: asyncio.TimerHandle | None = None
    _slow: asyncio.TimerHandle | None = None
    _lot: asyncio.TimerHandle | None = None
    _came = 0.0
    _asked = b""

    @property
    def token(self) -> bytes | None:
        """Of the link that was asked for last; None for a stranger."""
        return self._scope.get(TOKEN) if self._scope else None

    @property
    def _scope(self) -> Any:
        """Of the last request; None before the first, whatever the base class declares."""
        return self.scope

    @property
    def is_stream(self) -> bool:
        """Whether it tells of changes."""
        return self._scope is not None and STREAM in self._scope and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Someone has come."""
        super().connection_made(transport)
        if self.client is None:
            transport.abort()
            return
        self._came = self.loop.time()
        self._bound = self.loop.call_later(LONGEST, self._ask)
        self._headless = self.loop.call_later(HEADLESS, self._expect_head)
        self._make_room()

    def _make_room(self) -> None:
        """Where there are too many strangers, one goes: of the busiest addresses the first to come, after a while."""
        strangers = [other for other in self._others() if other.token is None]
        busy = Counter(other.client[0] for other in strangers if other.client)
        most = max(busy.values(), default=0)
        if len(strangers) > MOST_STRANGERS or most > MOST_OF_AN_ADDRESS:
            gone = oldest(other for other in strangers if other.client and busy[other.client[0]] == most)
            if most > MOST_OF_AN_ADDRESS or len(strangers) > MOST_AT_ONCE or self._came - gone._came > WHILE:
                gone.transport.abort()

    def _others(self) -> list[Connection]:
        return [other for other in self.connections if isinstance(other, Connection) and not other.transport.is_closing()]

    def data_received(self, data: bytes) -> None:
        """Something was asked; it is looked at after its lot, and no more is read until then."""
        self._asked += data
        if self._lot is None:
            self.transport.pause_reading()
            self._lot = self.loop.call_later(LOTS.uniform(0, LONGEST_LOT), self._look)

    def _look(self) -> None:
        """Take what was asked. The token of a request is known once its answer has begun."""
        asked, self._asked, self._lot = self._asked, b"", None
        self.transport.resume_reading()
        super().data_received(asked)
        self.loop.call_soon(self._take_place)

    def _take_place(self) -> None:
        """Where a link has too many connections, its oldest goes that is no stream."""
        same = [other for other in self._others() if other.token == self.token] if self.token else []
        if len(same) > MOST_OF_TOKEN:
            idle = [other for other in same if not other.is_stream and other is not self]
            oldest(idle or same).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Someone has gone."""
        for timer in (self._bound, self._headless, self._slow, self._lot):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def _expect_head(self) -> None:
        """Cut off who has not asked for anything yet."""
        if self._scope is None:
            self.transport.abort()

    def _ask(self) -> None:
        """Cut off what has lasted too long and is no stream."""
        if self.is_stream:
            self._bound = self.loop.call_later(LONGEST, self._ask)
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        """What was sent is not taken."""
        self.flow.pause_writing()
        self._slow = self.loop.call_later(SLOWEST, self.transport.abort)

    def resume_writing(self) -> None:
        """It is now."""
        self.flow.resume_writing()
        if self._slow is not None:
            self._slow.cancel()

    def send_400_response(self, msg: str) -> None:
        """What is no request, or too large for one, has no answer."""
        self.transport.abort()


def oldest(connections: Iterable[Connection]) -> Connection:
    """Of several the one that came first."""
    return min(connections, key=lambda one: one._came)
