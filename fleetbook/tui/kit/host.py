"""The one screen that hosts all pages. Textual is a terminal driver: keys come in, the lines of the page on top go out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Event

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.worker import get_current_worker

from fleetbook.core.faults import NoEnd, RulesFault
from fleetbook.reports.text_layout import PLAIN_SIGNS
from fleetbook.store.catalogue import rules_fault
from fleetbook.tui.kit.line import Line, cells, text_lines
from fleetbook.tui.kit.page import Page, Stop, Stopped, Work
from fleetbook.tui.kit.stack import PageStack
from fleetbook.tui.kit.style import Theme

LINE_FEED = "ctrl+j"
NO_KEY = "ctrl+@"  # what a modifier by itself comes as on Windows; no command has it
UNSHOWN = "This page cannot be shown until the package is mended; esc or q leaves it. Nothing is lost."


class Canvas(Widget):
    """Lines of styled text, as many as find room. Only changes are painted again. It has no keys of its own."""

    DEFAULT_CSS = "Canvas { width: 100%; height: 100%; }"

    def __init__(self, look: Theme, plain: bool) -> None:
        super().__init__()
        self.look, self._plain = look, plain
        self._lines: list[Line] = []

    def show(self, lines: Sequence[Line]) -> None:
        before, self._lines = self._lines, list(lines)
        width = self.size.width
        if len(before) != len(self._lines):
            self.refresh()
            return
        changed = [
            (row, *changed_cells(old, new, width))
            for row, (old, new) in enumerate(zip(before, self._lines, strict=True))
            if old != new
        ]
        if changed:
            self.refresh(*(Region(start, row, end - start, 1) for row, start, end in changed))

    def render_line(self, y: int) -> Strip:
        look, line = self.look, self._lines[y] if y < len(self._lines) else ()
        strip = Strip([Segment(self._shown(text), look.style(style)) for text, style in line])
        return strip.adjust_cell_length(self.size.width, look.ground)

    def _shown(self, text: str) -> str:
        """Text with signs that the terminal's font has. Each is as wide as the one it replaces."""
        return text.translate(PLAIN_SIGNS) if self._plain or self.look.plain else text

    @property
    def text(self) -> str:
        return "\n".join("".join(self._shown(text) for text, _ in line).rstrip() for line in self._lines)


def changed_cells(old: Line, new: Line, width: int) -> tuple[int, int]:
    """The first cell in which two lines differ, and the one after the last. Equal ends are not painted again."""
    start, pieces = 0, min(len(old), len(new))
    while start < pieces and old[start] == new[start]:
        start += 1
    end = 0
    if cells(old) == cells(new):
        while end < pieces - start and old[-1 - end] == new[-1 - end]:
            end += 1
    last = cells(new) - cells(new[len(new) - end :]) if end else width
    return cells(new[:start]), max(min(last, width), 1)


class HostScreen(Screen[None]):
    """All pages, beginning with ``first``. ``plain`` signs are for terminals that lack ours, in every theme."""

    def __init__(self, first: Page, look: Theme, plain: bool = False) -> None:
        super().__init__()
        self.canvas = Canvas(look, plain)
        self.pages = ScreenPages(self)
        self.pages.add(first)

    def on_mount(self) -> None:
        """The first page begins its work: timers and threads need the app to run."""
        self.pages.page.opened()

    def compose(self) -> ComposeResult:
        yield self.canvas

    def on_resize(self) -> None:
        """Draw for the new size. Text being typed stays."""
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Hand the key to the pages and draw the page on top."""
        event.stop()
        event.prevent_default()
        if event.key == NO_KEY:
            return
        # A terminal that is not yet the app's turns Enter into a line feed: keys typed as it starts count too.
        key, character = ("enter", "\r") if event.key == LINE_FEED else (event.key, event.character)
        self.attempt(lambda: self.pages.hand_over(key, character))
        self.redraw()

    def attempt(self, change: Callable[[], object]) -> None:
        """Change the page on top, or have it say where the rules fail."""
        try:
            change()
        except (Exception, NoEnd) as error:
            fault = error if isinstance(error, RulesFault) else rules_fault(error)
            if fault is None or not self.pages.stack:
                raise
            self.pages.page.say(str(fault), warning=True)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self.pages.stack:
            self.pages.page.paste(event.text)
        self.redraw()

    def redraw(self) -> None:
        width, height = self.size.width, self.size.height
        if width and height and self.pages.stack and self.is_attached:
            self.canvas.show(self._drawn((width, height)))

    def _drawn(self, size: tuple[int, int]) -> Sequence[Line]:
        """The page on top, or the fault of the rules that keeps it from being drawn."""
        try:
            return self.pages.page.draw(size)
        except (Exception, NoEnd) as error:
            fault = rules_fault(error)
            if fault is None:
                raise
            return [*text_lines(f"{fault}. {UNSHOWN}", size[0]), *[()] * size[1]][: size[1]]


class ScreenPages(PageStack):
    """The pages of a screen."""

    def __init__(self, screen: HostScreen) -> None:
        super().__init__()
        self._screen = screen

    @property
    def large(self) -> bool:
        return self._screen.canvas.look.large

    def next_look(self) -> None:
        canvas = self._screen.canvas
        canvas.look = self.other_look(canvas.look)
        canvas.refresh()

    def ring(self) -> None:
        self._screen.app.bell()

    def end(self) -> None:
        self._screen.app.exit()

    def every(self, seconds: float, change: Callable[[], object]) -> Stop:
        return self._screen.set_interval(seconds, partial(self._changed, change)).stop

    def work(self, job: Callable[[Work], None]) -> Stop:
        stopped = Event()

        def worked() -> None:
            with suppress(Stopped):
                job(_ScreenWork(self, stopped))

        self._screen.run_worker(worked, thread=True)
        return stopped.set

    def _changed(self, change: Callable[[], object]) -> None:
        self._screen.attempt(change)
        self._screen.redraw()

    def change_from_thread(self, change: Callable[[], None], stopped: Event) -> None:
        """Change the page between two keys, unless the work was stopped meanwhile."""
        self._screen.app.call_from_thread(lambda: None if stopped.is_set() else self._changed(change))


class _ScreenWork:
    """Work in a thread of a screen."""

    def __init__(self, pages: ScreenPages, stopped: Event) -> None:
        self._pages, self._stopped, self._worker = pages, stopped, get_current_worker()

    @property
    def stopped(self) -> bool:
        """Whether the page was left, the work stopped, or the app ended."""
        return self._stopped.is_set() or self._worker.is_cancelled

    def tell(self, change: Callable[[], None]) -> None:
        if self.stopped:
            raise Stopped
        self._pages.change_from_thread(change, self._stopped)
