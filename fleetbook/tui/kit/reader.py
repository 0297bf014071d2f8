"""A page to read over the battle screen; it scrolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from fleetbook.tui.battle.heading import draw_rule
from fleetbook.tui.kit.canvas import Canvas
from fleetbook.tui.kit.line import Line, cut, ink
from fleetbook.tui.kit.style import BOLD, KEY, QUIET

STEPS = {"up": -1, "k": -1, "down": 1, "j": 1}
FAR = 10**6


class Page(Screen[None]):
    """Lines under a title. Any key that does not scroll closes it."""

    def __init__(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        super().__init__()
        self._heading, self._draw_lines = title, lines
        self._top = 0

    def compose(self) -> ComposeResult:
        """One canvas."""
        yield Canvas()

    def on_resize(self) -> None:
        """Draw anew for the new size."""
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Scroll or close."""
        event.stop()
        page = max(self.size.height - 3, 1)
        steps = {**STEPS, "pageup": -page, "pagedown": page, "space": page, "home": -FAR, "end": FAR}
        if event.key in steps:
            self._top += steps[event.key]
            self._show()
        else:
            self.dismiss()

    def _show(self) -> None:
        width, height = self.size.width, self.size.height
        lines = [cut(line, width) for line in self._draw_lines(width)]
        room = max(height - 2, 1)
        self._top = max(min(self._top, len(lines) - room), 0)
        more = len(lines) - room - self._top
        body = lines[self._top : self._top + room]
        right: Line = (ink(f" {more} more ↓ ", BOLD),) if more > 0 else ()
        foot: Line = (ink(" ↑↓ PgUp PgDn", KEY), ink(" scroll   ", QUIET), ink("any other key", KEY), ink(" back", QUIET))
        head = draw_rule((ink(f" {self._heading} ", BOLD),), right, width)
        self.query_one(Canvas).show([head, *body, *([()] * (room - len(body))), foot])
