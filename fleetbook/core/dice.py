"""Dice: notation, exact distributions, and a stream of faces. Nobody can pick a face, and players can check them afterwards."""

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
MOST_WAYS = 1_000  # dice times sides: more than any sheet throws, and still quick to compute
FORM = f"like d6, 2d6 or 2d6+1; dice times sides make {MOST_WAYS} at most"
OWNED = (4, 6, 8, 10, 12, 20, 100)
"""Sides of the dice that players own."""


def sides_thrown(sides: int) -> int:
    """The sides of the die that players throw: a D12 in place of a D11, since nobody owns a D11."""
    return next((more for more in OWNED if more >= sides), sides)


def thrown_as(sides: int) -> str:
    """The die that players throw: ``D10``, or ``D7 (a D8, above 7 again)`` for a die that nobody owns."""
    owned = sides_thrown(sides)
    return f"D{sides}" if owned == sides else f"D{sides} (a D{owned}, above {sides} again)"


def counted_dice(number: int) -> str:
    """A number of dice in words: no die, one die, 2 dice."""
    return f"{number} dice" if number > 1 else "one die" if number else "no die"


def no_such_die(number: int, thrown: int) -> InvalidInput:
    """The error for a die's number beyond the dice that an order threw."""
    words = f"there is no die {number}: the order threw {counted_dice(thrown)}"
    return InvalidInput("die", number, f"1 to {thrown}", words=words)


def counted_face(shown: int, sides: int) -> int:
    """The value of a face: the 0 of a D10 is 10, the 00 of a D100 is 100."""
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
        """The number of ways to throw each total, of ``sides ** count`` equally likely throws."""
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
    """One die as it was read. ``origin`` says how it came, ``instead_of`` is the face before it was overruled."""

    sides: int
    face: int
    origin: str = "rolled"  # rolled, typed or overruled
    instead_of: int | None = None


@dataclass(frozen=True, slots=True)
class Stream:
    """Faces derived from a seed and from the words that players said after they saw the seal.

    A die's number counts the dice in force since the battle began. In older battles it counts those of one ``line`` of the
    journal.
    """

    seed: str
    words: tuple[str, ...] = ()
    line: int = 0

    @property
    def commitment(self) -> str:
        """The seal: the SHA-256 of the seed in hex. It is shown before the first die, the seed itself after the last."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    def face(self, number: int, sides: int) -> int:
        """The face of a die, from 1 to sides, each equally likely. Draws that would favour low faces are repeated."""
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
