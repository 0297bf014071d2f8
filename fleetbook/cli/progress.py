"""How far a long work is, on the terminal of whoever waits for it; nothing where it is quick or nobody looks."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from fleetbook.reports.watch import Watch

PATIENCE, PACE = 1.0, 0.2  # seconds before the first word, and between two


@contextmanager
def progress() -> Iterator[Watch]:
    """Yields what is to be told what is done, how much of it, and of how much. Its line is wiped out again at the end, and before
    that where something else is to be said: by a word of nothing.
    """
    began = told = time.monotonic()
    shown = False

    def tell(what: str, done: int, of: int) -> None:
        nonlocal told, shown
        if not what:
            if shown:
                _write("\r\x1b[K")
            return
        now = time.monotonic()
        if now - began > PATIENCE and now - told > PACE and _is_watched():
            told, shown = now, True
            _write(f"\r\x1b[K{what}: {100 * done // max(of, 1)} %")

    try:
        yield tell
    finally:
        if shown:
            _write("\r\x1b[K")


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _write(text: str) -> None:
    with suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()
