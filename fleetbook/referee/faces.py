"""Faces of dice as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fleetbook.core.errors import InvalidInput

MOST_FACES = 100  # of the largest die
ROLL = ("-", "r")  # a die that is rolled, among those typed in
_FACE = re.compile(r"[0-9]{1,6}")
_SEVERAL = re.compile(r"[1-9]{3,30}")  # no die has a face 0


def read_faces(text: str, where: str = "dice") -> tuple[int | None, ...]:
    """Faces divided by spaces or commas, None for one that is to be rolled. Raises InvalidInput for what is no face."""
    words = re.split(r"\s*,\s*|\s+", text.strip()) if text.strip() else []
    return tuple(None if word in ROLL else _face(word, where) for word in _apart(words))


def _apart(words: list[str]) -> Iterator[str]:
    """The words; digits typed in one that no die has as a face are a face each: 42136."""
    for word in words:
        yield from word if _SEVERAL.fullmatch(word) and int(word) > MOST_FACES else (word,)


def _face(word: str, where: str) -> int:
    if not _FACE.fullmatch(word):
        raise InvalidInput(where, word, "faces such as 3,5 or 3 5, and - for a die that is rolled")
    return int(word)
