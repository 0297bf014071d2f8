"""Words and numbers as people type them, which option or figure is meant; and as they are told, one or several."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isfinite
from typing import Any
from unicodedata import normalize

from fleetbook.core.errors import InvalidInput

_WHOLE = re.compile(r"-?[0-9]{1,8}")
_DECIMAL = re.compile(r"-?[0-9]{1,8}(\.[0-9]{1,3})?")


def alike(name: str) -> str:
    """What two names have in common when they differ only in case, or in how an accent is encoded."""
    return normalize("NFC", normalize("NFC", name.strip()).casefold())


LEAST_OF_A_WORD = 3
"""So many letters begin a word of a list: with fewer, N would be taken for the NW that is allowed. A name is begun by any."""


def pick(where: str, raw: str, options: Iterable[str], least: int = 1) -> str:
    """The option meant: exactly, or in other case, or by a beginning of at ``least`` so many letters that only one has. Raises
    InvalidInput otherwise.
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
    """The word of a closed list that is meant. Raises InvalidInput where none is, or too few letters begin it."""
    return pick(where, raw, words, LEAST_OF_A_WORD)


def _abbreviates(short: str, word: str) -> bool:
    """Whether it begins the word, and its other letters follow in it in their order."""
    letters = iter(word[1:])
    return word[:1] == short[0] and all(letter in letters for letter in short[1:])


def match(typed: str, options: Iterable[str], anywhere: bool = True) -> str | None:
    """The first option that begins as typed, or has a word that does, or has it ``anywhere``, or is abbreviated so: m81 for
    MGB 81; in any case.
    """
    wanted, options = typed.strip().casefold(), list(options)
    if not wanted:
        return None
    ways = (
        lambda option: option == wanted,
        lambda option: option.startswith(wanted),
        lambda option: f" {wanted}" in option,
        lambda option: anywhere and wanted in option,
        lambda option: _abbreviates(wanted, option),
    )
    return next((option for way in ways for option in options if way(option.casefold())), None)


def capital(text: str) -> str:
    """A text that begins with a capital, as a title does."""
    return text[:1].upper() + text[1:]


SIBILANTS = ("s", "x", "ch", "sh")
"""What a word ends in whose plural has a syllable more."""


def counted(count: int, what: str) -> str:
    """So many of something: 1 line, 2 lines, 3 boxes."""
    return f"{count} {what}{'' if count == 1 else 'es' if what.endswith(SIBILANTS) else 's'}"


def unit_words(unit: str) -> str:
    """A unit behind "in": "distances in inches", where "in in" would be read twice."""
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
