"""Text on lines of cells: cleaned of what a terminal would obey, measured in cells, cut, padded, flowed and wrapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TypeAlias
from unicodedata import category, combining, normalize

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from fleetbook.tui.kit.style import PLAIN, Theme

Piece: TypeAlias = tuple[str, Style]
Line: TypeAlias = tuple[Piece, ...]

MORE = "…"
GAP = "  "
UNPRINTABLE = "�"
LAST_WORD = 4  # cells of a number behind a name
MOST_MARKS = 2  # accents on one letter
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)  # terminals differ in how wide two of them are
_DROPPED = frozenset(chain("\u00ad\u200d\ufe0e\ufe0f", map(chr, range(0x1F3FB, 0x1F400))))  # and these that change a sign before


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """Text that a terminal shows as it stands, and in as many cells as are counted: no control, direction or joining signs."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_harmless(normalize("NFC", text)))


def _harmless(text: str) -> Iterator[str]:
    marks = 0
    for sign in text:
        marks = marks + 1 if combining(sign) or category(sign) == "Me" else 0
        if ord(sign) in _FLAG_LETTERS:
            yield chr(ord("A") + ord(sign) - _FLAG_LETTERS.start)
        elif sign not in _DROPPED and marks <= MOST_MARKS:
            yield sign if sign.isprintable() else UNPRINTABLE


def ink(text: object, style: Style = PLAIN) -> Piece:
    """A piece of a line."""
    return clean(str(text)), style


def cells(line: Iterable[Piece]) -> int:
    """How many cells a line takes."""
    return sum(cell_len(text) for text, _ in line)


@lru_cache(maxsize=4096)
def fit(text: str, width: int) -> str:
    """Text of at most ``width`` cells, its end replaced by ``…`` where it is longer."""
    text = clean(text)
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + MORE if width > 0 else ""


def pad(text: str, width: int) -> str:
    """Text of exactly ``width`` cells, cut or filled at its right."""
    return set_cell_size(fit(text, width), max(width, 0))


def pad_name(text: str, width: int) -> str:
    """A name in exactly ``width`` cells: where it is too long its last word stays if that is short, for ships of a class are told
    apart by it.
    """
    text = clean(text)
    last = text.rpartition(" ")[2]
    if cell_len(text) <= width or not 0 < cell_len(last) <= min(LAST_WORD, width // 2):
        return pad(text, width)
    return f"{pad(text, width - cell_len(last) - 1).rstrip()} {last}".ljust(width)


def pad_left(text: str, width: int) -> str:
    """Text of exactly ``width`` cells, cut at its right or filled at its left."""
    short = fit(text, width)
    return " " * (width - cell_len(short)) + short


def cut(line: Line, width: int) -> Line:
    """A line of at most ``width`` cells."""
    if cells(line) <= width:
        return line
    kept: list[Piece] = []
    left = width
    for text, style in line:
        size = cell_len(text)
        if size >= left:
            kept.append((fit(text, left) if size > left else fit(text + MORE, left), style))
            break
        kept.append((text, style))
        left -= size
    return tuple(kept)


def spread(left: Line, right: Line, width: int) -> Line:
    """One line with a part at its left and a part at its right end; where both do not fit the right part is cut first."""
    gap = width - cells(left) - cells(right)
    if gap >= 1:
        return (*left, ink(" " * gap), *right)
    return (*left, ink(" "), *cut(right, room)) if (room := width - cells(left) - 1) > 1 else cut(left, width)


def joined(parts: Iterable[Line], between: str = GAP) -> Line:
    """Parts of a line one after another."""
    line: list[Piece] = []
    for part in parts:
        if line:
            line.append((between, PLAIN))
        line.extend(part)
    return tuple(line)


def flow(parts: Iterable[Line], width: int, indent: int = 0, first: Line = ()) -> list[Line]:
    """Parts set one after another, going on in a new line where there is no room. ``first`` begins the first line."""
    start: Line = (ink(" " * indent),)
    lines: list[Line] = []
    line, empty = first or start, not first
    for part in parts:
        if not empty and cells(line) + len(GAP) + cells(part) > width:
            lines.append(line)
            line, empty = start, True
        line, empty = (*line, *(() if empty else (ink(GAP),)), *part), False
    return [cut(line, width) for line in (*lines, *(() if empty else (line,)))]


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """Text broken at spaces into lines of at most ``width`` cells, those after the first indented."""
    lines, line = [], ""
    for word in clean(text).split(" "):
        longer = f"{line} {word}" if line.strip() else line + word
        if cell_len(longer) > width and line.strip():
            lines.append(line)
            longer = " " * indent + word
        while cell_len(longer) > width > indent:
            head = set_cell_size(longer, width)
            lines.append(head)
            longer = " " * indent + longer[len(head.rstrip()) :]
        line = longer
    return [*lines, line]


def strip(line: Sequence[Piece], width: int, theme: Theme) -> Strip:
    """A line ready to be shown in exactly ``width`` cells of a theme."""
    return Strip([Segment(text, theme.style(style)) for text, style in line]).adjust_cell_length(width, theme.ground)
