"""A report before it is written down: blocks of words, tables, lists and charts. Each format renders them in its own way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Line:
    """Boxes left on one track of a ship at the start and at the end of each turn."""

    label: str
    full: int
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A ship's tracks, the first one first; ``lost`` is the turn in which she was lost, None while she fights on; ``standing``
    what she is if she is there and no longer fights as before.
    """

    ship: str
    side: str
    lines: tuple[Line, ...]
    lost: int | None = None
    standing: str = ""


@dataclass(frozen=True, slots=True)
class BoxesLeft:
    """A panel for each ship; ``turns`` are the numbers of the turns that ended, after 0 for the start, or of stages of turns that
    have ``names``.
    """

    sides: tuple[str, ...]
    turns: tuple[int, ...]
    panels: tuple[Panel, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """A firer's hits, those to be expected, and between how many they lie in eight battles of ten."""

    name: str
    side: str
    hits: int
    expected: float
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class HitsByFirer:
    """A bar for each ship that fired."""

    sides: tuple[str, ...]
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Leaving:
    """A ship that left the fight in a turn, and how."""

    ship: str
    side: str
    turn: int
    how: str


@dataclass(frozen=True, slots=True)
class LossTimes:
    """When each ship was lost, up to the last turn of the battle, or the last stage; these have ``names``, after one for 0."""

    sides: tuple[str, ...]
    turns: int
    losses: tuple[Leaving, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RangeBands:
    """A strip for each line of the tables with the far ends of its bands, all to one scale, as on a ruler."""

    unit: str
    rows: tuple[tuple[str, tuple[float, ...]], ...]


Chart: TypeAlias = BoxesLeft | HitsByFirer | LossTimes | RangeBands


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: 1 the title, 2 a section, 3 and 4 inside it. ``id`` names a section for whoever styles it."""

    level: int
    text: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, with words set off before it; ``kind`` is ``plain``, ``subtitle``, ``lead`` or ``warning``."""

    text: str
    label: str = ""
    kind: str = "plain"


@dataclass(frozen=True, slots=True)
class Prose:
    """A stranger's text of several paragraphs, divided where it has empty lines."""

    text: str


@dataclass(frozen=True, slots=True)
class Boxes:
    """A cell of a table: boxes left of those that there were."""

    left: int
    full: int

    def __str__(self) -> str:
        return f"{self.left}/{self.full}"


@dataclass(frozen=True, slots=True)
class LineNumber:
    """A cell of a table: a line of the journal, to which formats that can lead."""

    number: int | None

    def __str__(self) -> str:
        return "" if self.number is None else str(self.number)


Cell: TypeAlias = str | Boxes | LineNumber


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; the columns numbered in ``right`` hold figures. One that is ``charted`` says what the chart before it shows, for
    formats without pictures.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    right: tuple[int, ...] = ()
    charted: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list, so many levels deep: words set off before it, a remark behind it, and whether it is struck through.
    ``line`` is the line of the journal that it tells of; 0 for none.
    """

    text: str
    label: str = ""
    depth: int = 0
    remark: str = ""
    struck: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; ``kind`` is ``plain``, or ``story`` for the lines of a journal."""

    items: tuple[Item, ...]
    kind: str = "plain"


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with what it shows in words. Its figures stand in a table too: formats without pictures leave it out."""

    caption: str
    chart: Chart


Block: TypeAlias = Heading | Paragraph | Prose | Grid | Listing | Figure


def grid(head: Sequence[str], rows: Iterable[Sequence[Cell]], right: Iterable[int] = ()) -> Grid:
    """A table of any sequences, without columns in which nothing stands."""
    lines = [tuple(row) for row in rows]
    kept = [place for place in range(len(head)) if place == 0 or not lines or any(str(line[place]) for line in lines)]
    right = set(right)
    return Grid(
        tuple(head[place] for place in kept),
        tuple(tuple(line[place] for place in kept) for line in lines),
        tuple(new for new, place in enumerate(kept) if place in right),
    )
