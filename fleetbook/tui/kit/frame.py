"""The screens beside the battle as lines: heading, rows, what is to be said of the one with the cursor, message and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fleetbook.tui.battle.heading import draw_rule
from fleetbook.tui.battle.view import Message
from fleetbook.tui.kit.command import DeskCommand
from fleetbook.tui.kit.line import Line, cells, cut, flow, ink, spread
from fleetbook.tui.kit.list_form import Sheet
from fleetbook.tui.kit.sheet_lines import draw_sheet
from fleetbook.tui.kit.style import BOLD, KEY, PLAIN, QUIET, WARNING

WIDE = 110
MOST_KEYS = 2  # lines of the key bar
LONGEST = 30  # cells of what Enter and the arrows do in a row
LEAST_ROWS = 8


@dataclass(frozen=True)
class Frame:
    """What is to be drawn.

    title, right  the heading's two ends
    above         a line under the heading; empty for none
    sheet         the rows
    about         title and lines, for a width, of what is to be said of the row with the cursor
    standing      a line above the keys where there is no message: whether all is well
    """

    title: str
    right: str
    sheet: Sheet
    about: tuple[str, Callable[[int], Sequence[Line]]]
    above: Line = ()
    standing: Line = ()


def draw_frame(frame: Frame, message: Message, keys: Sequence[Line], size: tuple[int, int], top: int) -> tuple[list[Line], int]:
    """Exactly as many lines as the screen has, and where the window on the rows begins now."""
    width, height = size
    head = [spread((ink(f" {frame.title}", BOLD),), (ink(f"{frame.right} ", QUIET),), width)]
    if frame.above:
        head.append(cut(frame.above, width))
    foot = [draw_message(message, frame.standing, width), *keys]
    room = max(height - len(head) - len(foot), 1)
    body, top = _beside(frame, width, room, top) if width >= WIDE else _below(frame, width, room, top)
    lines = [*head, *body, *foot]
    return [*lines[:height], *([()] * (height - len(lines)))], top


def draw_message(message: Message, standing: Line, width: int) -> Line:
    """What just happened or is wrong, otherwise how things stand."""
    if message.text:
        return cut((ink(f" {message.text}", WARNING if message.warning else BOLD),), width)
    return cut(standing, width)


def _below(frame: Frame, width: int, room: int, top: int) -> tuple[list[Line], int]:
    """The rows, and under them what is said of one of them, as far as it leaves room."""
    title, draw = frame.about
    about = list(draw(width - 1))
    wanted = sum(len(section.rows) + bool(section.title) for section in frame.sheet.sections)
    most = max(room - max(min(wanted, room), LEAST_ROWS), room // 3) - 1
    if not about or most < 1:
        rows, top = draw_sheet(frame.sheet, width, room, top)
        return rows, top
    shown = about[:most]
    more: Line = (ink(f" {len(about) - most} more ", QUIET),) if len(about) > most else ()
    rows, top = draw_sheet(frame.sheet, width, room - len(shown) - 1, top)
    return [*rows, draw_rule((ink(f" {title} ", QUIET),), more, width), *((ink(" "), *line) for line in shown)], top


def _beside(frame: Frame, width: int, room: int, top: int) -> tuple[list[Line], int]:
    left = max(min(width * 11 // 20, 100), WIDE // 2)
    right = width - left - 1
    rows, top = draw_sheet(frame.sheet, left, room, top)
    title, draw = frame.about
    about = [draw_rule((ink(f" {title} ", QUIET),), (), right), *((ink(" "), *line) for line in draw(right - 2))]
    lines: list[Line] = []
    for number, row in enumerate(rows):
        beside = cut(about[number], right) if number < len(about) else ()
        lines.append((*row, ink(" " * (left - cells(row))), ink("│", QUIET), *beside))
    return lines, top


def draw_keys(
    commands: Sequence[DeskCommand[Any]], desk: object, width: int, first: Sequence[tuple[str, str]] = ()
) -> list[Line]:
    """The key bar; what cannot be done now is left out, the help tells why. It has as many lines as all keys would take, so that
    nothing jumps.
    """
    parts: list[Line] = [(ink(key, KEY), ink(f" {words}", PLAIN)) for key, words in first]
    every = [(command, (ink(command.shown_key, KEY), ink(f" {command.short}", QUIET))) for command in commands if command.short]
    longest = [(ink("Enter", KEY), ink(" " * LONGEST)), *(part for _, part in every)]
    wanted = min(len(flow(longest, width, 1)), MOST_KEYS)
    lines = flow([*parts, *(part for command, part in every if not command.refusal(desk))], width, 1)[:wanted]
    return [*lines, *([()] * (wanted - len(lines)))]
