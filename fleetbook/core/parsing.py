"""Reads words and numbers that people type, and writes numbers and lists in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from math import isfinite
from typing import Any
from unicodedata import category, normalize

from fleetbook.core.errors import InvalidInput

_WHOLE = re.compile(r"-?[0-9]{1,8}")
_DECIMAL = re.compile(r"-?[0-9]{1,8}(\.[0-9]{1,3})?")


def folded_name(name: str) -> str:
    """A name in lower case, with a uniform encoding of accents. Two names with equal results count as the same name."""
    return normalize("NFC", normalize("NFC", name.strip()).casefold())


UNREAD = ("Cf", "Mn", "Me")
"""Unicode categories of characters that a reader does not notice: format characters and accents."""
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters that are invisible."""
PLAIN = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i"})
"""Letters whose mark is not an accent to Unicode, each with its plain form."""
IN_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa"})


def as_read(text: str) -> str:
    """A text in the form in which texts are compared: in lower case, without accents or invisible characters."""
    if text.isascii():
        return text.strip().casefold()
    return folded_name(
        "".join(c for c in normalize("NFKD", text) if category(c) not in UNREAD and c not in FILLERS).translate(PLAIN)
    )


@lru_cache(maxsize=4096)
def spellings(name: str) -> frozenset[str]:
    """The spellings of a name, for comparisons. In one of them, letters such as ä are written with two letters: ae."""
    return frozenset((as_read(name), as_read(normalize("NFC", name).translate(IN_TWO_LETTERS))))


def has_word(text: str, word: str) -> bool:
    """Whether a text contains a typed word. Marks on letters may be left out or spelt: ``mow`` and ``moew`` find Möwensand."""
    return any(as_read(word) in spelt for spelt in spellings(text))


LEAST_OF_A_WORD = 3
"""The fewest letters that abbreviate a word of a list. With fewer, N would mean NW. For the name of a ship one letter
is enough.
"""


def pick(where: str, raw: str, options: Iterable[str], least: int = 1) -> str:
    """The option that was typed: in full, in other capitals, or abbreviated to its beginning. An abbreviation needs at least
    ``least`` letters, and must fit only one option. Raises InvalidInput otherwise.
    """
    options = list(options)
    if raw in options:
        return raw
    folded = as_read(raw)
    alike = [o for o in options if folded in spellings(o)]
    begun = alike or [o for o in options if len(folded) >= least and any(s.startswith(folded) for s in spellings(o))]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise InvalidInput.several(where, raw, begun)
    raise InvalidInput.word(where, raw, options)


def pick_word(where: str, raw: str, words: Iterable[str]) -> str:
    """The word of a list that was typed in full or abbreviated. Raises InvalidInput if no word or several words match, or if the
    abbreviation is too short.
    """
    return pick(where, raw, words, LEAST_OF_A_WORD)


def match(typed: str, options: Iterable[str], anywhere: bool = True) -> str | None:
    """The option that fits the typed text best; None if no option fits. Best fits an option that is the text or begins with it.
    Then comes an option with a word that begins with the text. With ``anywhere``, an option that contains the text comes next.
    Last come abbreviations: m81 finds MGB 81. Case and the marks on letters are ignored.
    """
    wanted, options = as_read(typed), list(options)
    if not wanted:
        return None

    def abbreviated(option: str) -> bool:
        """Whether the option begins with the first typed letter, and has the other typed letters after it in the same order."""
        letters = iter(option[1:])
        return option[:1] == wanted[0] and all(letter in letters for letter in wanted[1:])

    ways = (
        lambda option: option == wanted,
        lambda option: option.startswith(wanted),
        lambda option: f" {wanted}" in option,
        lambda option: anywhere and wanted in option,
        abbreviated,
    )
    return next((option for way in ways for option in options if any(map(way, spellings(option)))), None)


def capital(text: str) -> str:
    """The text with a capital first letter, as in a title."""
    return text[:1].upper() + text[1:]


SIBILANTS = ("s", "x", "ch", "sh")
"""Endings of words whose plural ends in ``es``."""


def counted(count: int, what: str) -> str:
    """A number with its noun in the singular or plural: ``1 line``, ``3 boxes``."""
    return f"{count} {what}{'' if count == 1 else 'es' if what.endswith(SIBILANTS) else 's'}"


_PLURAL = re.compile(r"(?:^|\b[a-z]|\b\w+-)[\w-]*(?:men|[^\Wsu]s)\b(?!['’])")
"""A noun in the plural: ``boxes``, ``S-boats``, ``merchantmen``. A word with a capital letter within a phrase is a name."""


def numbered(number: str, what: str, named: Iterable[str] = ()) -> str:
    """A number with a phrase: ``2 merchantmen sunk``. The phrase is given in the plural. For the number 1 it becomes singular:
    ``1 merchantman sunk``.

    A phrase that begins with "the" or with one of the names is about a single thing. The number 1 is then left out: ``Varyag
    sunk``.
    """
    if number != "1":
        return f"{number} {what}"
    if what.startswith(("the ", *(f"{name} " for name in named))):
        return what
    found = _PLURAL.search(what)
    if found is None:
        return f"1 {what}"
    word = found[0]
    ending = next(one for one in ("men", "xes", "ches", "shes", "ies", "s") if word.endswith(one))
    one = word.removesuffix(ending) + {"men": "man", "xes": "x", "ches": "ch", "shes": "sh", "ies": "y", "s": ""}[ending]
    return f"1 {what[: found.start()]}{one}{what[found.end() :].replace(' their ', ' its ')}"


def unit_words(unit: str) -> str:
    """The word for a unit after the word "in": ``inches`` for ``in``, since "distances in in" reads badly."""
    return "inches" if unit == "in" else unit


SINGULAR = {"hexes": "hex", "days": "day", "turns": "turn", "zones": "zone", "areas": "area"}


def unit_of(number: str, unit: str) -> str:
    """A unit as it follows a number: ``days``, but ``day`` after 1."""
    return SINGULAR.get(unit, unit) if number == "1" else unit


def measured(number: str, unit: str) -> str:
    """A number with its unit: ``35 cm``, ``1 to 3 hexes``, ``1 hex``."""
    return f"{number} {unit_of(number, unit)}"


def listed(words: Iterable[str]) -> str:
    """Several words as a list in a sentence: ``a, b and c``."""
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def does(name: str, one: str, several: str) -> str:
    """A name and its verb, in the singular or plural: ``1st Division moves``, ``Cruisers move``."""
    return f"{name} {several if name.endswith('s') and not name.endswith('ss') else one}"


def whole_number(raw: Any, unit: str = "") -> int | None:
    """The whole number in a text (with or without its unit) or in a JSON value; None if there is no whole number."""
    if isinstance(raw, str):
        text = raw.strip().removesuffix(unit).strip()
        return int(text) if _WHOLE.fullmatch(text) else None
    if isinstance(raw, float):
        return int(raw) if raw.is_integer() else None
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else None


def decimal_number(raw: Any, unit: str = "") -> int | float | None:
    """The number in a text such as ``7.7`` (with or without its unit) or in a JSON value; None if there is no number."""
    if isinstance(raw, str):
        text = raw.strip().removesuffix(unit).strip()
        raw = float(text) if _DECIMAL.fullmatch(text) else None
    whole = whole_number(raw)
    return raw if whole is None and isinstance(raw, float) and isfinite(raw) else whole


_BETWEEN_SIDES = re.compile(r"[;\n]")
_BETWEEN_NAMES = re.compile(r",|&|\+|\band\b")


def names_in(words: str) -> tuple[str, ...]:
    """The names in a text such as ``Ann, Ben and Cid``."""
    return tuple(filter(None, map(str.strip, _BETWEEN_NAMES.split(words))))


def players_by_side(words: str, sides: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The players of each side, read from a text such as ``SIDE: NAME, NAME; SIDE: NAME``."""
    own = {side.casefold(): side for side in sides}
    players: dict[str, tuple[str, ...]] = {}
    for part in _BETWEEN_SIDES.split(words):
        side, colon, names = part.partition(":")
        if colon and side.strip().casefold() in own:
            players[own[side.strip().casefold()]] = names_in(names)
    return players


def are_players_by_side(words: str, sides: Iterable[str]) -> bool:
    """Whether ``players_by_side`` can read the whole text, because each part of the text names a side. True for an empty text."""
    own = {side.casefold() for side in sides}
    parts = [part.partition(":") for part in _BETWEEN_SIDES.split(words) if part.strip()]
    return all(colon and side.strip().casefold() in own for side, colon, _ in parts)


def is_date(words: str) -> bool:
    """Whether a text is a date such as 2026-03-01."""
    try:
        return date.fromisoformat(words).isoformat() == words
    except ValueError:
        return False
