"""Errors: an input cannot be read, or the rules forbid an order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from typing import Any

_PART = re.compile(r"[^\W\d_]+|\d+")
SHOWN = 60
CLOSE = 0.6  # how alike two words must be for a suggestion, from 0 to 1
SYNONYMS = {
    "forward": "front",
    "fore": "front",
    "aft": "rear",
    "astern": "rear",
    "dark": "night",
    "outcome": "result",
    "log": "story",
    "displacement": "tons",
}
"""Everyday words, each with the word that sheets and reports use for it. Their spelling alone would not show the relation."""
MOST_LISTED, MOST_MATCHES = 12, 6
NOTHING_TO_NAME, ALL_REFUSED = "none: there is nothing to name here", "none: all are refused now"
"""The allowed words in an error, if there are none."""
COMPARED = 200  # more words are not compared, since each comparison takes time


def shown(found: object) -> str:
    """A found value for a message: shortened, and without unprintable characters."""
    text = found if isinstance(found, str) else repr(found)
    clean = "".join(c if c.isprintable() else "�" for c in text)
    return clean if len(clean) <= SHOWN else clean[: SHOWN - 1] + "…"


def nearest(found: str, allowed: Iterable[str]) -> str | None:
    """The allowed word that is most like the found word; None if no allowed word is similar."""
    folded = {word.casefold(): word for word in allowed}
    if len(folded) > COMPARED:
        begun = (word for word in folded if word[:1] == found[:1].casefold())
        folded = {word: folded[word] for word in islice(begun, COMPARED)}
    alike = (SYNONYMS.get(found.casefold(), ""), *(word for word in folded if _parts(word) == _parts(found.casefold()[:SHOWN])))
    if match := next((word for word in alike if word in folded), None):
        return folded[match]
    close = get_close_matches(found.casefold()[:SHOWN], list(folded), n=1, cutoff=CLOSE)
    return folded[close[0]] if close else None


def _parts(word: str) -> list[str]:
    """The words and numbers of a name, sorted: "20mm single" and "single 20 mm" give the same list."""
    return sorted(_PART.findall(word))


class FleetbookError(Exception):
    """The base class of errors whose message is meant for the referee."""

    line = 0
    """The line in a file of orders that caused the error; 0 if no file was read."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with all its attributes, so that it can come from another process. By default only its message would
        be kept.
        """
        return _again, (type(self), self.args), vars(self)


def _again(kind: type[FleetbookError], args: tuple[object, ...]) -> FleetbookError:
    return kind.__new__(kind, *args)


class InvalidInput(FleetbookError):
    """An input cannot be read: text typed by a person, or a value in a file. The message names the place of the input, the found
    value and the allowed values.

    Rules raise it with the ``where`` that they get as an argument: ``raise InvalidInput(where, "no guns at all", "long or
    carronades of at least 1")``. If ``words`` are given, the message has them in place of the found and allowed values, for a
    referee who reads it aloud. ``others`` is the reason why further values, allowed at other times, are refused now.
    """

    def __init__(
        self, where: str, found: object, allowed: str, near: str | None = None, words: str = "", *, others: str = ""
    ) -> None:
        self.where, self.found, self.allowed, self.near, self.words = where, found, allowed, near, words
        hint = f"; did you mean {shown(near)}?" if near else ""
        nothing = isinstance(found, str) and not found.strip()
        found_instead = f"found {'nothing' if nothing else shown(found)}, allowed: {allowed}{hint}"
        super().__init__(f"{where}: {words or found_instead}{f'; not now: {others}' if others else ''}")

    def against(self, others: str) -> InvalidInput:
        """The same error, with the reason why values other than the allowed ones are refused now."""
        return InvalidInput(self.where, self.found, self.allowed, self.near, self.words, others=others)

    def inside(self, where: str) -> InvalidInput:
        """The same error, with a larger place named before its own place: ``scenario: ship 3`` for ``ship 3``."""
        return InvalidInput(f"{where}: {self.where}", self.found, self.allowed, self.near, self.words)

    @classmethod
    def word(cls, where: str, found: str, allowed: Iterable[str]) -> InvalidInput:
        """The error for a word that is not in a list. The message suggests the nearest word of the list."""
        words = list(allowed)
        more = len(words) - MOST_LISTED
        listed = ", ".join(shown(word) for word in words[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
        return cls(where, found, listed or NOTHING_TO_NAME, nearest(found, words))

    @classmethod
    def several(cls, where: str, found: str, matches: Iterable[str]) -> InvalidInput:
        """The error for a typed word that matches several allowed words."""
        words = [shown(word) for word in matches]
        *first, last = [*words[:MOST_MATCHES], "others"] if len(words) > MOST_MATCHES else words
        which = f"{', '.join(first)} or {last}"
        return cls(where, found, which, words=f"{shown(found)} may be {which}: say which")


class Refused(FleetbookError):
    """The rules forbid an order now. ``reason`` says why. ``section`` is the section of the sheet that forbids the order; empty
    if no section is named.
    """

    def __init__(self, reason: str, section: str = "") -> None:
        self.reason, self.section = reason, section
        super().__init__(f"{reason} ({section})" if section else reason)

    def by(self, section: str) -> Refused:
        """The same refusal with this section, unless it already has a section."""
        return self if self.section or not section else type(self)(self.reason, section)


class NotYetKnown(Exception):
    """The value of an input was asked for before it was known. Reading such an input in a check, a default or a list of
    candidates raises the error. It has no message, since nobody reads it.
    """


class NotKnown(NotYetKnown):
    """The check of a side's order asked for a fact that the side may not know. The check ends there, and refuses nothing."""


def require(holds: object, reason: str, section: str = "") -> None:
    """Raise Refused with this reason if the condition does not hold. If ``section`` is empty, the refusal gets the section of the
    order being checked.
    """
    if not holds:
        raise Refused(reason, section)
