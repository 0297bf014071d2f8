"""Signals as an order is given: boxes just struck flash, a lost ship rings the bell."""

from __future__ import annotations

import os
from collections.abc import Callable

from rich.style import Style

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import LOST
from fleetbook.referee.session import Session
from fleetbook.store.library.preferences import Preferences
from fleetbook.tui.kit.line import Line
from fleetbook.tui.kit.page import Pages, Stop
from fleetbook.tui.kit.style import FRESH

FLASHES, SECONDS = 4, 0.15  # turned round and back, twice
STILL = "NO_MOTION"  # a variable of the environment: nothing moves
TURNED = FRESH + Style(reverse=True)


class Signals:
    """The flashing and the bell of a battle page. ``pages`` gives the host once there is one."""

    def __init__(self, session: Session, preferences: Preferences, pages: Callable[[], Pages]) -> None:
        self._session, self._pages = session, pages
        self._rings, self._flashes = preferences.bell, preferences.flash and not os.environ.get(STILL)
        self._left = 0
        self.stop: Stop = lambda: None

    def given(self, record: Record) -> None:
        """An order was given."""
        if self._rings and any(result.kind == LOST for result in self._session.journal.results(record)):
            self._pages().ring()
        if self._flashes and any(any(tracks.values()) for tracks in self._session.struck().values()):
            self.stop()
            self._left, self.stop = FLASHES, self._pages().every(SECONDS, self._next)

    def _next(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self.stop()

    def shown(self, lines: list[Line]) -> list[Line]:
        """The screen's lines. Boxes just struck are reversed while they flash."""
        if self._left % 2 or not self._left:
            return lines
        return [tuple((text, TURNED if style == FRESH else style) for text, style in line) for line in lines]
