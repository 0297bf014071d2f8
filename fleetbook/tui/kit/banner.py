"""Large letters made of normal cells, to be read across a room: three lines high, or six in doubled cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from unicodedata import combining, normalize

from fleetbook.reports.text_layout import cell_width, clean
from fleetbook.tui.kit.line import Line, Piece

LINES = 3
SCALES = (2, 1)  # doubled cells, then single ones
_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'. ,:/!+&%"
_DRAWN = (
    "█▀█|█▀▄|█▀▀|█▀▄|█▀▀|█▀▀|█▀▀|█ █|█|  █|█ █|█  |█▄ ▄█|█▄ █|█▀█|█▀█|█▀█|█▀█|█▀▀|▀█▀|"
    "█ █|█ █|█   █|█ █|█ █|▀▀█|█▀█|▀█ |▀▀█|▀▀█|█ █|█▀▀|█▀▀|▀▀█|█▀█|█▀█|  |█| | | | |  █|█|   |▄▀▄ |▀ █",
    "█▀█|█▀▄|█  |█ █|█▀ |█▀ |█ █|█▀█|█|▄ █|█▀▄|█  |█ ▀ █|█ ▀█|█ █|█▀▀|█▄█|█▀▄|▀▀█| █ |"
    "█ █|█ █|█▄▀▄█|▄▀▄| █ |▄▀ |█ █| █ |█▀▀| ▀█|▀▀█|▀▀█|█▀█| █ |█▀█|▀▀█|▀▀| | | | |▀|▄▀ |▀|▀█▀|▄▀▄▀| █ ",
    "▀ ▀|▀▀▀|▀▀▀|▀▀ |▀▀▀|▀  |▀▀▀|▀ ▀|▀|▀▀▀|▀ ▀|▀▀▀|▀   ▀|▀  ▀|▀▀▀|▀  |  ▀|▀ ▀|▀▀▀| ▀ |"
    "▀▀▀| ▀ |▀   ▀|▀ ▀| ▀ |▀▀▀|▀▀▀|▀▀▀|▀▀▀|▀▀▀|  ▀|▀▀▀|▀▀▀| ▀ |▀▀▀|▀▀▀|  | |▀| |█|▀|▀  |▀|   | ▀ ▀|▀ ▀",
)
_LETTERS = {sign: lines for sign, *lines in zip(_SIGNS, *(line.split("|") for line in _DRAWN), strict=True)}
_LIKE = str.maketrans({"−": "-", "–": "-", "’": "'", "×": "x", "…": "."})
_DOUBLED = {"█": ("██", "██"), "▀": ("██", "  "), "▄": ("  ", "██")}


def banner(text: str, width: int, height: int = LINES) -> list[str]:
    """The text in large letters, as large as they fit into ``width`` cells and ``height`` lines, wrapped between words.

    If even the smallest letters do not fit into ``height`` lines, more lines are returned. Empty if a word is too wide.
    """
    for scale in SCALES:
        rows = wrapped(text, width, scale)
        if rows and (scale == SCALES[-1] or len(rows) * LINES * scale <= height):
            return [line for row in rows for line in large(row, scale)]
    return []


def wrapped(text: str, width: int, scale: int = 1) -> list[str]:
    """The text in rows that fit into ``width`` cells in large letters. Empty if a word is too wide."""
    rows: list[str] = []
    for word in text.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and large_width(longer, scale) <= width:
            rows[-1] = longer
        else:
            rows.append(word)
    return [] if any(large_width(row, scale) > width for row in rows) else rows


@lru_cache(maxsize=512)
def large(text: str, scale: int = 1) -> tuple[str, ...]:
    """The lines of a text in large letters. A character without a large letter stands in its normal size."""
    marks = normalize("NFD", clean(text).upper().translate(_LIKE))
    letters = [_LETTERS.get(sign) or _small(sign) for sign in marks if not combining(sign)]
    lines = [" ".join(letter[row] for letter in letters) for row in range(LINES)]
    return tuple(lines) if scale == 1 else tuple(row for line in lines for row in _doubled(line))


def large_width(text: str, scale: int = 1) -> int:
    """The width of a text in large letters, in cells."""
    return cell_width(large(text, scale)[0])


def draw_large(parts: Iterable[Piece], scale: int = 1) -> list[Line]:
    """Texts in large letters, each in its style, beside each other with a gap between them."""
    drawn = [(large(text, scale), style) for text, style in parts if text]
    gap = " " * (LINES * scale)
    lines: list[Line] = []
    for row in range(LINES * scale):
        pieces: list[Piece] = []
        for rows, style in drawn:
            pieces += [(gap, style)] if pieces else []
            pieces.append((rows[row], style))
        lines.append(tuple(pieces))
    return lines


def parts_width(parts: Sequence[Piece], scale: int = 1) -> int:
    """The width of what ``draw_large`` draws."""
    texts = [text for text, _ in parts if text]
    return sum(large_width(text, scale) for text in texts) + LINES * scale * len([*pairwise(texts)])


def _small(sign: str) -> tuple[str, str, str]:
    blank = " " * cell_width(sign)
    return blank, sign, blank


def _doubled(line: str) -> tuple[str, str]:
    cells = [_DOUBLED.get(sign) or (sign + " " * cell_width(sign), " " * 2 * cell_width(sign)) for sign in line]
    return "".join(upper for upper, _ in cells), "".join(lower for _, lower in cells)
