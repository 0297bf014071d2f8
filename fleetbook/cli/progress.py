"""The progress of long work, on the terminal. Quick work shows nothing, and neither does work without a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from fleetbook.reports.watch import Watch

PATIENCE, PACE = 1.0, 0.2  # seconds before the first line, and between two


@contextmanager
def progress() -> Iterator[Watch]:
    """Yields a function that shows the present task, how much of it is done, and of how much.

    An empty task wipes the line out, so that something else can be written. So does the end of the block.
    """
    began = last = time.monotonic()
    shown = False

    def show(what: str, done: int, of: int) -> None:
        nonlocal last, shown
        if not what:
            if shown:
                _write("\r\x1b[K")
            return
        now = time.monotonic()
        if now - began > PATIENCE and now - last > PACE and sys.stderr is not None and sys.stderr.isatty():
            last, shown = now, True
            _write(f"\r\x1b[K{what}: {100 * done // max(of, 1)} %")

    try:
        yield show
    finally:
        if shown:
            _write("\r\x1b[K")


def _write(text: str) -> None:
    with suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()
