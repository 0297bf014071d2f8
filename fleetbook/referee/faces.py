"""Faces of dice as people type them."""

from __future__ import annotations

import re

from fleetbook.core.errors import InvalidInput

ROLL = ("-", "r")  # a die that is rolled, among those typed in
_FACE = re.compile(r"[0-9]{1,6}")


def read_faces(text: str, where: str = "dice") -> tuple[int | None, ...]:
    """Faces divided by spaces or commas, None for one that is to be rolled. Raises InvalidInput for what is no face."""
    words = re.split(r"\s*,\s*|\s+", text.strip()) if text.strip() else []
    return tuple(None if word in ROLL else _face(word, where) for word in words)


def _face(word: str, where: str) -> int:
    if not _FACE.fullmatch(word):
        raise InvalidInput(where, word, "faces such as 3,5 or 3 5, and - for a die that is rolled")
    return int(word)
