"""A desk on the screen: one canvas, keys handed to the desk, and what it asks of the app."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.worker import get_current_worker

from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.tui.kit.canvas import Canvas
from fleetbook.tui.kit.line import Line
from fleetbook.tui.kit.page import Desk, Pages, Stopped, Watch
from fleetbook.tui.kit.picker import Picker
from fleetbook.tui.kit.reader import Page

if TYPE_CHECKING:
    from fleetbook.tui.app import FleetbookApp


T = TypeVar("T")
PACE = 0.1  # seconds between two words on how far long work is


class DeskScreen(Screen[None]):
    """Made with what makes its desk, which needs the screen to open others."""

    def __init__(self, make: Callable[[Pages], Desk] | Desk) -> None:
        super().__init__()
        self._jobs: list[Callable[[], None]] = []
        self.desk = make if isinstance(make, Desk) else make(self)

    def compose(self) -> ComposeResult:
        """One canvas."""
        yield Canvas()

    def on_resize(self) -> None:
        """Draw anew for the new size; what is being typed stays."""
        self.redraw()

    def on_screen_resume(self) -> None:
        """What another screen has changed is seen now."""
        self.desk.refresh()
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Every key goes to the desk."""
        event.stop()
        event.prevent_default()
        self.desk.press(event.key, event.character)
        self.redraw()

    def on_paste(self, event: events.Paste) -> None:
        """Text pasted goes to the desk."""
        event.stop()
        self.desk.paste(event.text)
        self.redraw()

    def redraw(self) -> None:
        """Show the desk as it stands."""
        width, height = self.size.width, self.size.height
        if width and height and self.is_attached:
            self.query_one(Canvas).show(self.desk.draw((width, height)))

    # ------------------------------------------------------------------ what desks ask for

    def show(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        """A page to read."""
        self.app.push_screen(Page(title, lines))

    def pick(self, title: str, options: Sequence[str], then: Callable[[str], None], free: bool = False, text: str = "") -> None:
        """One of several lines, or any text."""

        def taken(chosen: str | None) -> None:
            if chosen is not None:
                then(chosen)
            self.redraw()

        self.app.push_screen(Picker(title, options, free, text=text), taken)

    def put(self, desk: Desk) -> None:
        """Another desk over this one."""
        screen = DeskScreen(desk)
        desk.pages = screen
        self.app.push_screen(screen)

    def referee(self, battle: BattleFile, typed_dice: bool | None = None) -> None:
        """Into a battle."""
        cast("FleetbookApp", self.app).open_battle(battle, typed_dice)

    def report(self, journal: Journal[Any], path: Path, warning: str) -> None:
        """The report of a battle."""
        cast("FleetbookApp", self.app).open_report(journal, path, warning)

    def work(self, job: Callable[[Watch], T], done: Callable[[T], None], tell: Watch) -> Callable[[], None]:
        """Something long, in a thread; it ends where it is stopped, or the screen is left meanwhile."""
        stopped = Event()

        def worked() -> None:
            worker = get_current_worker()
            told = time.monotonic()

            def watch(number: int, of: int) -> None:
                nonlocal told
                if stopped.is_set() or worker.is_cancelled:
                    raise Stopped
                if time.monotonic() - told > PACE:
                    told = time.monotonic()
                    self.app.call_from_thread(self._seen, partial(tell, number, of))

            with suppress(Stopped):
                result = job(watch)
                watch(1, 1)
                self.app.call_from_thread(self._seen, partial(done, result))

        self._jobs.append(worked)
        if self.is_attached:
            self._start_jobs()
        return stopped.set

    def on_mount(self) -> None:
        """Begin what was asked for before the screen was there."""
        self._start_jobs()

    def _start_jobs(self) -> None:
        jobs, self._jobs = self._jobs, []
        for job in jobs:
            self.run_worker(job, thread=True, group="desk")

    def _seen(self, change: Callable[[], None]) -> None:
        change()
        self.redraw()

    def leave(self) -> None:
        """Back to what lies below; out of the app where nothing does."""
        cast("FleetbookApp", self.app).leave(self)
