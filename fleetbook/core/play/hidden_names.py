"""Finds names in texts that a side may not read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar
from unicodedata import category, normalize

import msgspec

from fleetbook.core.parsing import folded_name

V = TypeVar("V")

RULES_OWN = frozenset({"name", "track", "table", "line", "row", "dice", "rule", "procedure", "origin", "key", "place"})
"""Fields of events whose text comes from the rules and never contains a ship's name."""

UNREAD = ("Cf", "Mn", "Me")
"""Unicode categories of characters that a reader does not notice: format characters and accents."""
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters that are invisible."""
PLAIN = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i"})
"""Letters whose mark is not an accent to Unicode, each with its plain form."""
IN_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa"})


class HiddenNames:
    """The names that a side may not read. A side may know a squadron by another name, such as that of a marker. That name is
    shown instead.

    The search tries all names, the longest first, so that Lion is not found inside Lion II.
    """

    def __init__(self, known: Iterable[str], hidden: frozenset[str], called: Mapping[str, str]) -> None:
        self._called = {name: called[name] for name in called if name in hidden}
        self._secret = hidden - self._called.keys()
        self._folded = {spelt for name in hidden for spelt in _spellings(name)}
        every = {*known, *hidden} if hidden else set()
        self._exact = _pattern(rf"{re.escape(name)}(?!\w)" for name in _longest_first(every))
        self._loose = _pattern(map(_begun, _longest_first({spelt for name in every for spelt in _spellings(name)})))

    def renamed(self, value: V) -> V:
        """A text or other value from the rules, with the squadron names that the side knows."""
        return self._renamed(value) if self._called else value

    def _renamed(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._exact.sub(lambda found: self._called.get(found[0], found[0]), value) if self._exact else value
        if isinstance(value, dict):
            return {key: self._renamed(inner) for key, inner in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(map(self._renamed, value))
        if isinstance(value, msgspec.Struct):
            return msgspec.structs.replace(value, **{name: self._renamed(inner) for name, inner in _texts(value)})
        return value

    def found_in(self, value: Any) -> bool:
        """Whether a text or other value from the rules contains a hidden name that has no other name for the side."""
        if isinstance(value, str):
            return self._exact is not None and any(found[0] in self._secret for found in self._exact.finditer(value))
        if isinstance(value, dict):
            return any(map(self.found_in, value.values()))
        if isinstance(value, (list, tuple)):
            return any(map(self.found_in, value))
        return isinstance(value, msgspec.Struct) and any(self.found_in(inner) for _, inner in _texts(value))

    def spoken(self, text: str) -> bool:
        """Whether a text typed by a person contains a hidden name. Case, accents and endings of the name do not matter."""
        return self._loose is not None and any(found[0] in self._folded for found in self._loose.finditer(_as_read(text)))


def _as_read(text: str) -> str:
    """A text as a reader sees it, for comparisons: in one case, without accents or invisible characters."""
    return folded_name(
        "".join(c for c in normalize("NFKD", text) if category(c) not in UNREAD and c not in FILLERS).translate(PLAIN)
    )


def _spellings(name: str) -> set[str]:
    """The spellings of a name for comparisons. In one of them ä is written ae, and likewise for other such letters."""
    return {_as_read(name), _as_read(normalize("NFC", name).translate(IN_TWO_LETTERS))}


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted(filter(None, names), key=lambda name: (-len(name), name))


def _pattern(words: Iterable[str]) -> re.Pattern[str] | None:
    joined = "|".join(words)
    return re.compile(rf"(?<!\w)(?:{joined})") if joined else None


def _begun(name: str) -> str:
    """A pattern for a name with any ending. A digit may not follow a digit: U-9 is not found in U-92."""
    return rf"{re.escape(name)}(?!\d)" if name[-1].isdigit() else re.escape(name)


def _texts(struct: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    return ((name, inner) for name, inner in msgspec.structs.asdict(struct).items() if name not in RULES_OWN)
