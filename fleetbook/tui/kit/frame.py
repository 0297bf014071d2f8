"""Pages of rows, with a heading, text about the row with the cursor, and a message."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Sequence

import msgspec

from fleetbook.tui.kit.command_lines import draw_key_bar
from fleetbook.tui.kit.grid import beside, draw_rule, filled
from fleetbook.tui.kit.keys import PAGE
from fleetbook.tui.kit.line import Line, cells, cut, flow, ink, spread
from fleetbook.tui.kit.list_form import ListForm, row_keys
from fleetbook.tui.kit.list_lines import draw_list, rows_within
from fleetbook.tui.kit.page import Lines, Message, Page
from fleetbook.tui.kit.style import BOLD, QUIET, WARNING

WIDE = 110
LEAST_ROWS = 8
MORE_INDENT = 3  # cells before the further lines of a message


class Frame(msgspec.Struct, frozen=True):
    """The parts of a page around its rows.

    title, right  the text at the left and right end of the heading
    about         a title, and a function that draws text about the row with the cursor
    above         a line between the heading and the rows; empty for none
    standing      a status line above the keys, shown while there is no message; it may name a draft's first fault
    """

    title: str
    right: str
    about: tuple[str, Lines]
    above: Line = ()
    standing: Line = ()


class ListPage(Page):
    """A page that shows a list of rows."""

    form: ListForm  # the rows and the cursor
    top = 0  # the number of the first line shown
    page = PAGE  # how many rows PgUp and PgDn move: one fewer than are shown

    @abstractmethod
    def frame(self, size: tuple[int, int]) -> Frame:
        """The parts of the page around its rows, for a screen of this size."""

    def row_keys(self) -> Sequence[tuple[str, str]]:
        """The keys of the row with the cursor, for the key bar."""
        return row_keys(self.form.row)

    def draw(self, size: tuple[int, int]) -> list[Line]:
        width, height = size
        frame = self.frame(size)
        head = [spread((ink(f" {frame.title}", BOLD),), (ink(f"{frame.right} ", QUIET),), width)]
        head += [cut(frame.above, width)] if frame.above else []
        foot = [*message_lines(self.message, frame.standing, width), *draw_key_bar(self.commands, width, self.row_keys())]
        room = max(height - len(head) - len(foot), 1)
        arranged = _beside if width >= WIDE else _below
        body, self.top, height_of_rows = arranged(self.form, frame.about, (width, room), self.top)
        self.page = max(rows_within(self.form, self.top, height_of_rows) - 1, 1)
        return filled([*head, *body, *foot], height)

    def row_help(self) -> Sequence[str]:
        return self.form.row.help if self.form.row else ()


def message_lines(message: Message, standing: Line, width: int) -> list[Line]:
    """The message or the status line, as ``draw_message`` draws it, on as many lines as it takes."""
    words = draw_message(message, standing, sys.maxsize)
    first, *more = flow([words], width - MORE_INDENT) if cells(words) > width else [words]
    return [first, *((ink(" " * MORE_INDENT), *line) for line in more)]


def draw_message(message: Message, standing: Line, width: int) -> Line:
    """The message, or the status line ``standing`` if there is no message."""
    if message.text:
        return cut((ink(f" {message.text}", WARNING if message.warning else BOLD),), width)
    return cut(standing, width)


def _below(form: ListForm, about: tuple[str, Lines], size: tuple[int, int], top: int) -> tuple[list[Line], int, int]:
    """Draw the rows, and under them as much of the text about the cursor's row as fits.

    Also returns the first line of the list that is shown, and the number of lines that the rows take.
    """
    (width, room), (title, draw) = size, about
    about_lines = list(draw(width - 1))
    wanted = sum(len(section.rows) + bool(section.title) for section in form.sections)
    most = max(room - max(min(wanted, room), LEAST_ROWS), room // 3) - 1
    if not about_lines or most < 1:
        return *draw_list(form, width, room, top), room
    more: Line = (ink(f" {len(about_lines) - most} more ", QUIET),) if len(about_lines) > most else ()
    height = room - len(about_lines[:most]) - 1
    rows, top = draw_list(form, width, height, top)
    below = [draw_rule((ink(f" {title} ", QUIET),), more, width), *((ink(" "), *line) for line in about_lines[:most])]
    return [*rows, *below], top, height


def _beside(form: ListForm, about: tuple[str, Lines], size: tuple[int, int], top: int) -> tuple[list[Line], int, int]:
    (width, room), (title, draw) = size, about
    left = max(min(width * 11 // 20, 100), WIDE // 2)
    right = width - left - 1
    rows, top = draw_list(form, left, room, top)
    about_lines = [draw_rule((ink(f" {title} ", QUIET),), (), right), *((ink(" "), *line) for line in draw(right - 2))]
    return beside([(rows, left), (about_lines, right)], room), top, room
