"""Show the progress of long work on the terminal. Nothing is shown for quick work, or without a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from fleetbook.reports.watch import Watch

PATIENCE, PACE = 1.0, 0.2  # seconds before progress is first shown, and between two updates


@contextmanager
def progress() -> Iterator[Watch]:
    """Yield a function that shows the present task and how much of it is done.

    Its arguments are the task, the amount done and the total amount. An empty task erases the line, so that other text can be
    written. The end of the block does too.
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
