"""What a type says of its own keys: the list in its docstring, a line for each, the word first and then what it means."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

_BEGINS = re.compile(r"(\S+(?:, \S+)*)\s{2,}(?=\S)")
"""A word, or several, and at least two blanks before what they mean."""


def explained(kind: type) -> dict[str, str]:
    """What each key means that the docstring lists."""
    return {word: meaning for words, meaning in _entries(kind) for word in words.split(", ") if words}


def docs(kind: type) -> str:
    """The docstring as lines: its paragraphs, and ``word: meaning`` for each word that is explained in a list."""
    return "\n".join(f"{words}: {meaning}" if words else meaning for words, meaning in _entries(kind))


def _entries(kind: type) -> Iterator[tuple[str, str]]:
    """Paragraphs, and entries of the list with their words."""
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
