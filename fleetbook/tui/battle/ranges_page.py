"""A grid for entering all ranges between two sides before the first shot. Forms of this phase then suggest them."""

from __future__ import annotations

from fleetbook.referee.proposals.measured import range_between
from fleetbook.referee.proposals.ranges import asks_for_ranges
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
    """The command that opens the grid of ranges."""

    def __init__(self, page: Page, session: Session, cursor: Cursor) -> None:
        self._page, self.session, self._cursor = page, session, cursor

    @battle_command("ranges", "", "All ranges of the step before the first order: firers by targets; the forms propose them.",
                    BATTLE, refusal=_nothing_measured)  # fmt: skip
    def measure_all(self) -> None:
        """Measure all ranges."""
        battle = self.session.battle
        side = self.session.acting or battle.ship(self._cursor.ship).side
        self._page.pages.put(RangesPage(self.session, side))


class RangesPage(Page):
    """The grid of ranges: ships of one side down, their enemies across."""

    name, filling = "the grid of ranges", FILLING

    def __init__(self, session: Session, side: str) -> None:
        super().__init__()
        self._session = session
        there = [card for card in session.cards() if not card.fate]
        self._firers = [card.name for card in there if card.side == side]
        self._targets = [card.name for card in there if card.side != side]
        self._row = self._column = self._top = self._left = 0
        self._fresh = True

    def _range(self, firer: str, target: str) -> str:
        return range_between(self._session, firer, target)

    def take(self, key: str, character: str | None) -> bool:
        if not (self._firers and self._targets):
            return False
        typed = letter(character)
        if typed.isdecimal() or typed == "." or key == "backspace":
            self._type(typed)
        elif key in STEPS or key in TURNS:
            self._go(self._row + STEPS.get(key, 0), self._column + TURNS.get(key, 0))
        elif key == "enter":
            further = (self._column + 1) // len(self._targets)
            self._go(self._row + further, (self._column + 1) % len(self._targets))
        else:
            return False
        return True

    def _go(self, row: int, column: int) -> None:
        self._row, self._column, self._fresh = row % len(self._firers), column % len(self._targets), True

    def _type(self, digit: str) -> None:
        """Append a digit to the range in the cell, or delete the last digit if ``digit`` is empty.

        The first digit typed in a cell replaces the old range.
        """
        ships = self._firers[self._row], self._targets[self._column]
        before = "" if digit and self._fresh else self._range(*ships)
        self._fresh = False
        number = f"{before}{digit}"[:MOST_DIGITS] if digit else before[:-1]
        self._session.ranges.measure(self._session.battle, number, *ships)

    def draw(self, size: tuple[int, int]) -> list[Line]:
        width, height = size
        ours = min(max(map(cell_width, self._firers), default=0) + 3, width // 3)
        cell = max(map(cell_width, self._targets), default=0) + 2  # as wide as the longest name, if all columns then fit
        cell = max(cell, LEAST_CELL) if ours + cell * len(self._targets) <= width else LEAST_CELL
        foot = [draw_message(self.message, self._standing, width), *draw_key_bar(self.commands, width, KEYS)]
        rows, columns = max(height - len(foot) - 2, 1), max((width - ours) // cell, 1)
        self._top = window(self._top, (self._row, self._row + 1), len(self._firers), rows)
        self._left = window(self._left, (self._column, self._column + 1), len(self._targets), columns)
        targets = self._targets[self._left : self._left + columns]
        beyond = len(self._targets) - len(targets)
        unit = f" {self._session.journal.ruleset.unit}{f' · {beyond} more targets ←→' if beyond else ''} "
        head = draw_rule((ink(" Ranges of this step ", BOLD),), (ink(unit, QUIET),), width)
        names = (ink(pad(name[: cell - 1], cell), POINT if self._is_at(self._row, name) else QUIET) for name in targets)
        lines = [self._line(firer, targets, ours, cell) for firer in self._firers[self._top : self._top + rows]]
        grid = [(ink(" " * ours), *names), *filled(lines, rows)]
        return filled([head, *(cut(line, width) for line in grid), *foot], height)

    @property
    def _standing(self) -> Line:
        if not (self._firers and self._targets):
            return (ink(" no ships of both sides to measure between", QUIET),)
        return (ink(f" {self._firers[self._row]} to {self._targets[self._column]}", QUIET),)

    def _line(self, firer: str, targets: list[str], ours: int, cell: int) -> Line:
        row = self._firers.index(firer)
        row_cells = [(pad(self._range(firer, target) or "·", cell - 1), self._is_at(row, target)) for target in targets]
        cells = (piece for number, at in row_cells for piece in (ink(number, CURSOR if at else PLAIN), ink(" ")))
        return (ink(f" {pad(firer[: ours - 2], ours - 2)} ", POINT if row == self._row else QUIET), *cells)

    def _is_at(self, row: int, target: str) -> bool:
        return row == self._row and target == self._targets[self._column]
