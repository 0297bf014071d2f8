"""The data types for the odds of an order, and texts to show if there are no odds."""

from __future__ import annotations

from typing import Any

from fleetbook.reports.shape import Shape

UNCOUNTED = "the order changes nothing that the rules count and nothing on a ship's card"
"""The text shown if an order's odds have no number to show."""
HANGING = "depend on a choice to be made first: {}"
"""The text shown if nothing happens before a player must choose. ``{}`` is the choice."""
UP_TO = ", up to a choice to be made: {}"
"""The text added if the odds stop at a player's choice. ``{}`` is the choice."""


class Chance(Shape, frozen=True):
    """One possible value and its probability."""

    value: int | str
    probability: float


class Count(Shape, frozen=True):
    """The probabilities of a number or word that the rules count, such as hits.

    mean  the average; null if the values are words
    once  the event that the value 1 stands for if all values are 0 or 1, such as the loss of a ship; empty if ``name`` says it
    """

    name: str
    mean: float | None
    spread: tuple[Chance, ...]
    once: str = ""

    @property
    def chance(self) -> float | None:
        """The probability of the value 1 if all values are 0 or 1. Otherwise None."""
        values = {chance.value: chance.probability for chance in self.spread}
        return values.get(1, 0.0) if set(values) <= {0, 1} else None


class TrackOdds(Shape, frozen=True):
    """The probabilities of how many boxes a track has left. ``before`` is how many it has now."""

    track: str
    before: int
    mean: float
    spread: tuple[Chance, ...]
    label: str


class Possible(Shape, frozen=True):
    """A state or condition of a ship that an order may cause, in words, with its probability.

    brief  for a fate: the words without its turn and without the ships that caused it; otherwise empty
    """

    text: str
    probability: float
    brief: str = ""


class ShipOdds(Shape, frozen=True):
    """The damage and the conditions that an order may cause to one ship."""

    ship: str
    tracks: tuple[TrackOdds, ...]
    conditions: tuple[Possible, ...]


class OddsView(Shape, frozen=True):
    """The odds of an order.

    samples    how many times the order was tried at random to estimate the odds
    error      the margin of error of the estimated probabilities: 19 times in 20 the true one lies within it
    undecided  the choice that a player must make before the odds can go on; empty if there is none
    chooser    the side that must make that choice
    options    the words that can be chosen
    """

    procedure: str
    headline: str
    inputs: dict[str, Any]
    exact: bool
    samples: int
    error: float
    counts: tuple[Count, ...]
    ships: tuple[ShipOdds, ...]
    undecided: str = ""
    chooser: str = ""
    options: tuple[str, ...] = ()
