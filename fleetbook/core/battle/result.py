"""A result: the outcome of an order, in words for the table."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from fleetbook.core.parsing import capital

NOTHING, MISSED, DONE, GOOD, HIT, HURT, GRAVE, LOST = KINDS = (
    "nothing", "missed", "done", "good", "hit", "hurt", "grave", "lost",
)  # fmt: skip
"""Kinds of results, the weightiest last. A lost ship outweighs everything else."""

MOST_HEAD = 16
"""Letters of a result's head at most."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The words that a referee reads aloud after an order.

    kind      one of KINDS
    head      the same in a word or two, for lists: ``2 hits``
    words     a sentence that describes it
    means     the consequence by the rules; empty if there is none
    rows      the same part by part, such as gun by gun
    subject   the ship that it happened to, if it is one
    side      the side that did it; empty for nobody
    only_for  the side that alone may read it; empty if both may
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
    """The words with a capital and a full stop, unless they end already. Empty words stay empty."""
    return f"{capital(words)}{'' if words.endswith(('.', '!', '?')) else '.'}" if words else ""


def without_turn(fate: str) -> str:
    """A ship's fate without the turn: ``sunk: capsized`` for ``sunk T10: capsized``."""
    return re.sub(r" T\d+", "", fate, count=1)


def worst_first(results: Iterable[Result]) -> tuple[Result, ...]:
    """Results, the weightiest first. Equal weights keep their order."""
    return tuple(sorted(results, key=lambda result: -result.weight))


def gone_words(ship: str, fate: str) -> str:
    """A sentence about a ship that is gone: ``Cod is SUNK: no box left.``"""
    what, colon, how = without_turn(fate).partition(":")
    return sentence(f"{ship} is {what.upper()}{colon}{how}")
