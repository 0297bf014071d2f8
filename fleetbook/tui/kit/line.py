"""Lines of styled text: measure, cut, justify and wrap them. Widths are in terminal cells."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from rich.style import Style

from fleetbook.reports.text_layout import GAP, MORE, cell_width, clean, fit, pad, wrap
from fleetbook.tui.kit.style import PLAIN

Piece: TypeAlias = tuple[str, Style]
Line: TypeAlias = tuple[Piece, ...]

LAST_WORD = 4  # cells of the longest last word that a cut name keeps, such as its number
WORDS = re.compile(r"\s*\S+\s*")


def ink(text: object, style: Style = PLAIN) -> Piece:
    return clean(str(text)), style


@lru_cache(maxsize=1024)
def cells(line: Line) -> int:
    """The width of a line in cells. Cached, because most lines of a screen stay the same after a key."""
    return sum(cell_width(text) for text, _ in line)


def pad_name(text: str, width: int) -> str:
    """A name in exactly ``width`` cells. A long name gives up its first words and keeps its last, which tells ships of a class
    apart: ``P. Royal``, ``Svyatitelya``.
    """
    text = clean(text)
    *first, last = text.split(" ")
    initials = [f"{word[:1]}." for word in first]
    is_number = 0 < cell_width(last) <= min(LAST_WORD, width // 2) and not last.isalpha()
    for given_up in range(1 if is_number else len(first) + 1):
        short = " ".join((*initials[given_up:], last))
        if first and cell_width(text) > width >= cell_width(short):
            return pad(short, width)
    if not first or cell_width(text) <= width or not is_number:
        return pad(text, width)
    return f"{pad(text, width - cell_width(last) - 1).rstrip()} {last}".ljust(width)


def cut(line: Line, width: int) -> Line:
    """The line cut to ``width`` cells, if it is longer."""
    if cells(line) <= width:
        return line
    pieces: list[Piece] = []
    left = width
    for text, style in line:
        size = cell_width(text)
        if size >= left:
            pieces.append((fit(text, left) if size > left else fit(text + MORE, left), style))
            break
        pieces.append((text, style))
        left -= size
    return tuple(pieces)


def spread(left: Line, right: Line, width: int) -> Line:
    """One line with ``left`` at its left end and ``right`` at its right end. If they do not fit, ``right`` is cut first."""
    gap = width - cells(left) - cells(right)
    if gap >= 1:
        return (*left, ink(" " * gap), *right)
    return (*left, ink(" "), *cut(right, room)) if (room := width - cells(left) - 1) > 1 else cut(left, width)


def joined(parts: Iterable[Line], between: str = GAP) -> Line:
    """The parts joined into one line, with a separator between them."""
    line: list[Piece] = []
    for part in parts:
        if line:
            line.append((between, PLAIN))
        line.extend(part)
    return tuple(line)


def flow(parts: Iterable[Line], width: int, indent: int = 0, first: Line = ()) -> list[Line]:
    """The parts wrapped to lines, with gaps between them. A part is split between words only if it is longer than a line.

    ``first`` is a label at the beginning of the first line.
    """
    start: Line = (ink(" " * indent),)
    lines: list[Line] = []
    line, empty = first or start, not first
    used = cells(line)
    for part in parts:
        size = cells(part)
        over = not empty and used + len(GAP) + size > width
        if over and (line is not first or size <= width - indent):  # never a label alone on its line
            lines.append(line)
            line, used, empty = start, indent, True
        if not empty:
            line, used = (*line, (GAP, PLAIN)), used + len(GAP)
        piece, *others = [part] if size <= width - used else _broken(part, width - used)
        line, used, empty = (*line, *piece), used + size, False
        for piece in others:
            lines.append(line)
            line, used = (*start, *piece), indent + cells(piece)
    return [cut(line, width) for line in (*lines, *(() if empty else (line,)))]


def _broken(part: Line, room: int) -> list[Line]:
    """Split a part between words into lines of at most ``room`` cells. A longer word is not split."""
    if cells(part) <= room:
        return [part]
    lines: list[Line] = [()]
    for text, style in part:
        for word in WORDS.findall(text):
            if lines[-1] and cells(lines[-1]) + cell_width(word.rstrip()) > room:
                last, look = lines[-1][-1]
                lines[-1] = (*lines[-1][:-1], (last.rstrip(), look))
                lines.append(())
            lines[-1] = (*lines[-1], (word, style))
    return lines


def text_lines(text: str, width: int, style: Style = PLAIN) -> list[Line]:
    """The text as lines, wrapped to ``width``. Empty lines are kept."""
    return [(ink(line, style),) for part in text.strip().splitlines() for line in wrap(part, max(width, 8))]


def unwrapped(text: str) -> str:
    """The text with each paragraph on one line."""
    return "\n \n".join(" ".join(part.split()) for part in text.split("\n\n"))
