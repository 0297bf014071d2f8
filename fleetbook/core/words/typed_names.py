"""Finds hidden names in texts that people typed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from fleetbook.core.parsing import as_read, spellings


class TypedNames:
    """Finds hidden names in texts that people typed, such as notes and reasons of rulings. A name is found in any case, with or
    without accents, and with any ending.

    The search tries all names, the longest first, so that Lion is not found inside Lion II.
    """

    def __init__(self, known: Iterable[str], hidden: frozenset[str]) -> None:
        self._hidden = {spelt for name in hidden for spelt in spellings(name)}
        every = {spelt for name in {*known, *hidden} for spelt in spellings(name)} if hidden else set[str]()
        longest_first = sorted(filter(None, every), key=lambda name: (-len(name), name))
        joined = "|".join(map(_begun, longest_first))
        self._pattern = re.compile(rf"(?<!\w)(?:{joined})") if joined else None

    def found_in(self, text: str) -> bool:
        """Whether a text contains a hidden name."""
        return self._pattern is not None and any(found[0] in self._hidden for found in self._pattern.finditer(as_read(text)))


def is_name_in(text: str, name: str) -> bool:
    """Whether a plain text contains a name."""
    return TypedNames((), frozenset((name,))).found_in(text)


def _begun(name: str) -> str:
    """A pattern for a name with any ending. A digit may not follow a digit: U-9 is not found in U-92."""
    return rf"{re.escape(name)}(?!\d)" if name[-1].isdigit() else re.escape(name)
