"""Reads docstrings that list the keys of a type. Each entry is a key, some blanks and the meaning of the key."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

_BEGINS = re.compile(r"(\S+(?:, \S+)*)\s{2,}(?=\S)")
"""The beginning of an entry: one key or several, then at least two blanks before the meaning."""


def key_meanings(kind: type) -> dict[str, str]:
    """The keys that the docstring of a type lists, each with its meaning."""
    return {word: meaning for words, meaning in _entries(kind) for word in words.split(", ") if words}


def docstring_lines(kind: type) -> str:
    """The docstring of a type as plain lines. A listed key becomes the line ``key: meaning``."""
    return "\n".join(f"{words}: {meaning}" if words else meaning for words, meaning in _entries(kind))


def _entries(kind: type) -> Iterator[tuple[str, str]]:
    """The entries of a docstring, as pairs of keys and their meaning. A paragraph of text gives a pair with empty keys."""
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
