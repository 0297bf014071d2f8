"""The briefing: what the players read before the first order."""

from __future__ import annotations

from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.text_layout import cell_width
from fleetbook.tui.cards.card_lines import labelled
from fleetbook.tui.kit.grid import draw_rule, filled
from fleetbook.tui.kit.line import Line, cut, ink, text_lines, unwrapped
from fleetbook.tui.kit.style import BOLD, KEY, QUIET

TURNS = {"pageup": -1, "pagedown": 1, "space": 1}  # how many pages each key scrolls
ROWS = {"up": -1, "down": 1}
CLOSING = ("enter", "escape")  # keys that only close the briefing
LEAST_HEADING, MOST_HEADING = 12, 24  # narrowest and widest column of headings, in cells


def briefing_lines(journal: Journal[Any], width: int) -> list[Line]:
    """All lines of the briefing, wrapped to a width."""
    from fleetbook.reports.scenario import briefing  # noqa: PLC0415 (start-up counts)

    setup = journal.setup
    lines: list[Line] = [(ink(f" {setup.title}", BOLD),), ()]
    if setup.text:
        lines += [*((ink(" "), *line) for line in text_lines(unwrapped(setup.text), width - 2)), ()]
    size = min(max(LEAST_HEADING, *map(cell_width, setup.sides)), MOST_HEADING)
    lines += [line for heading, text in briefing(journal) for line in labelled(heading, text, width, size=size)]
    return [*lines, (ink(f" {journal.stream.commitment}", BOLD),)]


class Briefing:
    """The briefing, shown in place of the board. Some keys scroll it; any other key closes it and has its usual effect."""

    def __init__(self, journal: Journal[Any]) -> None:
        self._journal = journal
        self._top, self._room = 0, 1

    def scrolls(self, key: str) -> bool:
        """Scroll if the key is one for scrolling. Returns whether it is."""
        self._top = max(self._top + TURNS.get(key, 0) * self._room + ROWS.get(key, 0), 0)
        return key in TURNS or key in ROWS

    def draw(self, width: int, height: int) -> list[Line]:
        """The visible part of the briefing."""
        lines = briefing_lines(self._journal, width)
        self._room = max(height - 2, 1)
        self._top = max(min(self._top, len(lines) - self._room), 0)
        more = len(lines) - self._room - self._top
        right: Line = (ink(f" {more} more ↓ ", BOLD),) if more > 0 else ()
        foot = (
            *(ink(" Enter", KEY), ink(" the board   ", QUIET), ink("↑↓ PgDn PgUp", KEY), ink(" scroll   ", QUIET)),
            *(ink("any other key", KEY), ink(" acts in the battle", QUIET)),
        )
        head = draw_rule((ink(" Briefing ", BOLD),), right, width)
        shown = [cut(line, width) for line in (*filled(lines[self._top :], self._room), foot)]
        return filled([head, *shown], height)
