"""Layout of text in cells: cleaning strangers' text, breaking lines, setting columns.

The terminal library counts the cells, so reports, shell and app agree about every sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from unicodedata import category, combining, normalize

from rich.cells import cell_len, set_cell_size

REPLACEMENT = "\ufffd"
MORE = "…"
GAP = "  "
EIGHTHS = " ▏▎▍▌▋▊▉"
PLAIN_SIGNS = str.maketrans({
    "▸": ">", "✓": "√", "✗": "x", "✕": "x", "⚑": "!", "◆": "♦", "▨": "▒", "━": "▬", "−": "-", "\ufffd": "?",
    "⟲": "×", "↶": "←", "↷": "→", "◉": "*", "◎": "@", "⇄": "↔", "⏱": "t", "⇧": "▲", "⌫": "◄", "↵": "¶",
    "☐": "□", "☑": "√", "☒": "x", "◪": "▄", **dict.fromkeys("▏▎▍▋▊▉", "▌"),
})  # fmt: skip
"""Signs that the fonts of Windows' old console lack, each with a stand-in of the same width."""
LONGEST_WORD = 24  # cells of a word that is divided only as a last resort
MOST_MARKS = 2  # accents on one letter
_NUMBER_AT_END = re.compile(r"(?<!\w)\d[\d.,]*$")
_NUMBER_GOES_ON = re.compile(r"[.,]?\d")
_PART = re.compile(r"(\D*)(\d*)")
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)  # terminals disagree about the width of two of them
_DROPPED = frozenset(chain("\u00ad\u200d\ufe0e\ufe0f", map(chr, range(0x1F3FB, 0x1F400))))  # they change the sign before them


def printable(text: str) -> str:
    """The text on one line. A space of any kind becomes a space; any other character that is not printable is replaced."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else REPLACEMENT for c in text)


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """Text without control, direction or joining signs. Every terminal shows it in the same cells."""
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
            yield sign if sign.isprintable() else REPLACEMENT


def cell_width(text: str) -> int:
    """The width of printable text on a terminal, in cells."""
    return cell_len(text)


@lru_cache(maxsize=4096)
def fit(text: str, cells: int) -> str:
    """Clean text of at most so many cells. ``…`` replaces the end of longer text, and any number that would be cut."""
    text = clean(text)
    if cell_len(text) <= cells:
        return text
    if cells <= 0:
        return ""
    head = set_cell_size(text, cells - 1)
    if _NUMBER_GOES_ON.match(text, len(head)):
        head = _NUMBER_AT_END.sub("", head)
    return head.rstrip() + MORE


def pad(text: str, cells: int, right: bool = False) -> str:
    """Clean text of exactly so many cells, cut or filled with spaces; ``right`` sets it to the right."""
    short = fit(text, cells)
    return filled(short, max(cells, 0), right)


def filled(text: str, cells: int, right: bool = False) -> str:
    """The text filled with spaces to so many cells; longer text stays whole."""
    filling = " " * (cells - cell_len(text))
    return filling + text if right else text + filling


def wrap(text: str, cells: int, indent: int = 0) -> list[str]:
    """Clean text in lines of at most so many cells; longer words are divided. Lines after the first are indented."""
    lines, line = [], ""
    for word in clean(text).split(" "):
        longer = f"{line} {word}" if line.strip() else line + word
        if cell_len(longer) > cells and line.strip():
            lines.append(line)
            longer = " " * indent + word
        while cell_len(longer) > cells > indent:
            head = set_cell_size(longer, cells)
            lines.append(head)
            longer = " " * indent + longer[len(head.rstrip()) :]
        line = longer
    return [*lines, line]


def flow(parts: Iterable[str], cells: int, indent: str = "", gap: str = "   ") -> Iterator[str]:
    """Parts one after another on lines of so many cells. No part is broken."""
    here = ""
    for part in parts:
        longer = f"{here}{gap}{part}" if here else indent + part
        if here and cell_len(longer) > cells:
            yield here
            longer = indent + part
        here = longer
    if here:
        yield here


def wrapped(text: str, cells: int, indent: str = "") -> Iterator[str]:
    """Text in lines of so many cells. No word is divided."""
    yield from flow(text.split(), cells, indent, " ")


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = (), gap: str = GAP) -> Iterator[str]:
    """Rows of cells set under each other; the columns numbered in ``right`` are set to the right."""
    to_right, most = set(right), max(map(len, rows), default=0)
    widest = [max((cell_len(row[place]) for row in rows if place < len(row)), default=0) for place in range(most)]
    for row in rows:
        yield gap.join(filled(cell, widest[place], place in to_right) for place, cell in enumerate(row)).rstrip()


def narrowed(rows: Sequence[Sequence[str]], cells: int, least: int = LONGEST_WORD) -> list[int]:
    """The width of each column of a table whose lines have so many cells.

    The widest columns give way first, between words, then inside long words. No column gets less than ``least``.
    """
    in_columns = list(zip(*rows, strict=True))
    sizes = [max(map(cell_len, column)) for column in in_columns]
    words = [max((cell_len(word) for cell in column for word in cell.split()), default=0) for column in in_columns]
    for lowest in (words, [min(longest, LONGEST_WORD) for longest in words], [min(longest, least) for longest in words]):
        _narrow(sizes, lowest, cells)
    return sizes


def _narrow(sizes: list[int], lowest: Sequence[int], cells: int) -> None:
    """Take cells from the widest columns that can spare some, until the table fits."""
    while line_width(sizes) > cells:
        spare = [place for place, wide in enumerate(sizes) if wide > lowest[place]]
        if not spare:
            return
        sizes[max(spare, key=lambda place: sizes[place])] -= 1


def line_width(sizes: Sequence[int]) -> int:
    """The width of a table's line from the widths of its columns."""
    return sum(sizes) + len(GAP) * (len(sizes) - 1)


def broken(row: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """A row of a table as lines whose cells have at most these widths."""
    yield from zip_longest(*(wrap(cell, max(size, 1)) for cell, size in zip(row, sizes, strict=True)), fillvalue="")


def bar(probability: float, cells: int) -> str:
    """A probability as a bar, to an eighth of a cell."""
    eighths = round(probability * cells * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def natural_order(text: str) -> list[tuple[str, int]]:
    """A key that sorts 2 before 10, and C2 before C10."""
    return [(letters, int(digits or 0)) for letters, digits in _PART.findall(text)]
