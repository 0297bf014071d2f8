"""A page of text to read, which scrolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ClassVar

from fleetbook.core.parsing import counted, has_word
from fleetbook.tui.kit.grid import draw_rule, filled
from fleetbook.tui.kit.keys import FAR, letter
from fleetbook.tui.kit.line import Line, cut, ink
from fleetbook.tui.kit.page import Lines, Page
from fleetbook.tui.kit.style import BOLD, KEY, QUIET
from fleetbook.tui.kit.text_field import Search

SEARCHES = "/"
INDENTED = 6  # cells before a line that continues the line above
SCROLLS = {"up": -1, "down": 1}  # while words are typed
STEPS = {"up": -1, "k": -1, "down": 1, "j": 1, "home": -FAR, "end": FAR}
TURNS = {"pageup": -1, "pagedown": 1, "space": 1}  # how many pages each key scrolls


class Reader(Page):
    """Lines of text to read. Any key that does not scroll closes the page; a key in ``leads`` then runs its function.

    searches  whether ``/`` searches the text
    foot      the other keys and what they do, for the last line
    """

    searches: ClassVar[bool] = True

    foot: ClassVar[tuple[tuple[str, str], ...]] = (("/", "search"), ("any other key", "back"))

    def __init__(
        self,
        title: str,
        lines: Lines,
        leads: Mapping[str, Callable[[], None]] = MappingProxyType({}),
        searched: Lines | None = None,
    ) -> None:
        """``searched`` has the lines in which words are sought, if not in ``lines``."""
        super().__init__()
        self._heading, self._draw_lines, self._leads, self._searched = title, lines, leads, searched or lines
        self._top, self._room = 0, 1
        self._search = Search()

    def take(self, key: str, character: str | None) -> bool:
        if self._search.typing and key in SCROLLS:
            self._top += SCROLLS[key]
            return True
        if self._search.press(key, character):
            self._top = self._top if key == "enter" else 0
            return True
        onward = self._leads.get(letter(character))
        if character == SEARCHES and self.searches:
            self._search.begin()
            self._top = 0
        elif onward is None and (key in STEPS or key in TURNS):
            self._top += STEPS.get(key, 0) + TURNS.get(key, 0) * max(self._room - 1, 1)
        else:
            self.pages.leave()
            if onward is not None:
                onward()
            else:
                self.left_by(key, character)
        return True

    def _found(self, lines: list[Line]) -> list[Line]:
        """The lines that have all the words sought, each with the indented lines that go on with it."""
        if not (words := self._search.words):
            return lines
        blocks = list[list[Line]]()
        for line in lines:
            goes_on = "".join(text for text, _ in line).startswith(" " * INDENTED)
            blocks[-1].append(line) if goes_on and blocks else blocks.append([line])
        said = [" ".join(text for line in block for text, _ in line) for block in blocks]
        found = (block for block, text in zip(blocks, said, strict=True) if all(has_word(text, word) for word in words))
        return [line for block in found for line in block]

    def left_by(self, key: str, character: str | None) -> None:
        """Handle the key that closed the page, if the key is not in ``leads``."""

    def draw(self, size: tuple[int, int]) -> list[Line]:
        width, height = size
        drawn = (self._searched if self._search.is_on else self._draw_lines)(width)
        lines = self._found([cut(line, width) for line in drawn])
        self._room = max(height - 2, 1)
        self._top = max(min(self._top, len(lines) - self._room), 0)
        more = len(lines) - self._room - self._top
        right: Line = (ink(f" {more} more ↓ ", BOLD),) if more > 0 else ()
        keys = (("↑↓ PgUp PgDn", "scroll"), *self.foot)
        foot: Line = tuple(part for key, does in keys for part in (ink(f" {key}", KEY), ink(f" {does}  ", QUIET)))
        if self._search.is_on:
            foot = self._search.draw(counted(len(lines), "line"))
            lines = lines or [(ink("   nothing fits", QUIET),)]
        head = draw_rule((ink(f" {self._heading} ", BOLD),), right, width)
        return filled([head, *filled(lines[self._top :], self._room), cut(foot, width)], height)
