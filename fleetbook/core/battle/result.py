"""The result of an order, in words that a referee reads aloud."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.parsing import capital

NOTHING, MISSED, DONE, SEEN, GOOD, HIT, HURT, GRAVE, LOST = KINDS = (
    "nothing", "missed", "done", "seen", "good", "hit", "hurt", "grave", "lost",
)  # fmt: skip
"""The kinds of results, from the least serious to the most serious. The loss of a ship is the most serious. Moves are "done" and
sightings "seen". These are no news, nor are misses and "nothing".
"""

MOST_HEAD = 16
"""The longest ``head`` of a result, in letters."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of an order, in words that a referee reads aloud.

    kind      one of KINDS
    head      the result in a word or two, for lists: ``2 hits``
    words     a sentence that describes the result
    means     what follows from it by the rules; empty if nothing follows
    rows      the details, one for each part of the order, such as each gun
    brief     the result for one line of the journal: ``JAPAN HAS THE INITIATIVE``. If empty, the line is ``head`` and the order's
              headline
    state     the result for ``subject`` in words that follow her name: ``SINKS``. A result has either ``state`` or ``brief``
    how       the cause in words that follow ``brief`` or ``state``: ``16 to 8``. If empty, the order's headline follows there
    subject   the ship that the result concerns; empty if it is not one ship
    side      the side that gave the order; empty if no side did
    only_for  the only side that may read the result; empty if both may
    as_ordered  whether the words only repeat the order's headline. Texts that show the headline leave them out
    """

    kind: str
    head: str
    words: str
    means: str = ""
    rows: tuple[str, ...] = ()
    brief: str = ""
    state: str = ""
    how: str = ""
    subject: str = ""
    side: str = ""
    only_for: str = ""
    as_ordered: bool = False

    @property
    def weight(self) -> int:
        """How serious the result is: the position of its kind in KINDS."""
        return KINDS.index(self.kind)


def sentence(words: str) -> str:
    """The words with a capital first letter and a full stop. Words that end in a mark such as ``!`` get no full stop; empty words
    stay empty.
    """
    return f"{capital(words)}{'' if words.endswith(('.', '!', '?')) else '.'}" if words else ""


def worst_first(results: Iterable[Result]) -> tuple[Result, ...]:
    """The results, the most serious first. Equally serious results keep their order. A result with a ``state`` counts as at least
    a success, so that repairs are listed ship by ship.
    """
    return tuple(sorted(results, key=_rank))


def _rank(result: Result) -> int:
    good = KINDS.index(GOOD)
    return -(max(result.weight, good) if result.state else result.weight)


def gone_words(card: CardView) -> str:
    """A sentence about a ship that is gone: ``Cod is SUNK: no box left.``"""
    if not card.end:
        return sentence(f"{card.name} is {card.fate.upper()}")
    return sentence(f"{card.name} is {card.end.kind.upper()}{': ' if card.end.reason else ''}{card.end.reason}")
