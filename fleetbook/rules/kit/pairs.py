"""What is kept of a pair of ships, whichever of them asks, such as the range last measured between them."""

from __future__ import annotations

from fleetbook.core.battle.conditions import Value
from fleetbook.core.battle.fact import Keyed
from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.battle.subject import Moment, Subject


class OfPair:
    """A number kept of two ships, whoever asks: ``ranges = Value(int).each("ship")`` in the class of the ship, then beside the
    class ``RANGES = OfPair(Vessel.ranges)``.
    """

    def __init__(self, declared: Keyed[int | None, Value[int]]) -> None:
        self._declared = declared

    def known(self, battle: Moment, one: str | None, other: str | None) -> int | None:
        """The number; None where there is none."""
        if not (one and other):
            return None
        first, second = sorted((one, other))
        return self._declared[second].value(Subject(battle, first))

    def remember(self, one: str, other: str, number: int) -> Changing:
        """Keep it."""
        first, second = sorted((one, other))
        yield from self._declared[second].set(first, number)
