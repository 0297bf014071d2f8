"""What is kept of a pair of ships, whichever of them asks, such as the range last measured between them."""

from __future__ import annotations

from typing import Generic, TypeVar

from fleetbook.core.battle.conditions import Value
from fleetbook.core.battle.fact import Keyed
from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.battle.subject import FactSource, Subject

N = TypeVar("N", bound=float)


class OfPair(Generic[N]):
    """A number kept of two ships, whoever asks: ``ranges = Value(int).each("ship")`` in the class of the ship (``Value(float)``
    where it may be a half), then beside the class ``RANGES = OfPair(Vessel.ranges)``. Nobody is shown it: a state between two
    ships that cards tell is a condition declared with ``between_ships``.
    """

    def __init__(self, declared: Keyed[N | None, Value[N]]) -> None:
        declared.details.setdefault("at_once", True)
        self._declared = declared

    def known(self, battle: FactSource, one: str | None, other: str | None) -> N | None:
        """The number; None where there is none."""
        if not (one and other):
            return None
        first, second = sorted((one, other))
        return self._declared[second].value(Subject(battle, first))

    def remember(self, one: str, other: str, number: N) -> Changing:
        """Keep it."""
        first, second = sorted((one, other))
        yield from self._declared[second].set(first, number)
