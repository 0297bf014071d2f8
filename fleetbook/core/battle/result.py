"""A result: what an order came to, in words for the table."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from fleetbook.core.parsing import capital

NOTHING, MISSED, DONE, GOOD, HIT, HURT, GRAVE, LOST = KINDS = (
    "nothing", "missed", "done", "good", "hit", "hurt", "grave", "lost",
)  # fmt: skip
"""What a result amounts to, the weightiest last: a ship lost stands before all else."""

MOST_HEAD = 16
"""Letters of a result's head, at most."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What a referee says aloud.

    kind      one of KINDS
    head      the same in a word or two, for lists: ``2 hits``
    words     what happened, to whom: a sentence
    means     what follows from it by the rules; empty where nothing does
    rows      the same part by part, such as gun by gun
    subject   the ship that it happened to, if it is one
    side      whose doing it is; empty where nobody's
    only_for  the side that alone may read it; empty where both may
    """

    kind: str
    head: str
    words: str
    means: str = ""
    rows: tuple[str, ...] = ()
    subject: str = ""
    side: str = ""
    only_for: str = ""

    @property
    def weight(self) -> int:
        """The place of its kind."""
        return KINDS.index(self.kind)


def sentence(words: str) -> str:
    """With a capital, and a full stop unless it has its end already; nothing stays nothing."""
    return f"{capital(words)}{'' if words.endswith(('.', '!', '?')) else '.'}" if words else ""


def without_turn(fate: str) -> str:
    """A ship's fate where the turn stands beside it: ``sunk: capsized`` of ``sunk T10: capsized``."""
    return re.sub(r" T\d+", "", fate, count=1)


def worst_first(results: Iterable[Result]) -> tuple[Result, ...]:
    """Results, the weightiest first, those alike in their order."""
    return tuple(sorted(results, key=lambda result: -result.weight))


def gone_words(ship: str, fate: str) -> str:
    """That a ship is gone, in a sentence: ``Cod is SUNK: no box left.``"""
    what, colon, how = without_turn(fate).partition(":")
    return sentence(f"{ship} is {what.upper()}{colon}{how}")
