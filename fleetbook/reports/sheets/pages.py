"""Lay out ship cards on pages of any size, in letters that are read at arm's length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf, isqrt

from fleetbook.core.errors import InvalidInput, nearest
from fleetbook.reports.sheets.cards import GROUP, Boxes, Sheet, Sheets

PAPERS = {"A4": (210, 297), "A5": (148, 210), "A6": (105, 148), "Letter": (216, 279)}
_MILLIMETRES = re.compile(r"(\d{2,3})[x×](\d{2,3})")
MOST = 40  # cards on one page
GAP = 3  # mm between cards
POINT = 0.3528  # mm in a point
LARGEST, SMALLEST = 11.0, 8.0  # font sizes in points: smaller letters cannot be read at arm's length
USUAL = 9.0  # the font size of cards that are printed on paper of unknown size
ALONE = 0.7  # of a column: a taller card stands alone in it
UNKNOWN_COLUMN, LONGEST_COLUMN = 222, 268  # mm that a column has at least on A4 and Letter below the title, and at most
BOX = {"few": 5.0, "some": 3.1}  # mm, as in sheets.css; of many boxes each is .92 em wide
MOST_COLUMNS = 3  # of cards that are each as tall as it is
MORE_PAGES = 1.25  # up to this many times the fewest pages are printed for the sake of larger letters
ALIKE = 2  # groups of boxes as wide as their boxes; the others are as wide as ten, so that rows are equal
NARROWEST, EDGES = 19.0, 1.7  # in ems: the narrowest card, a label with boxes beside it; its frame
SPARE = 1.06  # factor for lines that take more room than estimated


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in mm."""

    width: int
    height: int

    @classmethod
    def named(cls, words: str) -> Paper:
        """The paper with a name, or with a width and height in mm: A6, 70x37. Raises InvalidInput for other words."""
        names = {name.casefold(): size for name, size in PAPERS.items()}
        size = names.get(words.strip().casefold())
        if size is None and (found := _MILLIMETRES.fullmatch(words.strip().casefold())):
            size = int(found[1]), int(found[2])
        if size is None:
            allowed = f"{', '.join(PAPERS)}, or width and height in mm, such as 70x37"
            raise InvalidInput("paper", words, allowed, nearest(words, PAPERS))
        return cls(*size)

    @property
    def is_small(self) -> bool:
        """Whether the paper is the size of a card or label, which has room for one ship and no title."""
        return self.width < 140

    @property
    def margin(self) -> int:
        """The margin on each side of the page, in mm."""
        return 3 if self.is_small else 9

    @property
    def head(self) -> int:
        """The height reserved for the title, in mm. 0 on small paper."""
        return 0 if self.is_small else 6


UNKNOWN = Paper(202, 267)
"""The area that A4 and Letter paper share, without the margins of a browser's page. It is used if the paper is not known."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The arrangement of cards on a page: columns and rows of cards, and the font size in points.

    ``log`` is whether each card has a log to fill in by hand.
    """

    paper: Paper
    columns: int
    rows: int
    letters: float
    log: bool

    @property
    def width(self) -> float:
        """The width of a card in mm."""
        gaps = GAP * (self.columns - 1)
        return (self.paper.width - 2 * self.paper.margin - gaps) / self.columns

    @property
    def height(self) -> float:
        """The height of a card in mm."""
        gaps = GAP * (self.rows - 1)
        return (self.paper.height - 2 * self.paper.margin - self.paper.head - gaps - 1) / self.rows

    @property
    def per_page(self) -> int:
        """The number of cards that a page holds."""
        return self.columns * self.rows


def sheets_on_pages(sheets: Sheets, paper: str = "A4", per_page: int | None = None) -> str:
    """HTML that prints ``per_page`` cards on each page, all of one size. Without a number the cards stand in columns, as many as
    fit. Small paper holds one card, and a card too tall for it continues on the next page.

    Raises InvalidInput for unknown paper, or if the cards do not fit.
    """
    page = Paper.named(paper)
    if per_page is None and not (page.is_small and any(_layouts(sheets.cards, page, 1))):
        if not _is_wide(smallest := Layout(page, 1, 1, SMALLEST, log=False)):
            raise InvalidInput("paper", paper, "larger paper: not one of these cards fits")
        columns = smallest if page.is_small else _in_columns(sheets.cards, page)
        return sheets.html(paper=page, log=not page.is_small, columns=columns, gap=GAP)
    layout = _layout(sheets.cards, page, 1 if per_page is None else per_page)
    pages = [sheets.cards[first : first + layout.per_page] for first in range(0, len(sheets.cards), layout.per_page)]
    return sheets.html(paper=page, log=layout.log, layout=layout, pages=pages, gap=GAP)


def sheets_for_any_paper(sheets: Sheets) -> str:
    """HTML for the screen, which prints in two columns on A4 and Letter. A card that is alone in its column is as tall as the
    column, with room for notes.
    """
    column = Layout(UNKNOWN, 2, 1, USUAL, log=True)
    heights = [inf, *(_height(card, column, USUAL * POINT) / SPARE for card in sheets.cards), inf]
    tall = {
        card.name
        for card, before, height, after in zip(sheets.cards, heights, heights[1:], heights[2:], strict=False)
        if height > ALONE * UNKNOWN_COLUMN and height + min(before, after) > LONGEST_COLUMN
    }
    return sheets.html(tall=tall, tallest=UNKNOWN_COLUMN)


def _in_columns(cards: Sequence[Sheet], paper: Paper) -> Layout:
    """The layout for cards that stand in columns, each as tall as its content. It has the largest font with which the cards take
    few pages.
    """
    sizes = [SMALLEST + step / 4 for step in range(int((LARGEST - SMALLEST) * 4) + 1)]
    layouts = [Layout(paper, columns, 1, letters, log=True) for columns in range(1, MOST_COLUMNS + 1) for letters in sizes]
    pages = {layout: ceil(_filled(cards, layout) / layout.columns) for layout in layouts if _is_wide(layout)}
    few = min(pages.values()) * MORE_PAGES
    return max((layout for layout in pages if pages[layout] <= few), key=lambda layout: (layout.letters, -layout.columns))


def _is_wide(layout: Layout) -> bool:
    """Whether a column of the layout has at least the smallest width that a card needs."""
    return layout.width >= (NARROWEST + EDGES) * layout.letters * POINT


def _filled(cards: Sequence[Sheet], column: Layout) -> int:
    """The number of columns that the cards fill."""
    left, filled = 0.0, 0
    for tall in (_height(card, column, column.letters * POINT) / SPARE + GAP for card in cards):
        filled, left = (filled, left - tall) if tall <= left else (filled + 1, column.height - tall)
    return filled


def _layout(cards: Sequence[Sheet], paper: Paper, per_page: int) -> Layout:
    if not 1 <= per_page <= MOST:
        raise InvalidInput("per-page", per_page, f"1 to {MOST}")
    if tried := list(_layouts(cards, paper, per_page)):
        return max(tried, key=lambda layout: (layout.log, layout.letters))
    fit = next((number for number in range(per_page - 1, 0, -1) if any(_layouts(cards, paper, number))), 0)
    allowed = f"at most {fit} of these cards on this paper" if fit else "larger paper: not one of these cards fits"
    raise InvalidInput("per-page", per_page, allowed)


def _layouts(cards: Sequence[Sheet], paper: Paper, per_page: int) -> Iterator[Layout]:
    """All layouts whose columns and rows hold exactly ``per_page`` cards."""
    for columns in range(1, isqrt(per_page) + 1):
        if per_page % columns == 0:
            yield from _sizes(cards, paper, columns, per_page // columns)
            yield from _sizes(cards, paper, per_page // columns, columns)


def _sizes(cards: Sequence[Sheet], paper: Paper, columns: int, rows: int) -> Iterator[Layout]:
    """The layouts with the largest font that fits all cards. One layout has a log, the other has none."""
    for log in (True, False):
        letters = LARGEST
        while letters >= SMALLEST:
            layout = Layout(paper, columns, rows, letters, log)
            if all(_height(card, layout, letters * POINT) <= layout.height for card in cards):
                yield layout
                break
            letters -= 0.25


def _height(card: Sheet, layout: Layout, em: float) -> float:
    """The estimated height of a card in mm, for an em of this many mm. The numbers follow ``sheets.css``."""
    inner = layout.width / em - EDGES
    if inner < NARROWEST:
        return inf
    small = max(0.85, SMALLEST * POINT / em)
    box = min(BOX[card.crowd] / em, (inner - 6.6) / GROUP) if card.crowd in BOX else 0.92
    tall = 1.2 + _lines(card.name, inner, 1.2) * 1.4
    tall += _text(f"{card.kind} · {card.group}", inner) + _text(" · ".join(card.particulars), inner, small)
    tall += _text(" · ".join(card.others), inner, small)
    tall += 2.2 if card.fate else 0
    tall += sum(_track(row, inner, box) for row in (*card.rows, *card.supplies))
    tall += 0.7 + sum(_place(place.boxes, f"{place.label} {place.text}", inner) for place in card.places)
    tall += _ticks(card.ticks, inner)
    tall += sum(_text(str(arm), inner - 0.8, small) for arm in card.arms)
    tall += 0.6 + sum(_text(f"{condition.short} {condition.text}", inner) for condition in card.conditions)
    tall += _text(f"{card.note} {'; '.join(card.doubts)} source 00", inner, small)
    return (tall + 0.4 + (6.2 if layout.log else 0)) * SPARE * em


def _lines(text: str, width: float, size: float = 1.0) -> int:
    """The estimated number of lines that a text takes. A letter is taken to be almost half as wide as the font size."""
    return max(1, ceil(len(text) * 0.48 * size / max(width, 1)))


def _text(text: str, width: float, size: float = 1.0) -> float:
    return _lines(text, width, size) * 1.3 * size + 0.2 if text else 0


def _boxes_width(count: int, box: float) -> float:
    return count * (box + 0.12) + 0.2


def _track(row: Boxes, inner: float, box: float) -> float:
    room, lines, used = inner - 5.2, 1, 0.0
    for place, group in enumerate(row.groups):
        wide = _boxes_width(len(group) if place < ALIKE else GROUP, box) + 0.5
        lines, used = (lines + 1, wide) if used and used + wide > room else (lines, used + wide)
    remark = 1.3 if row.worth > 1 or row.text else 0
    return max(1.3 * _lines(f"{row.label} {row.full}", 4.6), lines * (box + 0.18) + remark) + 0.35


def _ticks(rows: Sequence[Boxes], inner: float) -> float:
    wide = sum(len(row.label) * 0.5 + _boxes_width(row.full, 0.95) + 1 for row in rows)
    return ceil(wide / inner) * 1.4 + 0.3 if rows else 0


def _place(boxes: Boxes | None, text: str, inner: float) -> float:
    wide = sum(_boxes_width(len(group), 1.1) + 0.5 for group in boxes.groups) if boxes else 1.6
    beside = wide if wide < inner / 2 else inner / 2
    return max(1.3 * _lines(text, inner - beside, 0.95), 2.6 if wide > inner / 2 else 1.3) + 0.15
