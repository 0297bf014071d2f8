"""A connection to the window, with bounds: how many there are, how large a request is, and how long one may take."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from fleetbook.share.streams import STREAM

MOST, MOST_OF_AN_ADDRESS = 60, 24
LARGEST_HEAD = 8192  # bytes
LONGEST, SLOWEST = 20.0, 10.0  # seconds for requests and pages; in which what was sent must be taken


class Connection(H11Protocol):
    """One that is too many, too slow, or has nothing to say is cut off. A stream of changes may last as long as it is read."""

    _bound: asyncio.TimerHandle | None = None
    _slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Someone has come."""
        super().connection_made(transport)
        addresses = [other.client[0] for other in self.connections if isinstance(other, Connection) and other.client]
        if len(self.connections) > MOST or self.client is None or addresses.count(self.client[0]) > MOST_OF_AN_ADDRESS:
            transport.abort()
        else:
            self._bound = self.loop.call_later(LONGEST, self._ask)

    def connection_lost(self, exc: Exception | None) -> None:
        """Someone has gone."""
        for timer in (self._bound, self._slow):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def _ask(self) -> None:
        """Cut off what has lasted too long and is no stream."""
        if self.scope is not None and STREAM in self.scope and not self.cycle.response_complete:
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
