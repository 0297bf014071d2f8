"""Draw the key bar and the help from the declarations of commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.style import Style

from fleetbook.reports.text_layout import wrap
from fleetbook.tui.kit.command import Command
from fleetbook.tui.kit.grid import filled
from fleetbook.tui.kit.keys import key_name
from fleetbook.tui.kit.line import Line, flow, ink
from fleetbook.tui.kit.style import BOLD, KEY, PLAIN, QUIET

MOST_LINES = 2  # the greatest height of the key bar
LONGEST = 30  # cells reserved in the key bar for Enter and the arrow keys, whose effect differs between rows
KEY_WIDTH = 9


def draw_key_bar(commands: Sequence[Command], width: int, first: Sequence[tuple[str, str]] = ()) -> list[Line]:
    """Draw the key bar, without the commands that are refused now. ``first`` are the keys of the row with the cursor.

    The bar keeps the height that all keys would need, so that the lines above it do not move.
    """
    shown = [command for command in commands if command.short]
    longest = [(ink("Enter", KEY), ink(" " * LONGEST)), *map(_short, shown)]
    wanted = min(len(flow(longest, width, 1)), MOST_LINES)
    parts: list[Line] = [(ink(key, KEY), ink(f" {words}", PLAIN)) for key, words in first]
    return filled(flow([*parts, *(_short(command) for command in shown if not command.refusal())], width, 1), wanted)


def _short(command: Command) -> Line:
    return ink(command.shown_key, KEY), ink(f" {command.short}", QUIET)


def help_lines(commands: Iterable[Command], width: int) -> list[Line]:
    """The help for every command, by group. Those that are refused now stand last, each with the reason in place of its help."""
    listed = [*commands]
    groups = dict.fromkeys(command.group for command in listed)
    listed.sort(key=lambda command: bool(command.refusal()))
    lines: list[Line] = []
    for group in groups:
        lines += [*([()] if lines else []), (ink(f" {group}", BOLD),)]
        for command in listed:
            if command.group == group:
                lines += command_lines(command, width)
    return lines


def command_lines(command: Command, width: int) -> Iterator[Line]:
    """The help for one command. If it is refused now, the reason in place of the help."""
    refusal = command.refusal()
    section = f" [{command.order.section}]" if command.order and command.order.section else ""
    stop = "" if command.title.endswith("?") else "."
    more = command.help.removeprefix(f"{command.title}. ")
    text = f"{command.title}{section}{stop} {f'not now: {refusal}' if refusal else more}".rstrip()
    yield from key_lines(" ".join(map(key_name, command.keys)), text, width, QUIET if refusal else PLAIN)


def key_lines(key: str, text: str, width: int, style: Style = PLAIN) -> Iterator[Line]:
    """A key with its explanation beside it, wrapped."""
    for place, line in enumerate(wrap(text, max(width - KEY_WIDTH - 4, 8), 2)):
        yield ink(f"  {'' if place else f'{key} ':<{KEY_WIDTH}}", KEY), ink(line, style)


def group_lines(title: str, keys: Iterable[tuple[str, str]], width: int) -> list[Line]:
    """A heading and the keys under it. These keys run no command: they move the cursor or type text."""
    return [(), (ink(f" {title}", BOLD),), *(line for key, words in keys for line in key_lines(key, words, width))]
