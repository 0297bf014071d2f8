"""Errors of the disk, and their places in messages."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath

from fleetbook.core.errors import FleetbookError, InvalidInput

DENIED, SHARING, LOCKED = 5, 32, 33
"""Windows' numbers for a file that another program has open. The first is also used for missing rights."""
_OPEN_ELSEWHERE = "another program has it open, such as a fleetbook that shows it; close it there and try again"


class Unwritable(FleetbookError):
    """Something could not be written. The old file is unharmed."""


class InUse(Unwritable):
    """Another fleetbook is writing to the same battle."""


def shown_path(path: str | PathLike[str]) -> str:
    """A whole path for a message, with printable characters only."""
    return "".join(c if c.isprintable() else "�" for c in fspath(path))


def cause(error: OSError) -> str:
    """The operating system's reason, without the path. A file that is open elsewhere on Windows gets a sentence of ours."""
    number = windows_number(error)
    if number in (SHARING, LOCKED):
        return _OPEN_ELSEWHERE
    if number is not None and error.errno not in (None, errno.EINVAL):  # Windows itself speaks the user's language
        text = os.strerror(error.errno)
    else:
        text = (error.strerror or str(error)).rstrip(".")  # Windows ends its sentences
    if number == DENIED:
        text += ": it may not be changed, or another program has it open"
    return text[:1].lower() + text[1:]


def windows_number(error: OSError) -> int | None:
    """Windows' own number of an error. None on other systems."""
    number: int | None = getattr(error, "winerror", None)
    return number


@contextmanager
def within(where: str) -> Iterator[None]:
    """Put the place before every InvalidInput that is raised inside the block."""
    try:
        yield
    except InvalidInput as error:
        raise error.inside(where) from None
