"""The seed of a battle's dice, and the players' words after they saw its seal."""

from __future__ import annotations

import os
from collections.abc import Mapping

from fleetbook.core.battle.setup import Drawing
from fleetbook.core.dice import Stream
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.parsing import pick

LONGEST = 200  # letters of a seed and of a side's words


class DrawnSeed(str):
    """A seed that the operating system drew. Any other seed was chosen by hand."""

    __slots__ = ()


def draw_seed() -> DrawnSeed:
    """A seed that nobody has seen yet: 32 bytes in hex."""
    return DrawnSeed(os.urandom(32).hex())


def seal_of(seed: str) -> str:
    """The seal of a seed. It is shown before the first die."""
    return Stream(seed).commitment


def drawing(seed: str, words: Mapping[str, str], sides: tuple[str, ...]) -> Drawing:
    """The way to draw dice from a seed, after sides have said these words.

    Raises InvalidInput for a bad seed, an unknown side and words that are too long.
    """
    check_seed(seed)
    by_side = {pick("side", side, sides): text.strip() for side, text in words.items() if text.strip()}
    for side, text in by_side.items():
        _check(f"words of {shown(side)}", text)
    return Drawing(chosen=not isinstance(seed, DrawnSeed), words=by_side)


def check_seed(seed: str) -> None:
    """Raise InvalidInput for a seed chosen by hand that nobody could read out."""
    if not isinstance(seed, DrawnSeed):
        _check("seed", seed)


def _check(where: str, text: str) -> None:
    if not (text.isprintable() and 0 < len(text) <= LONGEST):
        raise InvalidInput(where, text, f"1 to {LONGEST} printable letters or digits")
