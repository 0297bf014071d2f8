"""Text drawn in capitals three lines high, to be read across a room."""

from __future__ import annotations

from unicodedata import combining, normalize

_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'. "
_DRAWN = (
    "█▀█|█▀▄|█▀▀|█▀▄|█▀▀|█▀▀|█▀▀|█ █|█|  █|█ █|█  |█▄ ▄█|█▄ █|█▀█|█▀█|█▀█|█▀█|█▀▀|▀█▀|"
    "█ █|█ █|█   █|█ █|█ █|▀▀█|█▀█|▀█ |▀▀█|▀▀█|█ █|█▀▀|█▀▀|▀▀█|█▀█|█▀█|  |█| | ",
    "█▀█|█▀▄|█  |█ █|█▀ |█▀ |█ █|█▀█|█|▄ █|█▀▄|█  |█ ▀ █|█ ▀█|█ █|█▀▀|█▄█|█▀▄|▀▀█| █ |"
    "█ █|█ █|█▄▀▄█|▄▀▄| █ |▄▀ |█ █| █ |█▀▀| ▀█|▀▀█|▀▀█|█▀█| █ |█▀█|▀▀█|▀▀| | | ",
    "▀ ▀|▀▀▀|▀▀▀|▀▀ |▀▀▀|▀  |▀▀▀|▀ ▀|▀|▀▀▀|▀ ▀|▀▀▀|▀   ▀|▀  ▀|▀▀▀|▀  |  ▀|▀ ▀|▀▀▀| ▀ |"
    "▀▀▀| ▀ |▀   ▀|▀ ▀| ▀ |▀▀▀|▀▀▀|▀▀▀|▀▀▀|▀▀▀|  ▀|▀▀▀|▀▀▀| ▀ |▀▀▀|▀▀▀|  | |▀| ",
)
_LINES = tuple(dict(zip(_SIGNS, line.split("|"), strict=True)) for line in _DRAWN)


def banner(text: str, width: int) -> list[str]:
    """The text in large capitals, wrapped to ``width`` cells. Empty if a character cannot be drawn or a word is too wide."""
    marks = normalize("NFD", text.upper())
    plain = "".join(sign for sign in marks if not combining(sign))
    if not set(plain) <= set(_SIGNS):
        return []
    rows: list[str] = []
    for word in plain.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and _cells(longer) <= width:
            rows[-1] = longer
        else:
            rows.append(word)
    return [] if any(_cells(row) > width for row in rows) else [line for row in rows for line in _drawn(row)]


def _drawn(text: str) -> list[str]:
    return [" ".join(line[sign] for sign in text) for line in _LINES]


def _cells(text: str) -> int:
    return len(_drawn(text)[0])
