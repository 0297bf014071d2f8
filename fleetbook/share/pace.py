"""How fast an address may ask: a burst, then so many requests a second; whoever asks for more waits, not the referee."""

from __future__ import annotations

import time

BURST, EVERY = 40, 0.1
"""So many requests at once, such as of pages that all come back; after them one in so many seconds."""
MOST_KEPT = 256


class Pace:
    """The requests of each address."""

    def __init__(self) -> None:
        self._due: dict[str, float] = {}  # when its next request would come if it had kept to the pace

    def wait(self, address: str) -> float:
        """Seconds after which a request that has come now is answered."""
        now = time.monotonic()
        rested = now - BURST * EVERY
        if len(self._due) > MOST_KEPT:
            self._due = {each: due for each, due in self._due.items() if due > rested}
        due = max(self._due.get(address, rested), rested)
        self._due[address] = due + EVERY
        return max(due - now, 0.0)
