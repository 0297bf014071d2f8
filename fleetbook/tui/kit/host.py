"""The one Textual screen of the app. It passes keys to the page on top and shows the lines which that page draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Event

from rich.console import Console
from rich.control import Control
from rich.segment import Segment
from textual import events
from textual._compositor import ChopsUpdate, Compositor
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
NO_KEY = "ctrl+@"  # Windows reports a modifier key pressed alone as this; no command uses it
UNSHOWN = "This page cannot be shown until the package is mended; esc or q leaves it. Nothing is lost."


class Canvas(Widget):
    """A widget that shows lines of styled text. It repaints only the cells that changed, and handles no keys."""

    DEFAULT_CSS = "Canvas { width: 100%; height: 100%; }"

    def __init__(self, look: Theme, plain: bool) -> None:
        super().__init__()
        self.look, self._plain = look, plain
        self._lines: list[Line] = []
        self._strips: dict[int, Strip] = {}  # the strip of each row, until its line changes
        self._strips_of: tuple[int, Theme] = (0, look)  # their width and colours

    def show(self, lines: Sequence[Line]) -> None:
        before, self._lines = self._lines, list(lines)
        width = self.size.width
        if len(before) != len(self._lines):
            self._strips.clear()
            self.refresh()
            return
        changed = [row for row, (old, new) in enumerate(zip(before, self._lines, strict=True)) if old != new]
        for row in changed:
            self._strips.pop(row, None)
        spans = [(row, *changed_cells(before[row], self._lines[row], width)) for row in changed]
        if spans:
            self.refresh(*(Region(start, row, end - start, 1) for row, start, end in spans))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of these rows. A line that did not change keeps its strip. Textual's own cache of strips costs more at every
        key, because it also draws borders.
        """
        if self._strips_of != (self.size.width, self.look):
            self._strips_of = self.size.width, self.look
            self._strips.clear()
        strips = [self._strip(row) for row in crop.line_range]
        return strips if crop.width == self.size.width else [strip.crop(crop.x, crop.right) for strip in strips]

    def _strip(self, row: int) -> Strip:
        if row not in self._strips:
            self._strips[row] = self._painted(self._lines[row] if row < len(self._lines) else ())
        return self._strips[row]

    def _painted(self, line: Line) -> Strip:
        look = self.look
        strip = Strip([Segment(self._shown(text), look.style(style)) for text, style in line if text])
        strip = strip.adjust_cell_length(self.size.width, look.ground)
        for colours in self.get_line_filters():
            strip = strip.apply_filter(colours, self.background_colors[1])
        return strip

    def _shown(self, text: str) -> str:
        """The text as shown. In plain mode, uncommon characters are replaced by common ones of the same width."""
        return text.translate(PLAIN_SIGNS) if self._plain or self.look.plain else text

    @property
    def text(self) -> str:
        return "\n".join("".join(self._shown(text) for text, _ in line).rstrip() for line in self._lines)


def changed_cells(old: Line, new: Line, width: int) -> tuple[int, int]:
    """The range of cells to repaint. It begins at the first cell that differs and ends after the last one."""
    start, pieces = 0, min(len(old), len(new))
    while start < pieces and old[start] == new[start]:
        start += 1
    end = 0
    if cells(old) == cells(new):
        while end < pieces - start and old[-1 - end] == new[-1 - end]:
            end += 1
    last = cells(new) - cells(new[len(new) - end :]) if end else width
    return cells(new[:start]), max(min(last, width), 1)


class CellsUpdate(ChopsUpdate):
    """An update that sends only the changed cells of a line. Textual itself sends the line from its left edge to the last changed
    cell.
    """

    def render_segments(self, console: Console) -> str:
        parts = list[str]()
        for row, start, end in self.spans:
            strip = Strip.join(self.chops[row].values()).crop(start, end)
            parts += Control.move_to(start, row).segment.text, strip.render(console)
        return "".join(parts)


class CellCompositor(Compositor):
    """Textual's compositor, which sends no cell that did not change."""

    def render_partial_update(self) -> CellsUpdate | None:
        update = super().render_partial_update()
        return None if update is None else CellsUpdate(update.chops, update.spans, update.chop_ends)


class HostScreen(Screen[None]):
    """The screen that hosts all pages, beginning with ``first``. ``plain`` shows only common characters, in every theme."""

    def __init__(self, first: Page, look: Theme, plain: bool = False) -> None:
        super().__init__()
        self._compositor = CellCompositor()
        self.canvas = Canvas(look, plain)
        self.pages = ScreenPages(self)
        self.pages.add(first)

    def on_mount(self) -> None:
        """Let the first page start its timers and threads, which need the running app."""
        self.pages.page.opened()

    def compose(self) -> ComposeResult:
        yield self.canvas

    def render_lines(self, crop: Region) -> list[Strip]:
        """Blank strips: the canvas covers the screen, which Textual draws below it at every key."""
        return [Strip.blank(crop.width)] * crop.height

    def on_resize(self) -> None:
        """Redraw for the new size. Text being typed is kept."""
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Pass the key to the page on top, then redraw."""
        event.stop()
        event.prevent_default()
        if event.key == NO_KEY:
            return
        # While the app starts, the terminal still turns Enter into a line feed. Keys typed then count too.
        key, character = ("enter", "\r") if event.key == LINE_FEED else (event.key, event.character)
        self.attempt(lambda: self.pages.hand_over(key, character))
        self.redraw()

    def attempt(self, change: Callable[[], object]) -> None:
        """Run a change of the page on top. If the rule set's code fails, the page shows the fault as a message."""
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
        """The lines of the page on top. If the rule set's code fails while it draws, its fault instead."""
        try:
            return self.pages.page.draw(size)
        except (Exception, NoEnd) as error:
            fault = rules_fault(error)
            if fault is None:
                raise
            return [*text_lines(f"{fault}. {UNSHOWN}", size[0]), *[()] * size[1]][: size[1]]


class ScreenPages(PageStack):
    """The stack of pages that a Textual screen shows."""

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

    def between_keys(self, change: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the app has ended
            self._screen.app.call_from_thread(self._changed, change)

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
        """Change the page from a worker's thread, between two keys. Do nothing if the work was stopped meanwhile."""
        self._screen.app.call_from_thread(lambda: None if stopped.is_set() else self._changed(change))


class _ScreenWork:
    """A job that runs in a thread of a screen."""

    def __init__(self, pages: ScreenPages, stopped: Event) -> None:
        self._pages, self._stopped, self._worker = pages, stopped, get_current_worker()

    @property
    def stopped(self) -> bool:
        """Whether the job should end: its page was left, the job was stopped, or the app ended."""
        return self._stopped.is_set() or self._worker.is_cancelled

    def tell(self, change: Callable[[], None]) -> None:
        if self.stopped:
            raise Stopped
        self._pages.change_from_thread(change, self._stopped)
