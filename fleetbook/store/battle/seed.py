"""The secret seed of a battle's dice, and the words that players say after they see its seal."""

from __future__ import annotations

import os
from collections.abc import Mapping

from fleetbook.core.battle.setup import Drawing
from fleetbook.core.dice import Stream
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.parsing import pick

LONGEST = 200  # the most letters of a seed, and of a side's words


class DrawnSeed(str):
    """A seed that was drawn by the operating system. Any other seed was chosen by a person."""

    __slots__ = ()


def draw_seed() -> DrawnSeed:
    """A new random seed that nobody has seen: 32 bytes in hex."""
    return DrawnSeed(os.urandom(32).hex())


def seal_of(seed: str) -> str:
    """The seal of a seed: its hash, which players see before the first die."""
    return Stream(seed).commitment


def drawing(seed: str, words: Mapping[str, str], sides: tuple[str, ...]) -> Drawing:
    """How the dice are drawn from a seed, after the sides have said these words.

    Raises InvalidInput if the seed is not allowed, a side is unknown or words are too long.
    """
    check_seed(seed)
    by_side = {pick("side", side, sides): text.strip() for side, text in words.items() if text.strip()}
    for side, text in by_side.items():
        _check(f"words of {shown(side)}", text)
    return Drawing(chosen=not isinstance(seed, DrawnSeed), words=by_side)


def check_seed(seed: str) -> None:
    """Raise InvalidInput if a seed chosen by a person is empty, too long, or not printable."""
    if not isinstance(seed, DrawnSeed):
        _check("seed", seed)


def _check(where: str, text: str) -> None:
    if not (text.isprintable() and 0 < len(text) <= LONGEST):
        raise InvalidInput(where, text, f"1 to {LONGEST} printable letters or digits")
