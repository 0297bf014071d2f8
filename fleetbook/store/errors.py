"""Errors of the disk, and how their causes and paths are worded in messages."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath

from fleetbook.core.errors import FleetbookError, InvalidInput

DENIED, SHARING, LOCKED = 5, 32, 33
"""Error numbers of Windows for a file that another program has open. The first is also used if the user lacks the right to change
the file.
"""
_OPEN_ELSEWHERE = "another program has it open, such as a fleetbook that shows it; close it there and try again"


class Unwritable(FleetbookError):
    """A file could not be written. The old file is unharmed."""


class InUse(Unwritable):
    """Another fleetbook has the same battle open for writing."""


def shown_path(path: str | PathLike[str]) -> str:
    """A full path for a message. Unprintable characters are replaced."""
    return "".join(c if c.isprintable() else "�" for c in fspath(path))


def cause(error: OSError) -> str:
    """The operating system's reason for an error, without the path. For a file that another program has open on Windows, it also
    says what to do.
    """
    number = windows_number(error)
    if number in (SHARING, LOCKED):
        return _OPEN_ELSEWHERE
    if number is not None and error.errno not in (None, errno.EINVAL):  # Windows' own text would be in the user's language
        text = os.strerror(error.errno)
    else:
        text = (error.strerror or str(error)).rstrip(".")  # Windows ends the text with a full stop
    if number == DENIED:
        text += ": it may not be changed, or another program has it open"
    return text[:1].lower() + text[1:]


def windows_number(error: OSError) -> int | None:
    """The error's number on Windows; None on other systems."""
    number: int | None = getattr(error, "winerror", None)
    return number


@contextmanager
def within(where: str) -> Iterator[None]:
    """A ``with`` block that puts this place before the place of every InvalidInput raised inside it."""
    try:
        yield
    except InvalidInput as error:
        raise error.inside(where) from None
