"""The help of the screens beside the battle, from the declarations of their commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from fleetbook.reports.text_layout import wrap
from fleetbook.tui.kit.command import DeskCommand, key_name
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.style import BOLD, KEY, PLAIN, QUIET, WARNING

KEY_WIDTH = 9
Told: TypeAlias = tuple[Sequence[str], Sequence[tuple[str, str]]]


def help_lines(commands: Sequence[DeskCommand[Any]], desk: object, rows: Told, width: int) -> list[Line]:
    """What is said of the row with the cursor, then every key, with why it is off where it is, then how rows are filled in;
    ``rows`` are what is said, and the keys that fill rows in.
    """
    row, filling = rows
    lines: list[Line] = []
    if row:
        lines = [(ink(f" Here: {row[0]}", BOLD),)]
        lines += [(ink(f"  {line}"),) for text in row[1:] for line in wrap(text, max(width - 3, 8), 2)]
        lines.append(())
    lines.append((ink(" Keys", BOLD),))
    for command in commands:
        lines += _command(command, desk, width)
    if filling:
        lines += [(), (ink(" Rows", BOLD),), *(line for key, words in filling for line in _told(key, words, width, PLAIN))]
    return lines


def _command(command: DeskCommand[Any], desk: object, width: int) -> Iterator[Line]:
    refusal = command.refusal(desk)
    keys = " ".join(key_name(key) for key in (command.key, *command.also))
    text = f"{command.title}. {command.help}".rstrip()
    yield from _told(keys, text, width, QUIET if refusal else PLAIN)
    if refusal:
        yield ink(" " * (KEY_WIDTH + 2)), ink(f"not now: {refusal}", WARNING)


def _told(key: str, text: str, width: int, style: Any) -> Iterable[Line]:
    wrapped = wrap(text, max(width - KEY_WIDTH - 4, 8), 2)
    yield ink(f"  {key:<{KEY_WIDTH}}", KEY), ink(wrapped[0], style)
    yield from ((ink(" " * (KEY_WIDTH + 2)), ink(line, style)) for line in wrapped[1:])
