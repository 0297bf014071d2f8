"""The shapes of an order's odds, and the words where there are none."""

from __future__ import annotations

from typing import Any

from fleetbook.reports.shape import Shape

UNCOUNTED = "the order changes nothing that the rules count and nothing on a ship's card"
"""Words in place of odds that have no figure."""
HANGING = "depend on a choice to be made first: {}"
"""Words in place of odds if nothing happens before the choice."""
UP_TO = ", up to a choice to be made: {}"
"""Words after the exactness of odds that end at a choice."""


class Chance(Shape, frozen=True):
    """A value and its probability."""

    value: int | str
    probability: float


class Count(Shape, frozen=True):
    """The spread of a figure that the rules count.

    mean  null if its values are words
    once  of a figure that is 1 or 0: the event that 1 means, if its name does not say it
    """

    name: str
    mean: float | None
    spread: tuple[Chance, ...]
    once: str = ""

    @property
    def chance(self) -> float | None:
        """The probability of 1 if the figure is 1 or 0; otherwise None."""
        values = {chance.value: chance.probability for chance in self.spread}
        return values.get(1, 0.0) if set(values) <= {0, 1} else None


class TrackOdds(Shape, frozen=True):
    """The boxes that a track may have left; ``label`` is its name on the card."""

    track: str
    before: int
    mean: float
    spread: tuple[Chance, ...]
    label: str


class Possible(Shape, frozen=True):
    """A state or condition that may come about, in words."""

    text: str
    probability: float


class ShipOdds(Shape, frozen=True):
    """The possible damage and conditions of one ship."""

    ship: str
    tracks: tuple[TrackOdds, ...]
    conditions: tuple[Possible, ...]


class OddsView(Shape, frozen=True):
    """The odds of an order.

    samples    the number of plays from which sampled odds come
    error      the distance that a sampled probability keeps 19 times in 20
    undecided  the choice that a player must make first: the odds end before it
    chooser    the player's side
    options    the words allowed
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
