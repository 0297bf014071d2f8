"""Words and numbers as people type them, and numbers and lists written as words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isfinite
from typing import Any
from unicodedata import normalize

from fleetbook.core.errors import InvalidInput

_WHOLE = re.compile(r"-?[0-9]{1,8}")
_DECIMAL = re.compile(r"-?[0-9]{1,8}(\.[0-9]{1,3})?")


def folded_name(name: str) -> str:
    """A name without its case and its encoding of accents. Equal names count as the same."""
    return normalize("NFC", normalize("NFC", name.strip()).casefold())


LEAST_OF_A_WORD = 3
"""Letters needed to abbreviate a word of a list: with fewer, N would mean NW. A name may be abbreviated to one letter."""


def pick(where: str, raw: str, options: Iterable[str], least: int = 1) -> str:
    """The option that is typed: exactly, in other case, or by its beginning. Only one option may begin so, and ``least`` letters
    are needed. Raises InvalidInput otherwise.
    """
    options = list(options)
    if raw in options:
        return raw
    folded = raw.strip().casefold()
    alike = [o for o in options if o.casefold() == folded]
    begun = alike or [o for o in options if len(folded) >= least and o.casefold().startswith(folded)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise InvalidInput.several(where, raw, begun)
    raise InvalidInput.word(where, raw, options)


def pick_word(where: str, raw: str, words: Iterable[str]) -> str:
    """The word of a closed list that is typed. Raises InvalidInput for no match, or too few letters."""
    return pick(where, raw, words, LEAST_OF_A_WORD)


def match(typed: str, options: Iterable[str], anywhere: bool = True) -> str | None:
    """The first option that begins as typed, or has a word that does. Then come options with the text ``anywhere``, then
    abbreviations: m81 finds MGB 81. Case is ignored.
    """
    wanted, options = typed.strip().casefold(), list(options)
    if not wanted:
        return None

    def abbreviated(option: str) -> bool:
        """Whether both begin alike, and the other letters typed follow in their order."""
        letters = iter(option[1:])
        return option[:1] == wanted[0] and all(letter in letters for letter in wanted[1:])

    ways = (
        lambda option: option == wanted,
        lambda option: option.startswith(wanted),
        lambda option: f" {wanted}" in option,
        lambda option: anywhere and wanted in option,
        abbreviated,
    )
    return next((option for way in ways for option in options if way(option.casefold())), None)


def capital(text: str) -> str:
    """A text with a capital first letter, as a title has."""
    return text[:1].upper() + text[1:]


SIBILANTS = ("s", "x", "ch", "sh")
"""Endings of words with \"es\" in the plural."""


def counted(count: int, what: str) -> str:
    """A number of things: 1 line, 2 lines, 3 boxes."""
    return f"{count} {what}{'' if count == 1 else 'es' if what.endswith(SIBILANTS) else 's'}"


def unit_words(unit: str) -> str:
    """A unit after the word "in": "distances in inches", since "in in" reads badly."""
    return "inches" if unit == "in" else unit


def listed(words: Iterable[str]) -> str:
    """``a, b and c``."""
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def whole_number(raw: Any, unit: str = "") -> int | None:
    """A whole number from text, with or without its unit, or from JSON; None for anything else."""
    if isinstance(raw, str):
        text = raw.strip().removesuffix(unit).strip()
        return int(text) if _WHOLE.fullmatch(text) else None
    if isinstance(raw, float):
        return int(raw) if raw.is_integer() else None
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else None


def decimal_number(raw: Any, unit: str = "") -> int | float | None:
    """A number from text such as ``7.7``, with or without its unit, or from JSON; None for anything else."""
    if isinstance(raw, str):
        text = raw.strip().removesuffix(unit).strip()
        raw = float(text) if _DECIMAL.fullmatch(text) else None
    whole = whole_number(raw)
    return raw if whole is None and isinstance(raw, float) and isfinite(raw) else whole
