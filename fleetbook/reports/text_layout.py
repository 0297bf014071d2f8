"""Lay out text in terminal cells: clean text by users, wrap lines, align columns.

The app's library measures the width of characters, so that reports and app agree.
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
    "▸": ">", "✓": "√", "✗": "x", "✕": "x", "⚑": "!", "◆": "♦", "▨": "▒", "━": "=", "╌": ".", "•": "·", "◦": "°",
    "▲": "^", "▼": "v", "–": "-", "−": "-", "\ufffd": "?",
    "⟲": "×", "↶": "←", "↷": "→", "◉": "*", "◎": "@", "⇄": "↔", "⏱": "t", "⇧": "▲", "⌫": "◄", "↵": "¶",
    "☐": "□", "☑": "√", "☒": "x", "◪": "▄", **dict.fromkeys("▏▎▍▋▊▉", "▌"),
})  # fmt: skip
"""Characters that the fonts of Windows' old console lack, each with a replacement of the same width."""
LONGEST_WORD = 24  # a word up to this many cells is split only as a last resort
MOST_MARKS = 2  # accents that one letter may have
_NUMBER_AT_END = re.compile(r"(?<!\w)\d[\d.,]*$")
_NUMBER_GOES_ON = re.compile(r"[.,]?\d")
_PART = re.compile(r"(\D*)(\d*)")
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)  # terminals disagree about the width of two of them
_DROPPED = frozenset(chain("\u00ad\u200d\ufe0e\ufe0f", map(chr, range(0x1F3FB, 0x1F400))))  # modify the character before


def printable(text: str) -> str:
    """The text on one line. Line ends and tabs become spaces; other unprintable characters are replaced by U+FFFD."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else REPLACEMENT for c in text)


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """The text without characters, such as joiners, that terminals show in different widths."""
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
    """The text cut to ``cells`` cells, with ``…`` at the end. A number is not cut in two, but left out."""
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
    """The text in exactly ``cells`` cells, cut or padded with spaces. ``right`` aligns it right."""
    short = fit(text, cells)
    return filled(short, max(cells, 0), right)


def filled(text: str, cells: int, right: bool = False) -> str:
    """The text padded with spaces to ``cells`` cells. Longer text is unchanged. ``right`` aligns it right."""
    filling = " " * (cells - cell_len(text))
    return filling + text if right else text + filling


def wrap(text: str, cells: int, indent: int = 0) -> list[str]:
    """The text wrapped to lines of at most ``cells`` cells. Longer words are split. Lines after the first are indented."""
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
    """Put parts side by side on lines of ``cells`` cells, with gaps between them. No part is split."""
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
    """The text wrapped to lines of ``cells`` cells. No word is split."""
    words = text.split()
    if words and cell_len(line := indent + " ".join(words)) <= cells:  # as most texts of a report
        yield line
    else:
        yield from flow(words, cells, indent, " ")


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = (), gap: str = GAP) -> Iterator[str]:
    """The rows of a table as lines with aligned columns. ``right`` lists the columns to be aligned right."""
    to_right, most = set(right), max(map(len, rows), default=0)
    widest = [max((cell_len(row[place]) for row in rows if place < len(row)), default=0) for place in range(most)]
    for row in rows:
        yield gap.join(filled(cell, widest[place], place in to_right) for place, cell in enumerate(row)).rstrip()


def narrowed(rows: Sequence[Sequence[str]], cells: int, least: int = LONGEST_WORD) -> list[int]:
    """The width of each column so that a table's lines fit into ``cells`` cells.

    The widest columns are narrowed first. Words stay whole if possible. No column gets narrower than ``least``.
    """
    in_columns = list(zip(*rows, strict=True))
    sizes = [max(map(cell_len, column)) for column in in_columns]
    words = [max((cell_len(word) for cell in column for word in cell.split()), default=0) for column in in_columns]
    for lowest in (words, [min(longest, LONGEST_WORD) for longest in words], [min(longest, least) for longest in words]):
        _narrow(sizes, lowest, cells)
    return sizes


def _narrow(sizes: list[int], lowest: Sequence[int], cells: int) -> None:
    """Narrow the widest columns, none below its ``lowest`` width, until the table fits."""
    while line_width(sizes) > cells:
        spare = [place for place, wide in enumerate(sizes) if wide > lowest[place]]
        if not spare:
            return
        sizes[max(spare, key=lambda place: sizes[place])] -= 1


def line_width(sizes: Sequence[int]) -> int:
    """The width of a table's lines, given the widths of its columns."""
    return sum(sizes) + len(GAP) * (len(sizes) - 1)


def broken(row: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """A row of a table as several lines, with the text of each cell wrapped to its column."""
    yield from zip_longest(*(wrap(cell, max(size, 1)) for cell, size in zip(row, sizes, strict=True)), fillvalue="")


def bar(probability: float, cells: int) -> str:
    """A probability drawn as a bar. ``cells`` is the width for certainty."""
    eighths = round(probability * cells * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def natural_order(text: str) -> list[tuple[str, int]]:
    """A sort key that puts C2 before C10."""
    return [(letters, int(digits or 0)) for letters, digits in _PART.findall(text)]
