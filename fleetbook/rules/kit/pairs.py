"""Facts of a pair of ships, such as the range last measured between them."""

from __future__ import annotations

from typing import Generic, TypeVar

from fleetbook.core.battle.conditions import Value
from fleetbook.core.battle.fact import Keyed
from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.battle.subject import FactSource, Subject

N = TypeVar("N", bound=float)


class OfPair(Generic[N]):
    """A number that belongs to two ships, such as their range. It is the same number whichever ship is named first.

    Declare ``ranges = Value(int).each("ship")`` in the class of the ship (``Value(float)`` if halves occur), and write ``RANGES
    = OfPair(Vessel.ranges)`` after the class. If the number is ``secret``, the sides of both ships may know it. Cards do not
    show the number. If cards must show a state of two ships, declare a condition with ``between_ships``.
    """

    def __init__(self, declared: Keyed[N | None, Value[N]]) -> None:
        declared.details.setdefault("at_once", True)
        declared.of_both = True
        self._declared = declared

    def known(self, battle: FactSource, one: str | None, other: str | None) -> N | None:
        """The number stored for two ships, or None if none is stored."""
        if not (one and other):
            return None
        first, second = sorted((one, other))
        return self._declared[second].value(Subject(battle, first))

    def remember(self, one: str, other: str, number: N) -> Changing:
        """Store the number for two ships."""
        first, second = sorted((one, other))
        yield from self._declared[second].set(first, number)
