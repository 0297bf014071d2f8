"""What may stand in a cell, a figure or a reading: as declared beside it, otherwise values like those printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import TypeAlias

from fleetbook.core.dice import FORM, Dice
from fleetbook.core.errors import InvalidInput

Value = str | int | float
DICE, NUMBER, TEXT, OR = "dice", "number", "text", "or"
Said: TypeAlias = str | list[str] | dict[str, str]
"""How a file says what may stand somewhere: "number", "dice", "text" for any words, a list of words (and of these), or where the
words stand: ``{ rows_of = "a table" }``, ``{ columns_of = "a table" }``, ``{ modifiers_of = "a list" }``, and with them
``or = "-"``.
"""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Values allowed: words (any where ``free``), dice where ``dice``, and where ``numbers`` numbers from least to most."""

    words: tuple[str, ...] = ()
    free: bool = False
    dice: bool = False
    numbers: bool = False
    whole: bool = False
    least: float = 0
    most: float = inf

    def check(self, value: Value | bool, where: str) -> None:
        """Raise InvalidInput for a value that is not allowed."""
        if self._allows(value):
            return
        if isinstance(value, str) and not (self.dice or self.numbers):
            raise InvalidInput.word(where, value, self.words)
        raise InvalidInput(where, value, str(self))

    def _allows(self, value: Value | bool) -> bool:
        if isinstance(value, str):
            known = self.free or value in self.words or (self.dice and is_dice(value))
            return known or (self.dice and self.numbers and value.isdecimal())
        return self.numbers and isfinite(value) and self.least <= value <= self.most and not (self.whole and value % 1)

    def __str__(self) -> str:
        most = "" if self.most == inf else f", at most {self.most:g}"
        number = f"a number of {self.least:g} or more{most}{', whole' if self.whole else ''}"
        return ", ".join([*[FORM] * self.dice, *[number] * self.numbers, *self.words])


def is_dice(text: str) -> bool:
    """Whether a text is dice."""
    try:
        Dice.parse(text)
    except InvalidInput:
        return False
    return True


def bounds(
    what: Said | None,
    printed: Sequence[Value | bool],
    ends: tuple[float | None, float | None],
    labels: Callable[[str, str], Iterable[str]],
) -> Bounds:
    """The bounds that a file declares, or values like those printed: words among them, dice, and numbers of 0 and more. ``ends``
    are the least and the most; ``labels`` finds the words of another table by kind and id.
    """
    numbers = [value for value in printed if isinstance(value, (int, float))]
    listed = _listed(what, labels) if what is not None else [v if isinstance(v, str) else NUMBER for v in printed]
    words = tuple(dict.fromkeys(word for word in listed if word not in (DICE, NUMBER, TEXT) and not is_dice(word)))
    least = 0 if min(numbers, default=0) >= 0 else -inf
    return Bounds(
        words=words,
        free=TEXT in listed,
        dice=any(word == DICE or is_dice(word) for word in listed),
        numbers=NUMBER in listed,
        whole=all(isinstance(number, int) for number in numbers),
        least=least if ends[0] is None else ends[0],
        most=inf if ends[1] is None else ends[1],
    )


def _listed(what: Said, labels: Callable[[str, str], Iterable[str]]) -> list[str]:
    if isinstance(what, dict):
        return [word for kind, name in what.items() for word in ([name] if kind == OR else labels(kind, name))]
    return [what] if isinstance(what, str) else what
