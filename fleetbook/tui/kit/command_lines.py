"""Commands as lines, drawn from their declarations: the key bar, and the help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.style import Style

from fleetbook.reports.text_layout import wrap
from fleetbook.tui.kit.command import Command
from fleetbook.tui.kit.grid import filled
from fleetbook.tui.kit.keys import key_name
from fleetbook.tui.kit.line import Line, flow, ink
from fleetbook.tui.kit.style import BOLD, KEY, PLAIN, QUIET, WARNING

MOST_LINES = 2  # of the key bar
LONGEST = 30  # cells of what Enter and the arrows do in a row
KEY_WIDTH = 9


def draw_key_bar(commands: Sequence[Command], width: int, first: Sequence[tuple[str, str]] = ()) -> list[Line]:
    """The key bar. ``first`` are the keys of the row with the cursor. Commands that cannot be done now are left out.

    It always has as many lines as all keys would take, so that nothing jumps.
    """
    shown = [command for command in commands if command.short]
    longest = [(ink("Enter", KEY), ink(" " * LONGEST)), *map(_short, shown)]
    wanted = min(len(flow(longest, width, 1)), MOST_LINES)
    parts: list[Line] = [(ink(key, KEY), ink(f" {words}", PLAIN)) for key, words in first]
    return filled(flow([*parts, *(_short(command) for command in shown if not command.refusal())], width, 1), wanted)


def _short(command: Command) -> Line:
    return ink(command.shown_key, KEY), ink(f" {command.short}", QUIET)


def help_lines(commands: Iterable[Command], width: int) -> list[Line]:
    """Every key by group. A command that is off says why."""
    commands = list(commands)
    lines: list[Line] = []
    for group in dict.fromkeys(command.group for command in commands):
        lines += [*([()] if lines else []), (ink(f" {group}", BOLD),)]
        for command in commands:
            if command.group == group:
                lines += command_lines(command, width)
    return lines


def command_lines(command: Command, width: int) -> Iterator[Line]:
    """The help of a command. One that is off says why."""
    refusal = command.refusal()
    section = f" [{command.order.section}]" if command.order and command.order.section else ""
    stop = "" if command.title.endswith("?") else "."
    text = f"{command.title}{section}{stop} {command.help}".rstrip()
    yield from key_lines(" ".join(map(key_name, command.keys)), text, width, QUIET if refusal else PLAIN)
    if refusal:
        yield from key_lines("", f"not now: {refusal}", width, WARNING)


def key_lines(key: str, text: str, width: int, style: Style = PLAIN) -> Iterator[Line]:
    """A key, and beside it text on as many lines as it takes."""
    for place, line in enumerate(wrap(text, max(width - KEY_WIDTH - 4, 8), 2)):
        yield ink(f"  {'' if place else key:<{KEY_WIDTH}}", KEY), ink(line, style)


def group_lines(title: str, keys: Iterable[tuple[str, str]], width: int) -> list[Line]:
    """A group of keys that are no commands. They move, type or count."""
    return [(), (ink(f" {title}", BOLD),), *(line for key, words in keys for line in key_lines(key, words, width))]
