"""A widget that shows lines and repaints only those that changed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from fleetbook.tui.kit.line import Line, cells
from fleetbook.tui.kit.style import THEMES, Theme


class Canvas(Widget):
    """Lines of styled text, as many as there is room for. It has no keys of its own."""

    DEFAULT_CSS = "Canvas { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Line] = []

    @property
    def look(self) -> Theme:
        """The theme of the app; that of the terminal in an app without themes."""
        theme = getattr(self.app, "look", None)
        return theme if isinstance(theme, Theme) else THEMES["terminal"]

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines instead of those before."""
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
        """One line, filled to the width."""
        theme, line = self.look, self._lines[y] if y < len(self._lines) else ()
        return Strip([Segment(text, theme.style(style)) for text, style in line]).adjust_cell_length(
            self.size.width, theme.ground
        )

    @property
    def text(self) -> str:
        """What is shown, as plain text."""
        return "\n".join("".join(text for text, _ in line).rstrip() for line in self._lines)


def changed_cells(old: Line, new: Line, width: int) -> tuple[int, int]:
    """The first cell in which two lines differ, and the one after the last: what is alike at both ends is not painted again."""
    start, pieces = 0, min(len(old), len(new))
    while start < pieces and old[start] == new[start]:
        start += 1
    end = 0
    if cells(old) == cells(new):
        while end < pieces - start and old[-1 - end] == new[-1 - end]:
            end += 1
    last = cells(new) - cells(new[len(new) - end :]) if end else width
    return cells(new[:start]), max(min(last, width), 1)
