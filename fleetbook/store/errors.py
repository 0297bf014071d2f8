"""What can go wrong on the disk, and how places in files are told."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath

from fleetbook.core.errors import FleetbookError, InvalidInput

DENIED, SHARING, LOCKED = 5, 32, 33
"""Windows' numbers for a file that another program has open; the first stands for missing rights, too."""
_OPEN_ELSEWHERE = "another program has it open, such as a fleetbook that shows it; close it there and try again"


class Unwritable(FleetbookError):
    """Something could not be written. What was there before is unharmed."""


class InUse(Unwritable):
    """Another fleetbook is writing to the same battle."""


def told(path: str | PathLike[str]) -> str:
    """A path as a message shows it: whole, and printable."""
    return "".join(c if c.isprintable() else "�" for c in fspath(path))


def cause(error: OSError) -> str:
    """What the operating system says, without the path; what it means where Windows keeps a file that is open elsewhere."""
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
    """Windows' own number of an error; None on other systems."""
    number: int | None = getattr(error, "winerror", None)
    return number


@contextmanager
def within(where: str) -> Iterator[None]:
    """Say of anything unreadable inside this block where it stands."""
    try:
        yield
    except InvalidInput as error:
        raise error.inside(where) from None
