"""Docstrings of types that list their keys: one line a key, the word first and then its meaning."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

_BEGINS = re.compile(r"(\S+(?:, \S+)*)\s{2,}(?=\S)")
"""One or several words, and at least two blanks before their meaning."""


def key_meanings(kind: type) -> dict[str, str]:
    """The meaning of each key that the docstring lists."""
    return {word: meaning for words, meaning in _entries(kind) for word in words.split(", ") if words}


def docstring_lines(kind: type) -> str:
    """The docstring as lines: its paragraphs, then ``word: meaning`` for each listed key."""
    return "\n".join(f"{words}: {meaning}" if words else meaning for words, meaning in _entries(kind))


def _entries(kind: type) -> Iterator[tuple[str, str]]:
    """Paragraphs (with no words), and entries of the list with their words."""
    words, text = "", ""
    for line in (inspect.getdoc(kind) or "").replace("``", "").splitlines():
        begins = _BEGINS.match(line)
        if text and (begins or not line.strip()):
            yield words, text
            words, text = "", ""
        words = begins[1] if begins else words
        text = " ".join([*text.split(), *_BEGINS.sub("", line, count=1).split()])
    if text:
        yield words, text
