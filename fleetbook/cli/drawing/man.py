"""Write the manual page from the declarations and help texts of the commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc

import click

_QUOTED = re.compile(r"`([^`]+)`")


def man_page(root: click.Context, version: str) -> Iterator[str]:
    """The lines of the manual page in roff, using the man macros. ``root`` is the click context of the whole program."""
    group = root.command
    assert isinstance(group, click.Group)
    name = root.info_name or ""
    first, *others = _paragraphs(group)
    yield f'.TH "{name.upper()}" 1 "" "{name} {version}" "User Commands"'
    yield from (".nh", ".ad l")
    yield from (".SH NAME", f"{_plain(name)} \\- {_plain(first[0].lower() + first[1:].partition('.')[0])}")
    yield from (".SH SYNOPSIS", f".B {name}", _plain(" ".join(group.collect_usage_pieces(root))))
    yield ".SH DESCRIPTION"
    yield from _prose((first, *others))
    yield ".SH OPTIONS"
    yield from _options(root)
    yield ".SH COMMANDS"
    for command in group.list_commands(root):
        found = group.get_command(root, command)
        assert found is not None
        yield from _command(click.Context(found, parent=root, info_name=command))


def _command(context: click.Context) -> Iterator[str]:
    command = context.command
    yield f'.SS "{_plain(" ".join([context.command_path, *command.collect_usage_pieces(context)]))}"'
    yield from _prose(_paragraphs(command))
    yield from _options(context)


def _paragraphs(command: click.Command) -> list[str]:
    return [" ".join(text.split()) for text in cleandoc(command.help or "").split("\n\n")]


def _prose(paragraphs: Iterable[str]) -> Iterator[str]:
    for text in paragraphs:
        yield from (".PP", _text(text))


def _options(context: click.Context) -> Iterator[str]:
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        helps = context.parent is not None and "--help" in parameter.opts  # documented once, for the program
        if record and isinstance(parameter, click.Option) and not helps:
            yield from (".TP", f".B {_plain(record[0])}", _text(record[1]))


def _text(text: str) -> str:
    """A paragraph in roff. Words between backquotes become bold."""
    return _QUOTED.sub(r"\\fB\1\\fR", _plain(text))


def _plain(text: str) -> str:
    """The text with characters escaped that have a meaning in roff."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("|", "|\\:").replace('"', "\\(dq")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped
