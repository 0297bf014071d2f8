"""Finds hidden names in texts that people typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import category, normalize

from fleetbook.core.parsing import folded_name

UNREAD = ("Cf", "Mn", "Me")
"""Unicode categories of characters that a reader does not notice: format characters and accents."""
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters that are invisible."""
PLAIN = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i"})
"""Letters whose mark is not an accent to Unicode, each with its plain form."""
IN_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa"})


class TypedNames:
    """Finds hidden names in texts that people typed, such as notes and reasons of rulings. Case, accents and endings of a name do
    not matter.

    The search tries all names, the longest first, so that Lion is not found inside Lion II.
    """

    def __init__(self, known: Iterable[str], hidden: frozenset[str]) -> None:
        self._hidden = {spelt for name in hidden for spelt in _spellings(name)}
        every = {spelt for name in {*known, *hidden} for spelt in _spellings(name)} if hidden else set[str]()
        longest_first = sorted(filter(None, every), key=lambda name: (-len(name), name))
        joined = "|".join(map(_begun, longest_first))
        self._pattern = re.compile(rf"(?<!\w)(?:{joined})") if joined else None

    def found_in(self, text: str) -> bool:
        """Whether a text contains a hidden name."""
        return self._pattern is not None and any(found[0] in self._hidden for found in self._pattern.finditer(_as_read(text)))


def is_name_in(text: str, name: str) -> bool:
    """Whether a text that is stored as text contains a name."""
    return TypedNames((), frozenset((name,))).found_in(text)


def _as_read(text: str) -> str:
    """A text in the form in which texts are compared: in lower case, without accents or invisible characters."""
    return folded_name(
        "".join(c for c in normalize("NFKD", text) if category(c) not in UNREAD and c not in FILLERS).translate(PLAIN)
    )


def _spellings(name: str) -> set[str]:
    """The spellings of a name for comparisons. In one of them ä is written ae, and other such letters in the same way."""
    return {_as_read(name), _as_read(normalize("NFC", name).translate(IN_TWO_LETTERS))}


def _begun(name: str) -> str:
    """A pattern for a name with any ending. A digit may not follow a digit: U-9 is not found in U-92."""
    return rf"{re.escape(name)}(?!\d)" if name[-1].isdigit() else re.escape(name)
