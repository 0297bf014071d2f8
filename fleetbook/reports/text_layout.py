"""Text from strangers' files made fit for a screen or a page: nothing that a terminal obeys, and widths counted in cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category, east_asian_width

REPLACEMENT = "\ufffd"
_PART = re.compile(r"(\D*)(\d*)")
_NO_CELL = ("Mn", "Me", "Cf")


def printable(text: str) -> str:
    """The text on one line: spaces of any kind as a space, every other character that is not printable replaced."""
    return "".join(c if c.isprintable() else " " if c.isspace() else REPLACEMENT for c in text)


def width(text: str) -> int:
    """The cells that printable text takes up on a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if category(c) in _NO_CELL else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, cells: int, right: bool = False) -> str:
    """The text filled up with spaces to so many cells, after it or before it; longer text stays whole."""
    filling = " " * (cells - width(text))
    return filling + text if right else text + filling


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = (), gap: str = "  ") -> Iterator[str]:
    """Rows of cells set under each other; the columns numbered in ``right`` are set to the right."""
    to_right = set(right)
    widest = [max((width(row[place]) for row in rows if place < len(row)), default=0) for place in range(_most(rows))]
    for row in rows:
        yield gap.join(pad(cell, widest[place], place in to_right) for place, cell in enumerate(row)).rstrip()


def _most(rows: Sequence[Sequence[str]]) -> int:
    return max((len(row) for row in rows), default=0)


def flow(parts: Iterable[str], cells: int, indent: str = "", gap: str = "   ") -> Iterator[str]:
    """Parts set one after another on lines of so many cells; none is broken."""
    here = ""
    for part in parts:
        longer = f"{here}{gap}{part}" if here else indent + part
        if here and width(longer) > cells:
            yield here
            longer = indent + part
        here = longer
    if here:
        yield here


def wrapped(text: str, cells: int, indent: str = "") -> Iterator[str]:
    """Text broken at spaces into lines of so many cells."""
    yield from flow(text.split(), cells, indent, " ")


def natural_order(text: str) -> list[tuple[str, int]]:
    """A key that sorts 2 before 10, and C2 before C10."""
    return [(letters, int(digits or 0)) for letters, digits in _PART.findall(text)]
