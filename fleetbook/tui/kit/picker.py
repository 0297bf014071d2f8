"""One of several lines, found by typing; or a line of text."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from fleetbook.reports.text_layout import wrap
from fleetbook.tui.battle.heading import draw_rule
from fleetbook.tui.kit.canvas import Canvas
from fleetbook.tui.kit.line import Line, cells, cut, ink
from fleetbook.tui.kit.style import BOLD, CURSOR, KEY, PLAIN, QUIET
from fleetbook.tui.kit.text_field import LineEdit

MOST_LINES = 4  # of an option too long for its own
STEPS = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}


class Picker(Screen[str | None]):
    """Dismissed with the line picked, with the text typed where ``free``, or with None. ``text`` stands there at first."""

    def __init__(self, title: str, options: Sequence[str], free: bool = False, *, text: str = "") -> None:
        super().__init__()
        self._heading, self._options, self._free, self._empty = title, list(options), free, "nothing fits"
        self._typed = LineEdit.at_end(text)
        self._place = 0

    def compose(self) -> ComposeResult:
        """One canvas."""
        yield Canvas()

    def on_resize(self) -> None:
        """Draw anew for the new size."""
        self._show()

    @property
    def found(self) -> list[str]:
        """The options that have every word typed, in any case."""
        words = self._typed.text.casefold().split()
        return [option for option in self._options if all(word in option.casefold() for word in words)]

    def on_key(self, event: events.Key) -> None:
        """Type, move, pick or leave."""
        event.stop()
        if event.key == "escape":
            self.dismiss(None)
        elif event.key == "enter":
            self._take()
        elif event.key in STEPS:
            self._place += STEPS[event.key]
            self._show()
        else:
            self._type(event)

    def on_paste(self, event: events.Paste) -> None:
        """Text pasted."""
        event.stop()
        self._typed = self._typed.insert("".join(c for c in event.text if c.isprintable()))
        self._show()

    def _type(self, event: events.Key) -> None:
        character = event.character
        edited = self._typed.insert(character) if character and character.isprintable() else self._typed.press(event.key)
        if edited is not None:
            self._typed, self._place = edited, 0
            self._show()

    def _take(self) -> None:
        found = self.found
        if self._free:
            if self._typed.text.strip():
                self.dismiss(self._typed.text.strip())
        elif found:
            self.dismiss(found[self._place % len(found)])

    def _show(self) -> None:
        width, height = self.size.width, self.size.height
        found = self.found
        place = self._place % len(found) if found else 0
        whole = _whole(found[place], width) if found else [()]
        room = max(height - 3 - len(whole), 1)
        top = max(min(place - room // 2, len(found) - room), 0)
        body: list[Line] = [
            cut((ink(" ▸ " if at == place else "   ", KEY), ink(option, CURSOR if at == place else PLAIN)), width)
            for at, option in enumerate(found[top : top + room], top)
        ]
        if not found and not self._free:
            body = [(ink(f"   {self._empty}", QUIET),)]
        caret = self._typed.caret
        line = (
            ink(" › ", KEY),
            ink(self._typed.text[:caret], BOLD),
            ink(self._typed.text[caret : caret + 1] or " ", CURSOR),
            ink(self._typed.text[caret + 1 :], BOLD),
            ink("" if self._typed.text or self._free else " type to filter", QUIET),
        )
        head = draw_rule((ink(f" {self._heading} ", BOLD),), (ink(f" {len(found)} ", QUIET),) if found else (), width)
        foot: Line = (
            ink(" Enter", KEY),
            ink(" take   ", QUIET),
            *((ink("↑↓", KEY), ink(" another   ", QUIET)) if self._options else ()),
            ink("Esc", KEY),
            ink(" back"),
        )
        self.query_one(Canvas).show([head, cut(line, width), *body, *([()] * (room - len(body))), *whole, foot])


def _whole(option: str, width: int) -> list[Line]:
    """An option that its line cannot hold, in full; an empty line for any other."""
    if cells((ink(option),)) <= width - 3:
        return [()]
    return [(ink(f" {line}", QUIET),) for line in wrap(option, width - 2)[:MOST_LINES]]
