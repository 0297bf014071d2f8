"""The blocks of a report, such as headings, tables and charts. Each format, such as HTML, renders them in its own way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import TypeAlias

from msgspec import Struct


class Line(Struct, frozen=True):
    """Boxes left on one track of a ship at the start and at the end of each turn."""

    label: str
    full: int
    left: tuple[int, ...]


class Panel(Struct, frozen=True):
    """The chart of one ship: how many boxes were left on each of her tracks.

    lost      the turn when the ship was lost or left; None if she is there
    left      whether she left, and was not lost
    standing  the state of a ship that is on the table but no longer fights as before; empty for other ships
    """

    ship: str
    side: str
    lines: tuple[Line, ...]
    lost: int | None = None
    standing: str = ""
    left: bool = False


class BoxesLeft(Struct, frozen=True):
    """A chart with a panel for each ship. Turn 0 is the start. ``names`` are the names of turns, if the rules name them."""

    sides: tuple[str, ...]
    turns: tuple[int, ...]
    panels: tuple[Panel, ...]
    names: tuple[str, ...] = ()


class Bar(Struct, frozen=True):
    """The bar of one firing ship: her hits, and the hits to be expected. In eight of ten battles hits are from low to high."""

    name: str
    side: str
    hits: int
    expected: float
    low: int
    high: int


class HitsByFirer(Struct, frozen=True):
    """A chart with a bar for each ship that fired. The legend says that the usual range covers 80 % of
    ``usual``, such as battles.
    """

    sides: tuple[str, ...]
    bars: tuple[Bar, ...]
    usual: str = "battles"


class Leaving(Struct, frozen=True):
    """A ship that was lost or left, with the turn and the manner."""

    ship: str
    side: str
    turn: int
    how: str
    is_lost: bool = True


class LossTimes(Struct, frozen=True):
    """A chart of the turn when each ship was lost. ``turns`` is the last turn; ``names`` names the turns, from turn 0 on."""

    sides: tuple[str, ...]
    turns: int
    losses: tuple[Leaving, ...]
    names: tuple[str, ...] = ()


class Event(Struct, frozen=True):
    """Something marked on the chart of a battle: the number of its turn or stage, and its number in the list of moments. A side
    that lost a ship is marked with a cross.
    """

    at: int
    number: int
    lost_by: str = ""


class Tide(Struct, frozen=True):
    """The chart of a battle: for each side the share of its boxes left, from 0 to 1, at the start and after each turn.

    label  the boxes that are counted
    luck   for each side the hits beyond those to be expected, summed up; empty if the dice were not weighed
    names  the names at the ticks of the axis: turns, if the rules name them, or days
    days   whether the axis shows days instead of turns
    title  the name of the quantity that the shares show; empty for boxes left
    """

    label: str
    sides: tuple[str, ...]
    shares: tuple[tuple[float, ...], ...]
    events: tuple[Event, ...] = ()
    luck: tuple[tuple[float, ...], ...] = ()
    names: tuple[str, ...] = ()
    days: bool = False
    title: str = ""

    @property
    def floor(self) -> float:
        """The share at which the axis begins: below the lowest share, a multiple of 10 %."""
        return max(0.0, (ceil(10 * min(map(min, self.shares))) - 1) / 10)


class RangeBands(Struct, frozen=True):
    """A chart of range bands: a strip for each row of the tables, with the far end of each band. All strips share one scale."""

    unit: str
    rows: tuple[tuple[str, tuple[float, ...]], ...]


Chart: TypeAlias = BoxesLeft | HitsByFirer | LossTimes | RangeBands | Tide


class Heading(Struct, frozen=True):
    """A heading. Level 1 is the title, 2 a section, 3 and 4 are inside a section. ``id`` names a section for style sheets."""

    level: int
    text: str
    id: str = ""


class Paragraph(Struct, frozen=True):
    """A paragraph, with a label before the text if there is one. ``kind`` is plain, subtitle, lead or warning."""

    text: str
    label: str = ""
    kind: str = "plain"


class Prose(Struct, frozen=True):
    """Text written by a user, such as a scenario's story. Empty lines separate its paragraphs."""

    text: str


class Boxes(Struct, frozen=True):
    """A cell of a table that shows boxes: how many are left, and how many there are in all."""

    left: int
    full: int

    def __str__(self) -> str:
        return f"{self.left}/{self.full}"


class LineNumber(Struct, frozen=True):
    """A cell of a table that names a journal line; None leaves it empty. Formats with links link to the line."""

    number: int | None

    def __str__(self) -> str:
        return "" if self.number is None else str(self.number)


class Link(Struct, frozen=True):
    """A cell of a table that links to another document; an empty address makes it plain text."""

    text: str
    address: str

    def __str__(self) -> str:
        return self.text


Cell: TypeAlias = str | Boxes | LineNumber | Link


class Grid(Struct, frozen=True):
    """A table. ``right`` lists the numbers of the columns to be aligned right, because they hold numbers.

    A ``charted`` table repeats the data of the chart before it, for formats without pictures.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    right: tuple[int, ...] = ()
    charted: bool = False


class Item(Struct, frozen=True):
    """An item of a list, with a label before its text and a remark after it.

    depth   how many levels the item is indented
    struck  whether the text is struck through
    line    the number of the journal line that the item is about; 0 for none
    turn    the number of the turn that the item is about; 0 for none
    """

    text: str
    label: str = ""
    depth: int = 0
    remark: str = ""
    struck: bool = False
    line: int = 0
    turn: int = 0


class Listing(Struct, frozen=True):
    """A list; ``kind`` is ``plain``, or ``story`` for the lines of a journal."""

    items: tuple[Item, ...]
    kind: str = "plain"


class Figure(Struct, frozen=True):
    """A chart with its caption. A table always repeats the data, so that formats without pictures can omit the chart."""

    caption: str
    chart: Chart


Block: TypeAlias = Heading | Paragraph | Prose | Grid | Listing | Figure


def grid(head: Sequence[str], rows: Iterable[Sequence[Cell]], right: Iterable[int] = (), charted: bool = False) -> Grid:
    """Make a table, leaving out empty columns. ``right`` lists the columns to be aligned right."""
    lines = [tuple(row) for row in rows]
    full = [place for place in range(len(head)) if place == 0 or not lines or any(str(line[place]) for line in lines)]
    right = set(right)
    return Grid(
        tuple(head[place] for place in full),
        tuple(tuple(line[place] for place in full) for line in lines),
        tuple(new for new, place in enumerate(full) if place in right),
        charted,
    )
