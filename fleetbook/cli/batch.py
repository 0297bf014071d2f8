"""Give many orders from a file or from stdin, with one order on each line (``--batch FILE``)."""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path

import click

from fleetbook.cli.inputs import FROM_STDIN, MOST_BYTES, from_stdin
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.referee.session import Session
from fleetbook.store.errors import cause, shown_path
from fleetbook.store.files import read_file

ALLOWED = "lines such as: move ship=A speed=8"
COMMANDS = ("order", "undo", "redo", "overrule")
"""The commands that may begin a line of a batch. A line that begins with none of them is an order."""
COUNT = "count"
"""The command of a campaign that may begin a line too: its order is made from a battle's file."""


def give_batch(context: click.Context, session: Session, battle: str, source: str, options: tuple[str, ...]) -> None:
    """Give all orders of a batch. The first error ends the batch; ``error.line`` is then the number of the line that failed.

    ``source`` is a file or ``-`` for stdin; ``options`` are added to each order.
    """
    context.obj = session
    for number, line in enumerate(_text(source).splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                _give(context, battle, line.strip(), options)
            except FleetbookError as error:
                error.line = number
                raise


def _give(context: click.Context, battle: str, line: str, options: tuple[str, ...]) -> None:
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise InvalidInput("order", line, f"{ALLOWED} ({error})") from None
    name = words.pop(0) if words[0] in (*COMMANDS, COUNT) else "order"
    command: click.Command = import_module(f"fleetbook.cli.commands.{'campaign' if name == COUNT else f'battle.{name}'}").command
    if isinstance(command, click.Group):
        command = command.commands[name]
    try:
        with command.make_context(name, [battle, *words, *options], parent=context, help_option_names=[]) as inner:
            command.invoke(inner)
    except click.UsageError as error:
        raise InvalidInput("order", line, f"{ALLOWED} ({error.format_message()})") from None


def _text(source: str) -> str:
    try:
        content = from_stdin(ALLOWED) if source == FROM_STDIN else read_file(Path(source), MOST_BYTES, ALLOWED)
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise InvalidInput("batch", f"{cause(error)}: {shown_path(Path(source))}", "a file that can be read") from None
    except UnicodeDecodeError:
        raise InvalidInput("batch", "bytes that are not UTF-8", ALLOWED) from None
    if len(content) > MOST_BYTES:
        raise InvalidInput("batch", "more", f"at most {MOST_BYTES} bytes")
    return text
