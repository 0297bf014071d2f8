"""The shapes of the odds of an order, and what is said where there are none."""

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
    """How a figure that the rules count is spread; ``mean`` is null where its values are words. Of one that is 1 or 0 ``once``
    tells what happens then, where it is not the name that does.
    """

    name: str
    mean: float | None
    spread: tuple[Chance, ...]
    once: str = ""

    @property
    def chance(self) -> float | None:
        """The probability of what happens or does not; None of what may be more than one."""
        values = {chance.value: chance.probability for chance in self.spread}
        return values.get(1, 0.0) if set(values) <= {0, 1} else None


class TrackOdds(Shape, frozen=True):
    """How many boxes a track may have left; ``label`` is what the card calls it."""

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
    """What may become of one ship."""

    ship: str
    tracks: tuple[TrackOdds, ...]
    conditions: tuple[Possible, ...]


class OddsView(Shape, frozen=True):
    """The odds of an order. Sampled ones say from how many plays, and within what a probability lies 19 times in 20.

    ``undecided`` names the choice that a player must make first, ``chooser`` whose it is, ``options`` the words allowed: the odds
    are of what comes before it.
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
