"""Parts of a screen: rules, columns side by side, filled heights, windows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.style import Style

from fleetbook.tui.kit.line import Line, Piece, cells, cut, ink, spread
from fleetbook.tui.kit.style import BOLD, QUIET

MARK, LEAST_MARKED = 12, 3  # cells of a sign that there is more; lines of a window that can spare them
POINTING, AIMED, SHARED = "▸", "◎", "⇄"


def draw_rule(words: Line, right: Line, width: int, style: Style = QUIET, sign: str = "─") -> Line:
    """A horizontal rule of a sign that words interrupt at its left and its right end."""
    if cells(words) + cells(right) + 4 > width:
        words, right = cut(words, max(width - cells(right) - 4, 0)), cut(right, max(width - 4, 0))
    between = sign * max(width - cells(words) - cells(right) - 3, 1)
    return cut((ink(sign, style), *words, ink(between, style), *right, ink(sign * 2, style)), width)


def filled(lines: Iterable[Line], height: int) -> list[Line]:
    """Exactly so many lines: cut, or filled up with empty ones."""
    kept = list(lines)[: max(height, 0)]
    return [*kept, *([()] * (height - len(kept)))]


def beside(columns: Sequence[tuple[Sequence[Line], int]], height: int) -> list[Line]:
    """Columns of lines with their widths, a line between them."""
    widths = [width for _, width in columns]
    lines: list[Line] = []
    for row in zip(*(filled(column, height) for column, _ in columns), strict=True):
        pieces: list[Piece] = []
        for line, width in zip(row, widths, strict=True):
            part = cut(line, width)
            pieces += [ink("│", QUIET)] if pieces else []
            pieces += [*part, ink(" " * (width - cells(part)))]
        lines.append(tuple(pieces))
    return lines


def window(top: int, block: tuple[int, int], whole: int, height: int) -> int:
    """The first line of a window on ``whole`` lines. It moves from ``top`` as little as it takes to show the block.

    The block reaches from its first line to the one after its last. Of a block that is too high, the beginning is shown.
    """
    start, end = block
    return max(min(max(top, end - height), start, whole - height), 0)


def as_many(lines: list[Line], room: int, width: int, key: str = "", margin: int = 3) -> list[Line]:
    """As many lines as find room, and how many more there are. ``key`` is the key that shows them."""
    if len(lines) <= max(room, 0):
        return lines
    more = (ink(f"{' ' * margin}… and {len(lines) - room} more{key}", QUIET),)
    if room > 0 and cells((*lines[room - 1], *more)) <= width:
        return [*lines[: room - 1], (*lines[room - 1], *more)]
    shown = lines[: max(room - 1, 0)]
    return [*shown, (ink(f"{' ' * margin}… and {len(lines) - len(shown)} more{key}", QUIET),)]


def with_more(shown: list[Line], hidden: tuple[int, int], width: int, *, whole: bool = False) -> list[Line]:
    """The window with a sign at its right for more lines above or below.

    If lines stay ``whole``, a line that the sign would cut gives way to it.
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
    """A line that leaves room at its right. A heading loses some of its rule only."""
    kept = cut(line, width)
    return (*kept[:-1], (kept[-1][0].replace("─…", "──"), kept[-1][1])) if kept != line else line
