"""Show the progress of long work on the terminal, as a bar that fills. Nothing is shown for quick work, or without a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from fleetbook.cli.output import legible
from fleetbook.reports.watch import Watch

PATIENCE, PACE = 1.0, 0.2  # seconds before progress is first shown, and between two updates
CELLS = 20  # of the bar


@contextmanager
def progress() -> Iterator[Watch]:
    """Yield a function that shows the present task and its progress.

    The function takes the task, the amount done and the total amount. If the task is empty, it erases the line, so that other
    text can be written. The end of the ``with`` block erases the line too.
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
            _write(legible(f"\r\x1b[K{what} {_bar(done, of)} {100 * done // max(of, 1)} %", sys.stderr))

    try:
        yield show
    finally:
        if shown:
            _write("\r\x1b[K")


def _bar(done: int, of: int) -> str:
    """A bar that fills from left to right."""
    filled = min(CELLS, CELLS * done // max(of, 1))
    return "━" * filled + "╌" * (CELLS - filled)


def _write(text: str) -> None:
    with suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()
