"""Errors: something cannot be read, or the rules forbid it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

_PART = re.compile(r"[^\W\d_]+|\d+")
SHOWN = 60
CLOSE = 0.6  # the likeness of two words that are near, from 0 to 1
SYNONYMS = {
    "forward": "front",
    "fore": "front",
    "aft": "rear",
    "astern": "rear",
    "dark": "night",
    "outcome": "result",
    "log": "story",
}
"""Everyday words for words of sheets and reports that are spelled quite differently."""
MOST_LISTED, MOST_MATCHES = 12, 6
COMPARED = 200  # words compared at most: each comparison takes a while


def shown(found: object) -> str:
    """A found value, short and printable, for a message."""
    text = found if isinstance(found, str) else repr(found)
    clean = "".join(c if c.isprintable() else "�" for c in text)
    return clean if len(clean) <= SHOWN else clean[: SHOWN - 1] + "…"


def nearest(found: str, allowed: Iterable[str]) -> str | None:
    """The allowed word most like the found one; None if none is near."""
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
    """The words and numbers of a name in any order: "20mm single" has those of "single 20 mm"."""
    return sorted(_PART.findall(word))


class FleetbookError(Exception):
    """Any error with a message meant for the referee."""

    line = 0
    """The line of a file of orders that caused it; 0 without such a file."""


class InvalidInput(FleetbookError):
    """Something from outside cannot be read. The message names the place, the found value, the allowed ones and the nearest.

    Rules raise it with the ``where`` that they were given: ``raise InvalidInput(where, "no guns at all", "long or carronades of
    at least 1")``. ``words`` replace the message where a referee reads it aloud. ``others`` gives the reason why other values are
    refused now.
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
        """The same error, with the reason why other values are refused now."""
        return InvalidInput(self.where, self.found, self.allowed, self.near, self.words, others=others)

    def inside(self, where: str) -> InvalidInput:
        """The same error as part of something else."""
        return InvalidInput(f"{where}: {self.where}", self.found, self.allowed, self.near, self.words)

    @classmethod
    def word(cls, where: str, found: str, allowed: Iterable[str]) -> InvalidInput:
        """The error for a word outside a list, with the nearest word of the list."""
        words = list(allowed)
        more = len(words) - MOST_LISTED
        listed = ", ".join(shown(word) for word in words[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
        return cls(where, found, listed or "nothing at present", nearest(found, words))

    @classmethod
    def several(cls, where: str, found: str, matches: Iterable[str]) -> InvalidInput:
        """The error for a word with several matches."""
        words = [shown(word) for word in matches]
        *first, last = [*words[:MOST_MATCHES], "others"] if len(words) > MOST_MATCHES else words
        which = f"{', '.join(first)} or {last}"
        return cls(where, found, which, words=f"{shown(found)} may be {which}: say which")


class Refused(FleetbookError):
    """The rules forbid it now. The refusal holds the reason and the section of the sheet."""

    def __init__(self, reason: str, section: str = "") -> None:
        self.reason, self.section = reason, section
        super().__init__(f"{reason} ({section})" if section else reason)

    def by(self, section: str) -> Refused:
        """The same refusal with a section, unless it has one."""
        return self if self.section or not section else type(self)(self.reason, section)


class NotYetKnown(Exception):
    """A check, a default or a list of candidates asks for an input that is not known yet. It has no message: nobody reads it."""


def require(holds: object, reason: str, section: str = "") -> None:
    """Raise Refused with this reason unless the condition holds. Without a section, a check's refusals get the section of its
    order.
    """
    if not holds:
        raise Refused(reason, section)
