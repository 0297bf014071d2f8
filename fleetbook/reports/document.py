"""A report before it is written down: blocks of words, tables, lists and charts. Each format renders them in its own way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct


class Line(Struct, frozen=True):
    """Boxes left on one track of a ship at the start and at the end of each turn."""

    label: str
    full: int
    left: tuple[int, ...]


class Panel(Struct, frozen=True):
    """A ship's tracks, her first track first.

    lost      the turn in which she was lost; None while she fights on
    standing  her state if she is on the table and fights no longer as before
    """

    ship: str
    side: str
    lines: tuple[Line, ...]
    lost: int | None = None
    standing: str = ""


class BoxesLeft(Struct, frozen=True):
    """A panel for each ship. ``turns`` are numbered from 0, the start; stages of turns have ``names``."""

    sides: tuple[str, ...]
    turns: tuple[int, ...]
    panels: tuple[Panel, ...]
    names: tuple[str, ...] = ()


class Bar(Struct, frozen=True):
    """A firer's hits, the hits to expect, and the range that holds eight battles of ten."""

    name: str
    side: str
    hits: int
    expected: float
    low: int
    high: int


class HitsByFirer(Struct, frozen=True):
    """A bar for each ship that fired."""

    sides: tuple[str, ...]
    bars: tuple[Bar, ...]


class Leaving(Struct, frozen=True):
    """A ship that left the fight in a turn, and how."""

    ship: str
    side: str
    turn: int
    how: str


class LossTimes(Struct, frozen=True):
    """The turn in which each ship was lost, up to the last turn. Stages of turns have ``names``, the first for turn 0."""

    sides: tuple[str, ...]
    turns: int
    losses: tuple[Leaving, ...]
    names: tuple[str, ...] = ()


class RangeBands(Struct, frozen=True):
    """A strip for each line of the tables, with the far ends of its bands. All strips have one scale, like a ruler."""

    unit: str
    rows: tuple[tuple[str, tuple[float, ...]], ...]


Chart: TypeAlias = BoxesLeft | HitsByFirer | LossTimes | RangeBands


class Heading(Struct, frozen=True):
    """A heading: level 1 is the title, 2 a section, 3 and 4 stand inside it. ``id`` names a section for style sheets."""

    level: int
    text: str
    id: str = ""


class Paragraph(Struct, frozen=True):
    """A paragraph with a label before it. Its kind is plain, subtitle, lead or warning."""

    text: str
    label: str = ""
    kind: str = "plain"


class Prose(Struct, frozen=True):
    """A stranger's text; empty lines divide its paragraphs."""

    text: str


class Boxes(Struct, frozen=True):
    """A table's cell: boxes left, and boxes in all."""

    left: int
    full: int

    def __str__(self) -> str:
        return f"{self.left}/{self.full}"


class LineNumber(Struct, frozen=True):
    """A table's cell: a line of the journal. Formats with links lead to it."""

    number: int | None

    def __str__(self) -> str:
        return "" if self.number is None else str(self.number)


Cell: TypeAlias = str | Boxes | LineNumber


class Grid(Struct, frozen=True):
    """A table; the columns numbered in ``right`` hold figures.

    A ``charted`` table repeats the chart before it, for formats without pictures.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    right: tuple[int, ...] = ()
    charted: bool = False


class Item(Struct, frozen=True):
    """A line of a list, with a label before it and a remark after it.

    depth   how many levels deep it stands
    struck  whether it is struck through
    line    the line of the journal that it is about; 0 for none
    """

    text: str
    label: str = ""
    depth: int = 0
    remark: str = ""
    struck: bool = False
    line: int = 0


class Listing(Struct, frozen=True):
    """A list; ``kind`` is ``plain``, or ``story`` for the lines of a journal."""

    items: tuple[Item, ...]
    kind: str = "plain"


class Figure(Struct, frozen=True):
    """A chart with its caption. A table repeats its figures, so formats without pictures leave the chart out."""

    caption: str
    chart: Chart


Block: TypeAlias = Heading | Paragraph | Prose | Grid | Listing | Figure


def grid(head: Sequence[str], rows: Iterable[Sequence[Cell]], right: Iterable[int] = (), charted: bool = False) -> Grid:
    """A table of any sequences, without its empty columns."""
    lines = [tuple(row) for row in rows]
    full = [place for place in range(len(head)) if place == 0 or not lines or any(str(line[place]) for line in lines)]
    right = set(right)
    return Grid(
        tuple(head[place] for place in full),
        tuple(tuple(line[place] for place in full) for line in lines),
        tuple(new for new, place in enumerate(full) if place in right),
        charted,
    )
