"""The battle screen: one canvas, keys handed to the referee, odds weighed in the background."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import get_current_worker

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.order import Order
from fleetbook.referee.session import Session
from fleetbook.reports.views.shapes import OddsTold
from fleetbook.tui.battle.large_board import draw_board
from fleetbook.tui.battle.odds_worker import weigh
from fleetbook.tui.battle.page import Referee
from fleetbook.tui.battle.picture import Scroll, draw_battle, with_clock
from fleetbook.tui.kit.canvas import Canvas
from fleetbook.tui.kit.line import Line

if TYPE_CHECKING:
    from fleetbook.tui.app import FleetbookApp


class BattleScreen(Screen[None]):
    """A battle being refereed."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.referee = Referee(session, self)
        self._clock: Timer | None = None
        self._scroll = Scroll()
        self._weighing: Order[Any] | None = None

    def compose(self) -> ComposeResult:
        """One canvas."""
        yield Canvas()

    def on_mount(self) -> None:
        """Take up the user's keys, and say what is wrong with them."""
        app = cast("FleetbookApp", self.app)
        self.referee.take_keys(app.preferences.keys, app.trouble)

    def on_resize(self) -> None:
        """Draw anew for the new size; an order being filled in stays."""
        self.redraw()

    def on_screen_resume(self) -> None:
        """What a page or a list has changed is seen now."""
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Every key goes to the referee."""
        event.stop()
        event.prevent_default()
        self._tick()
        self.referee.press(event.key, event.character)
        self._keep_time()
        self.redraw()

    def on_paste(self, event: events.Paste) -> None:
        """Text pasted goes to the form."""
        event.stop()
        self.referee.paste(event.text)
        self.redraw()

    def redraw(self) -> None:
        """Show the battle as it stands."""
        self._weigh()
        width, height = self.size.width, self.size.height
        if width and height:
            canvas = self.query_one(Canvas)
            draw = draw_board if canvas.look.large else draw_battle
            lines = draw(self.session, self.referee.view, self.referee.commands, (width, height), self._scroll)
            if self.referee.clock.running:
                lines = with_clock(self.session, lines, self.referee.clock, width)
            canvas.show(lines)

    # ------------------------------------------------------------------ the clock

    def _keep_time(self) -> None:
        """Have the clock tick while it is on."""
        if self.referee.clock.running and self._clock is None:
            self._clock = self.set_interval(1.0, self._show_time)
        elif not self.referee.clock.running and self._clock is not None:
            self._clock.stop()
            self._clock = None

    def _tick(self) -> None:
        if self.referee.clock.running:
            self.referee.clock = self.referee.clock.ticked(time.monotonic(), self.session.acting)

    def _show_time(self) -> None:
        self._tick()
        self.redraw()

    # ------------------------------------------------------------------ odds

    def _weigh(self) -> None:
        """Weigh the order in the form, unless it is being weighed; odds of another order are dropped."""
        order = self.referee.weighed
        if order == self._weighing:
            return
        self._weighing = order
        if order is None:
            self.referee.show_odds(None)
            return
        self.run_worker(partial(self._weigh_in_thread, self.session.battle, order), thread=True, exclusive=True, group="odds")

    def _weigh_in_thread(self, battle: Battle[Any], order: Order[Any]) -> None:
        worker = get_current_worker()
        for told, note in weigh(battle, order, lambda: worker.is_cancelled):
            if worker.is_cancelled:
                return
            self.app.call_from_thread(self._odds_come, order, told, note)

    def _odds_come(self, order: Order[Any], told: OddsTold | None, note: str) -> None:
        if order == self._weighing:
            self.referee.show_odds(told, note)
            self.redraw()

    # ------------------------------------------------------------------ pages over the screen

    def show(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        """A page to read."""
        from fleetbook.tui.kit.reader import Page  # noqa: PLC0415 (start-up counts)

        self.app.push_screen(Page(title, lines))

    def pick(self, title: str, options: Sequence[str], then: Callable[[str], None], free: bool = False) -> None:
        """One of several lines, or any text."""
        from fleetbook.tui.kit.picker import Picker  # noqa: PLC0415 (start-up counts)

        def taken(chosen: str | None) -> None:
            if chosen is not None:
                then(chosen)
            self.redraw()

        self.app.push_screen(Picker(title, options, free), taken)

    def next_look(self) -> None:
        """Other colours."""
        cast("FleetbookApp", self.app).action_next_look()

    def read_report(self) -> None:
        """The report, on a screen of its own."""
        file = self.session.file
        cast("FleetbookApp", self.app).open_report(self.session.journal, file.path, file.damage or file.notice)

    def leave(self) -> None:
        """Close the battle, and go back to where it was opened from."""
        cast("FleetbookApp", self.app).leave(self)
