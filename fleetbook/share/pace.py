"""How fast somebody may ask: a burst, then so many requests a second. Whoever asks for more waits, and is soon refused."""

from __future__ import annotations

import time
from collections.abc import Hashable

BURST, EVERY = 40, 0.1
"""So many requests at once, such as of pages that all come back; after them one in so many seconds."""
KINDER = 3  # so many times as much for whoever has a link: phones of a side may share an address
LONGEST_WAIT = 2.0  # seconds; whoever would wait longer is refused, and owes nothing for it
MOST_KEPT = 256


class Pace:
    """The requests of each asker. What he owes is never more than the longest wait."""

    def __init__(self) -> None:
        self._due: dict[Hashable, float] = {}  # when his next request would come if he had kept to the pace

    def wait(self, asker: Hashable, kinder: int = 1) -> float | None:
        """Seconds after which a request that has come now is answered; None where it is refused."""
        now = time.monotonic()
        if len(self._due) >= MOST_KEPT and asker not in self._due:
            self._due = {each: due for each, due in self._due.items() if due > now - BURST * EVERY}
            while len(self._due) >= MOST_KEPT:
                del self._due[min(self._due, key=self._due.__getitem__)]  # who owes least
        rested = now - BURST * EVERY
        due = max(self._due.get(asker, rested), rested)
        if due - now > LONGEST_WAIT:
            return None
        self._due[asker] = due + EVERY / kinder
        return max(due - now, 0.0)

    def give_back(self, asker: Hashable, kinder: int = 1) -> None:
        """A request that waited has gone: it does not count."""
        if asker in self._due:
            self._due[asker] -= EVERY / kinder
