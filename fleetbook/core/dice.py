"""Dice: notation, exact distributions, and a stream of faces that nobody can pick and players can check afterwards."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType

import msgspec

from fleetbook.core.errors import InvalidInput

_NOTATION = re.compile(r"\s*(\d{0,3})[dD](\d{1,4})\s*([+-]\s*\d{1,4})?\s*", re.ASCII)
_NO_SPACE = dict.fromkeys(map(ord, " \t\n\r\f\v"))
_WORD = 1 << 64
MOST_WAYS = 1_000  # dice times sides: more than any sheet throws, and quickly weighed
FORM = f"like d6, 2d6 or 2d6+1; dice times sides make {MOST_WAYS} at most"


OWNED = (4, 6, 8, 10, 12, 20, 100)
"""Sides of the dice that players have."""


def sides_thrown(sides: int) -> int:
    """The sides of the die that players throw for one of so many: a D12 for a D11, since nobody has that."""
    return next((more for more in OWNED if more >= sides), sides)


def thrown_as(sides: int) -> str:
    """What players throw for a die of so many sides: ``D10``, or ``D7 (a D8, above 7 again)`` for one that nobody has."""
    owned = sides_thrown(sides)
    return f"D{sides}" if owned == sides else f"D{sides} (a D{owned}, above {sides} again)"


def counted_dice(number: int) -> str:
    """So many dice in words: no die, one die, 2 dice."""
    return f"{number} dice" if number > 1 else "one die" if number else "no die"


def no_such_die(number: int, thrown: int) -> InvalidInput:
    """That an order, which threw so many dice, threw none of this number."""
    words = f"there is no die {number}: the order threw {counted_dice(thrown)}"
    return InvalidInput("die", number, f"1 to {thrown}", words=words)


def counted_face(shown: int, sides: int) -> int:
    """A face as it counts: the 0 of a D10 is 10, the 00 of a D100 is 100."""
    return sides if shown == 0 and sides in (10, 100) else shown


@dataclass(frozen=True, slots=True)
class Dice:
    """Some dice of one kind and a constant: ``2d6+1`` is ``Dice(2, 6, 1)``."""

    count: int
    sides: int
    plus: int = 0

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Read ``d6``, ``4D6``, ``2d6+1``. Raises InvalidInput for anything else, for no dice or no sides, and for too many."""
        return _parsed(text)

    @property
    def lowest(self) -> int:
        """The smallest total."""
        return self.count + self.plus

    @property
    def highest(self) -> int:
        """The largest total."""
        return self.count * self.sides + self.plus

    def ways(self) -> Mapping[int, int]:
        """How many of the ``sides ** count`` equally likely throws give each total."""
        return _ways(self.count, self.sides, self.plus)

    def __str__(self) -> str:
        plus = f"{self.plus:+d}" if self.plus else ""
        return f"{self.count if self.count > 1 else ''}D{self.sides}{plus}"


@lru_cache(maxsize=256)
def _parsed(text: str) -> Dice:
    found = _NOTATION.fullmatch(text)
    if not found:
        raise InvalidInput("dice", text, FORM)
    count, sides = int(found[1] or 1), int(found[2])
    if not count or not sides:
        raise InvalidInput("dice", text, "at least one die of at least one side")
    if count * sides > MOST_WAYS:
        raise InvalidInput("dice", text, FORM)
    return Dice(count, sides, int((found[3] or "0").translate(_NO_SPACE)))


@lru_cache(maxsize=256)
def _ways(count: int, sides: int, plus: int) -> Mapping[int, int]:
    ways = [1]  # of each total above the lowest
    for _ in range(count):
        sums = list(accumulate(ways, initial=0))
        highest = len(ways) + sides - 1
        ways = [sums[min(total + 1, len(ways))] - sums[max(total + 1 - sides, 0)] for total in range(highest)]
    return MappingProxyType(dict(enumerate(ways, count + plus)))


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """One die as it was read: its sides, its face, where the face came from, and what stood there before an overruling."""

    sides: int
    face: int
    origin: str = "rolled"  # rolled, typed or overruled
    instead_of: int | None = None


@dataclass(frozen=True, slots=True)
class Stream:
    """Faces derived from a seed and from what the players said when they had seen its seal.

    A die's number counts those in force from the battle's first; or where ``line`` says so, in this line of the journal.
    """

    seed: str
    words: tuple[str, ...] = ()
    line: int = 0

    @property
    def commitment(self) -> str:
        """The seal: SHA-256 of the seed in hex, shown before the first die; the seed itself is shown after the last."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    def face(self, number: int, sides: int) -> int:
        """The face of a die, from 1 to sides, each equally likely: numbers that would favour the low faces are drawn again."""
        fair = _WORD - _WORD % sides
        key = hashlib.blake2b(msgspec.json.encode((self.seed, *self.words)) if self.words else self.seed.encode()).digest()
        die = f"{self.line}/{number}" if self.line else str(number)
        attempt = 0
        while True:
            text = f"{die}/{attempt}".encode()
            drawn = int.from_bytes(hashlib.blake2b(text, key=key, digest_size=8).digest(), "big")
            if drawn < fair:
                return drawn % sides + 1
            attempt += 1
