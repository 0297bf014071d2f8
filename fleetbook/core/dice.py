"""Dice: their notation, exact distributions, and a stream of faces. Nobody can choose a face of the stream, and players can check
each face after the battle.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType

import msgspec

from fleetbook.core.digests import blake2b, sha256
from fleetbook.core.errors import InvalidInput

_NOTATION = re.compile(r"\s*(\d{0,3})[dD](\d{1,4})\s*([+-]\s*\d{1,4})?\s*", re.ASCII)
_NO_SPACE = dict.fromkeys(map(ord, " \t\n\r\f\v"))
_WORD = 1 << 64
MOST_WAYS = 1_000  # dice times sides: more than any sheet throws, and still quick to compute
FORM = f"like d6, 2d6 or 2d6+1; the number of dice times their sides may be {MOST_WAYS} at most"
OWNED = (4, 6, 8, 10, 12, 20, 100)
"""Sides of the dice that players own."""


def sides_thrown(sides: int) -> int:
    """The sides of the die that players throw: a D12 in place of a D11, since nobody owns a D11."""
    return next((more for more in OWNED if more >= sides), sides)


def thrown_as(sides: int) -> str:
    """The die that players throw: ``D10``, or ``D7 (a D8, rolled again above 7)`` for a die that nobody owns."""
    owned = sides_thrown(sides)
    return f"D{sides}" if owned == sides else f"D{sides} (a D{owned}, rolled again above {sides})"


def counted_dice(number: int) -> str:
    """A number of dice in words: ``no die``, ``one die``, ``2 dice``."""
    return f"{number} dice" if number > 1 else "one die" if number else "no die"


def no_such_die(number: int, thrown: int) -> InvalidInput:
    """The error for a die that the order did not throw: ``number`` is too high, since it threw only ``thrown`` dice."""
    words = f"there is no die {number}: the order threw {counted_dice(thrown)}"
    return InvalidInput("die", number, f"1 to {thrown}", words=words)


def counted_face(shown: int, sides: int) -> int:
    """The value of the face that a die shows: a 0 on a D10 counts as 10, a 00 on a D100 as 100."""
    return sides if shown == 0 and sides in (10, 100) else shown


class Dice(msgspec.Struct, frozen=True):
    """Several dice of one kind with a number added: ``2d6+1`` is ``Dice(2, 6, 1)``."""

    count: int
    sides: int
    plus: int = 0

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Read dice such as ``d6``, ``4D6`` or ``2d6+1``. Raises InvalidInput for other text, for 0 dice or 0 sides, and for too
        many dice.
        """
        return _parsed(text)

    @property
    def lowest(self) -> int:
        """The smallest possible total."""
        return self.count + self.plus

    @property
    def highest(self) -> int:
        """The largest possible total."""
        return self.count * self.sides + self.plus

    def ways(self) -> Mapping[int, int]:
        """For each total, the number of ways to throw it. There are ``sides ** count`` equally likely throws."""
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
        raise InvalidInput("dice", text, "at least one die with at least one side")
    if count * sides > MOST_WAYS:
        raise InvalidInput("dice", text, FORM)
    return Dice(count, sides, int((found[3] or "0").translate(_NO_SPACE)))


@lru_cache(maxsize=256)
def _ways(count: int, sides: int, plus: int) -> Mapping[int, int]:
    ways = [1]  # the number of ways for each total, from the lowest total up
    for _ in range(count):
        sums = list(accumulate(ways, initial=0))
        highest = len(ways) + sides - 1
        ways = [sums[min(total + 1, len(ways))] - sums[max(total + 1 - sides, 0)] for total in range(highest)]
    return MappingProxyType(dict(enumerate(ways, count + plus)))


SIMULATED = "simulated"


class Face(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The face of one die. ``origin`` says whether the face was rolled, typed, overruled, or simulated in a battle that doctrines
    fought. ``instead_of`` is the face that a referee overruled; None if he did not.
    """

    sides: int
    face: int
    origin: str = "rolled"  # "rolled", "typed", "overruled" or SIMULATED
    instead_of: int | None = None


class Stream(msgspec.Struct, frozen=True):
    """A stream of dice faces. The faces follow from a secret seed, and from words that players may say after they have seen the
    seal of the seed.

    The number of a die is its place among all dice of the battle. Dice of undone orders do not count. In older battles the number
    is the place among the dice of one ``line`` of the journal.
    """

    seed: str
    words: tuple[str, ...] = ()
    line: int = 0

    @property
    def commitment(self) -> str:
        """The seal: the SHA-256 hash of the seed, in hex. Players see the seal before the first die, and the seed
        after the last.
        """
        return sha256(self.seed.encode()).hexdigest()

    def face(self, number: int, sides: int) -> int:
        """The face of the die with this number, from 1 to ``sides``. All faces are equally likely: a draw that would favour low
        faces is repeated.
        """
        fair = _WORD - _WORD % sides
        key = blake2b(msgspec.json.encode((self.seed, *self.words)) if self.words else self.seed.encode()).digest()
        die = f"{self.line}/{number}" if self.line else str(number)
        attempt = 0
        while True:
            text = f"{die}/{attempt}".encode()
            drawn = int.from_bytes(blake2b(text, key=key, digest_size=8).digest(), "big")
            if drawn < fair:
                return drawn % sides + 1
            attempt += 1
