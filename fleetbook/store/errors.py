"""What can go wrong on the disk, and how places in files are told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath

from fleetbook.core.errors import FleetbookError, InvalidInput


class Unwritable(FleetbookError):
    """Something could not be written. What was there before is unharmed."""


class InUse(Unwritable):
    """Another fleetbook is writing to the same battle."""


def told(path: str | PathLike[str]) -> str:
    """A path as a message shows it: whole, and printable."""
    return "".join(c if c.isprintable() else "�" for c in fspath(path))


def cause(error: OSError) -> str:
    """What the operating system says, without the path."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


@contextmanager
def within(where: str) -> Iterator[None]:
    """Say of anything unreadable inside this block where it stands."""
    try:
        yield
    except InvalidInput as error:
        raise error.inside(where) from None
