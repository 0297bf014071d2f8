"""Lay out a screen with horizontal lines, columns side by side, and scrolled blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.style import Style

from fleetbook.tui.kit.line import Line, Piece, cells, cut, ink, spread
from fleetbook.tui.kit.style import BOLD, PLAIN, QUIET

MARK, LEAST_MARKED = 12, 3  # cells for "↓ 12 more" at a line's end; the fewest lines a window needs to show it
BAR = ("│", QUIET)  # between two columns
POINTING, AIMED, SHARED = "▸", "◎", "⇄"


def draw_rule(words: Line, right: Line, width: int, style: Style = QUIET, sign: str = "─") -> Line:
    """A horizontal line drawn with ``sign``, with text set into its left and right end."""
    if cells(words) + cells(right) + 4 > width:
        words, right = cut(words, max(width - cells(right) - 4, 0)), cut(right, max(width - 4, 0))
    between = sign * max(width - cells(words) - cells(right) - 3, 1)
    return cut((ink(sign, style), *words, ink(between, style), *right, ink(sign * 2, style)), width)


def filled(lines: Iterable[Line], height: int) -> list[Line]:
    """The lines cut to ``height``, or filled up to it with empty lines."""
    kept = list(lines)[: max(height, 0)]
    return [*kept, *([()] * (height - len(kept)))]


def beside(columns: Sequence[tuple[Sequence[Line], int]], height: int) -> list[Line]:
    """Columns side by side, with vertical lines between them. Each column is its lines and its width."""
    widths = [width for _, width in columns]
    lines: list[Line] = []
    for row in zip(*(filled(column, height) for column, _ in columns), strict=True):
        pieces: list[Piece] = []
        for line, width in zip(row, widths, strict=True):
            size = cells(line)
            part = line if size <= width else cut(line, width)
            if pieces:
                pieces.append(BAR)
            pieces.extend(part)
            pieces.append((" " * (width - (size if part is line else cells(part))), PLAIN))
        lines.append(tuple(pieces))
    return lines


def window(top: int, block: tuple[int, int], whole: int, height: int) -> int:
    """Scroll a window of ``height`` lines over ``whole`` lines. It moves from ``top`` no further than needed to show a block,
    given by its first line and the line after its last.

    If the block is too high for the window, its beginning is shown. Returns the first line shown.
    """
    start, end = block
    return max(min(max(top, end - height), start, whole - height), 0)


def as_many(lines: list[Line], room: int, width: int, key: str = "", margin: int = 3) -> list[Line]:
    """The lines that fit into ``room``, and a count such as ``… and 3 more`` if some do not. ``key`` follows the count."""
    if len(lines) <= max(room, 0):
        return lines
    more = (ink(f"{' ' * margin}… and {len(lines) - room} more{key}", QUIET),)
    if room > 0 and cells((*lines[room - 1], *more)) <= width:
        return [*lines[: room - 1], (*lines[room - 1], *more)]
    shown = lines[: max(room - 1, 0)]
    return [*shown, (ink(f"{' ' * margin}… and {len(lines) - len(shown)} more{key}", QUIET),)]


def with_more(shown: list[Line], hidden: tuple[int, int], width: int, *, whole: bool = False) -> list[Line]:
    """Add counts such as ``↓ 12 more`` at the right of the first and last line shown, for the lines hidden above and below.

    With ``whole``, a line that a count would cut off is left out altogether and counted as hidden.
    """
    above, below = hidden
    if len(shown) < LEAST_MARKED:
        return shown
    first, last = shown[0], shown[-1]
    gives_way = [whole and cells(line) > width - MARK for line in (first, last)]
    if above:
        sign = (ink(f" ↑ {above + gives_way[0]}", BOLD),)
        first = spread(() if gives_way[0] else _spared(first, width - MARK), sign, width)
    if below:
        sign = (ink(f" ↓ {below + gives_way[1]} more", BOLD),)
        last = spread(() if gives_way[1] else _spared(last, width - MARK), sign, width)
    return [first, *shown[1:-1], last]


def _spared(line: Line, width: int) -> Line:
    """The line cut to ``width``. A heading is cut within its horizontal line, without an ellipsis. The words at its right end are
    left out if they do not fit.
    """
    rules = [place for place, (text, _) in enumerate(line) if len(text) > 1 and not text.strip("─")]
    if cells(line) > width and rules:
        line = line[: rules[-2 if len(rules) > 1 else -1] + 1]
    kept = cut(line, width)
    return (*kept[:-1], (kept[-1][0].replace("─…", "──"), kept[-1][1])) if kept != line else line
