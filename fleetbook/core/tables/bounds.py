"""The values that a house rule may put into a table, a figure or a reading. The file of the tables declares them; otherwise they
follow from the printed values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf, isfinite
from typing import TypeAlias

import msgspec

from fleetbook.core.dice import FORM, Dice
from fleetbook.core.errors import InvalidInput

Value = str | int | float
DICE, NUMBER, TEXT, OR = "dice", "number", "text", "or"
Allowed: TypeAlias = str | list[str] | dict[str, str]
"""How a file declares the allowed values: ``number``, ``dice``, ``text`` for any words, or a list of words in which these three
may stand too.

The words may also be those of a table or of a list of modifiers: ``{ rows_of = "a table" }``, ``{ columns_of = "a table" }`` or
``{ modifiers_of = "a list" }``. One more word may be added with ``or = "-"``.
"""


class Bounds(msgspec.Struct, frozen=True):
    """The allowed values. They are the ``words``. ``free`` allows any words, ``dice`` allows dice, and ``numbers`` allows numbers
    from ``least`` to ``most``.
    """

    words: tuple[str, ...] = ()
    free: bool = False
    dice: bool = False
    numbers: bool = False
    whole: bool = False
    least: float = 0
    most: float = inf

    def check(self, value: Value | bool, where: str) -> None:
        """Raise InvalidInput if a value is not allowed."""
        if isinstance(value, str):
            known = self.free or value in self.words or (self.dice and is_dice(value))
            allowed = known or (self.dice and self.numbers and value.isdecimal())
        else:
            allowed = self.numbers and isfinite(value) and self.least <= value <= self.most and not (self.whole and value % 1)
        if allowed:
            return
        if isinstance(value, str) and not (self.dice or self.numbers):
            raise InvalidInput.word(where, value, self.words)
        raise InvalidInput(where, value, str(self))

    def __str__(self) -> str:
        most = "" if self.most == inf else f", at most {self.most:g}"
        number = f"a number of {self.least:g} or more{most}{', whole' if self.whole else ''}"
        return ", ".join([*[FORM] * self.dice, *[number] * self.numbers, *self.words])


def is_dice(text: str) -> bool:
    """Whether a text is dice, such as ``2d6``."""
    try:
        Dice.parse(text)
    except InvalidInput:
        return False
    return True


def bounds(
    allowed: Allowed | None,
    printed: Sequence[Value | bool],
    ends: tuple[float | None, float | None],
    labels: Callable[[str, str], Iterable[str]],
) -> Bounds:
    """The bounds that ``allowed`` declares in a file. Without it, values like the printed values are allowed. ``ends`` are the
    declared lowest and highest number, or None. ``labels`` finds the words of a table or of a list of modifiers.
    """
    numbers = [value for value in printed if isinstance(value, (int, float))]
    if isinstance(allowed, dict):
        listed = [word for kind, name in allowed.items() for word in ([name] if kind == OR else labels(kind, name))]
    elif allowed is None:
        listed = [value if isinstance(value, str) else NUMBER for value in printed]
    else:
        listed = [allowed] if isinstance(allowed, str) else allowed
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
