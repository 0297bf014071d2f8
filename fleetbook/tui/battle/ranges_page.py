"""A grid for entering all ranges between two sides before the first shot. The forms of this phase then suggest these ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style

from fleetbook.core.parsing import decimal_number
from fleetbook.referee.proposals.measured import range_between
from fleetbook.referee.proposals.ranges import asks_for_ranges, farthest
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import cell_width, pad
from fleetbook.tui.battle.view import BATTLE, Cursor, battle_command
from fleetbook.tui.kit.command_lines import draw_key_bar
from fleetbook.tui.kit.frame import draw_message
from fleetbook.tui.kit.grid import draw_rule, filled, window
from fleetbook.tui.kit.keys import STEPS, TURNS, letter
from fleetbook.tui.kit.line import Line, cut, ink
from fleetbook.tui.kit.page import Page
from fleetbook.tui.kit.style import BOLD, CURSOR, PLAIN, POINT, QUIET

LEAST_CELL, MOST_DIGITS = 9, 5
KEYS = (("0-9", "range"), ("Enter", "next"))
FILLING = (
    ("0 to 9", "the range between the ship of the row and that of the column"),
    ("Enter", "the next target, after the last one the next ship"),
    ("↑ ↓ ← →", "another cell"),
    ("⌫", "deletes the last digit"),
)


def _nothing_measured(of: Measuring) -> str:
    return of.session.barred or ("" if asks_for_ranges(of.session.battle) else "no order of this step asks for a range")


class Measuring:
    """Opens the grid of ranges from the battle page."""

    def __init__(self, page: Page, session: Session, cursor: Cursor) -> None:
        self._page, self.session, self._cursor = page, session, cursor

    @battle_command("ranges", "", "All ranges of the step before the first order: firers by targets; the forms propose them.",
                    BATTLE, refusal=_nothing_measured)  # fmt: skip
    def measure_all(self) -> None:
        """Measure all ranges."""
        battle = self.session.battle
        side = self.session.acting or battle.ship(self._cursor.ship).side
        there = [card for card in self.session.cards() if not card.fate]
        firers = [card.name for card in there if card.side == side]
        self._page.pages.put(RangesPage(self.session, firers, [card.name for card in there if card.side != side]))


class RangesPage(Page):
    """A grid of ranges with ships of one side in rows and their enemies in columns."""

    name = "the grid of ranges"
    filling: ClassVar[Sequence[tuple[str, str]]] = FILLING
    title = "Ranges of this step"
    bar: Sequence[tuple[str, str]] = KEYS

    def __init__(self, session: Session, firers: list[str], targets: list[str]) -> None:
        super().__init__()
        self.session, self.firers, self.targets = session, firers, targets
        self.row = self.column = self._top = self._left = 0
        self._fresh = True

    # ------------------------------------------------------------------ what a cell holds

    def value(self, firer: str, target: str) -> str:
        """The number in a cell; empty if there is none."""
        return range_between(self.session, firer, target)

    def shown(self, firer: str, target: str) -> tuple[str, Style]:
        """The text of a cell, and its style if the cursor is elsewhere."""
        return self.value(firer, target) or "·", PLAIN

    def put(self, words: str) -> None:
        """Put a number into the cell at the cursor; empty words delete it."""
        self.session.ranges.measure(self.session.battle, words, *self.here)

    @property
    def here(self) -> tuple[str, str]:
        """The two ships whose range is in the cell with the cursor."""
        return self.firers[self.row], self.targets[self.column]

    # ------------------------------------------------------------------ keys

    def take(self, key: str, character: str | None) -> bool:
        if not (self.firers and self.targets):
            return False
        typed = letter(character)
        if typed.isdecimal() or typed == "." or key == "backspace":
            self.type_digit(typed)
        elif key in STEPS or key in TURNS:
            self.go(self.row + STEPS.get(key, 0), self.column + TURNS.get(key, 0))
        elif key == "enter":
            further = (self.column + 1) // len(self.targets)
            self.go(self.row + further, (self.column + 1) % len(self.targets))
        else:
            return False
        return True

    def go(self, row: int, column: int) -> None:
        """Move the cursor to a cell. Beyond the last row or column follows the first one."""
        self.row, self.column, self._fresh = row % len(self.firers), column % len(self.targets), True

    def type_digit(self, digit: str) -> None:
        """Append a digit to the range in the cell, or delete the last digit if ``digit`` is empty.

        The first digit typed in a cell replaces the old range.
        """
        before = "" if digit and self._fresh else self.value(*self.here)
        words, most = f"{before}{digit}"[:MOST_DIGITS] if digit else before[:-1], farthest(self.session.battle)
        if (number := decimal_number(words)) is not None and number > most:
            self.say(f"{words} is too far: at most {most:g} {self.session.journal.ruleset.unit}", warning=True)
            return
        self._fresh = False
        self.put(words)

    # ------------------------------------------------------------------ drawing

    def draw(self, size: tuple[int, int]) -> list[Line]:
        width, height = size
        ours = min(max(map(cell_width, self.firers), default=0) + 3, width // 3)
        cell = max(map(cell_width, self.targets), default=0) + 2  # as wide as the longest name, if all columns then fit
        cell = max(cell, LEAST_CELL) if ours + cell * len(self.targets) <= width else LEAST_CELL
        foot = [draw_message(self.message, self._standing, width), *draw_key_bar(self.commands, width, self.bar)]
        rows, columns = max(height - len(foot) - 2, 1), max((width - ours) // cell, 1)
        self._top = window(self._top, (self.row, self.row + 1), len(self.firers), rows)
        self._left = window(self._left, (self.column, self.column + 1), len(self.targets), columns)
        targets = self.targets[self._left : self._left + columns]
        beyond = len(self.targets) - len(targets)
        unit = f" {self.session.journal.ruleset.unit}{f' · {beyond} more targets ←→' if beyond else ''} "
        head = draw_rule((ink(f" {self.title} ", BOLD),), (ink(unit, QUIET),), width)
        names = (ink(pad(name[: cell - 1], cell), POINT if self._is_at(self.row, name) else QUIET) for name in targets)
        lines = [self._line(firer, targets, ours, cell) for firer in self.firers[self._top : self._top + rows]]
        grid = [(ink(" " * ours), *names), *filled(lines, rows)]
        return filled([head, *(cut(line, width) for line in grid), *foot], height)

    @property
    def _standing(self) -> Line:
        if not (self.firers and self.targets):
            return (ink(" no ships of both sides to measure between", QUIET),)
        return (ink(f" {self.pair_words(*self.here)}", QUIET),)

    def pair_words(self, firer: str, target: str) -> str:
        """The content of a cell in words."""
        return f"{firer} to {target}"

    def _line(self, firer: str, targets: list[str], ours: int, cell: int) -> Line:
        row = self.firers.index(firer)
        drawn = [ink(f" {pad(firer[: ours - 2], ours - 2)} ", POINT if row == self.row else QUIET)]
        for target in targets:
            words, style = self.shown(firer, target)
            drawn += ink(pad(words[: cell - 1], cell - 1), CURSOR if self._is_at(row, target) else style), ink(" ")
        return tuple(drawn)

    def _is_at(self, row: int, target: str) -> bool:
        return row == self.row and target == self.targets[self.column]
