"""What can go wrong: something cannot be read, or the rules forbid it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

_PART = re.compile(r"[^\W\d_]+|\d+")
SHOWN = 60
CLOSE = 0.6  # how much two words must have in common
MEANT = {
    "forward": "front",
    "fore": "front",
    "aft": "rear",
    "astern": "rear",
    "dark": "night",
    "outcome": "result",
    "log": "story",
}
"""What people say for a word of a sheet or a report that no letters lead to."""
MOST_LISTED, MOST_MEANT = 12, 6
COMPARED = 200  # words among which the nearest is looked for: it takes a while


def shown(found: object) -> str:
    """What was found, short and printable, for a message."""
    text = found if isinstance(found, str) else repr(found)
    clean = "".join(c if c.isprintable() else "�" for c in text)
    return clean if len(clean) <= SHOWN else clean[: SHOWN - 1] + "…"


def nearest(found: str, allowed: Iterable[str]) -> str | None:
    """The allowed word most like the one found, or None where none is near."""
    folded = {word.casefold(): word for word in allowed}
    if len(folded) > COMPARED:
        begun = (word for word in folded if word[:1] == found[:1].casefold())
        folded = {word: folded[word] for word in islice(begun, COMPARED)}
    alike = (MEANT.get(found.casefold(), ""), *(word for word in folded if _parts(word) == _parts(found.casefold()[:SHOWN])))
    if meant := next((word for word in alike if word in folded), None):
        return folded[meant]
    close = get_close_matches(found.casefold()[:SHOWN], list(folded), n=1, cutoff=CLOSE)
    return folded[close[0]] if close else None


def _parts(word: str) -> list[str]:
    """The words and figures of a name in any order: "20mm single" has those of "single 20 mm"."""
    return sorted(_PART.findall(word))


class FleetbookError(Exception):
    """Any error with a message meant for the referee."""

    line = 0
    """The line of a file of orders that it came of; 0 where there was none."""


class InvalidInput(FleetbookError):
    """Something from outside cannot be read: says where, what was found, what is allowed, and the nearest name if there is one.
    ``raise InvalidInput(where, "no guns at all", "long or carronades of at least 1")``, with the ``where`` that was handed in.
    ``words`` say it where a referee reads it aloud at the table; ``others`` why what else could be named is not allowed now.
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
        """The same, with why what else could be named is not allowed now."""
        return InvalidInput(self.where, self.found, self.allowed, self.near, self.words, others=others)

    def inside(self, where: str) -> InvalidInput:
        """The same as part of something else."""
        return InvalidInput(f"{where}: {self.where}", self.found, self.allowed, self.near, self.words)

    @classmethod
    def word(cls, where: str, found: str, allowed: Iterable[str]) -> InvalidInput:
        """A word that is not one of those allowed, with the nearest that is."""
        words = list(allowed)
        more = len(words) - MOST_LISTED
        listed = ", ".join(shown(word) for word in words[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
        return cls(where, found, listed or "nothing at present", nearest(found, words))

    @classmethod
    def several(cls, where: str, found: str, meant: Iterable[str]) -> InvalidInput:
        """A word that may mean any of several."""
        words = [shown(word) for word in meant]
        *first, last = [*words[:MOST_MEANT], "others"] if len(words) > MOST_MEANT else words
        which = f"{', '.join(first)} or {last}"
        return cls(where, found, which, words=f"{shown(found)} may be {which}: say which")


class Refused(FleetbookError):
    """The rules forbid it now: the reason, and the section that says so."""

    def __init__(self, reason: str, section: str = "") -> None:
        self.reason, self.section = reason, section
        super().__init__(f"{reason} ({section})" if section else reason)

    def by(self, section: str) -> Refused:
        """The same refusal by a section, unless it names one."""
        return self if self.section or not section else type(self)(self.reason, section)


class NotYetKnown(Exception):
    """A check, a default or a list of candidates asks for an input that is not known yet. No message: nobody is told."""


def require(holds: object, reason: str, section: str = "") -> None:
    """Raise Refused with this reason unless the condition holds; a check's refusals are by its order's section if by no other."""
    if not holds:
        raise Refused(reason, section)
