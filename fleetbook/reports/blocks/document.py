"""A report before it is written down: blocks of words, tables, lists and charts that every format renders in its own way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from fleetbook.reports.blocks.charts import Chart


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
