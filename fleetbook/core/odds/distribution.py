"""A joint distribution: every outcome of orders with its probability. The distributions of single figures are
computed from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fleetbook.core.battle.events import Event, Scored
from fleetbook.core.battle.facts import FactValue, Key

CONFIDENCE = 1.96  # half the width of a 95 % interval, in standard deviations


class TallyKey(NamedTuple):
    """The key of a count: the name of the count, and the ship or side for which it is kept."""

    name: str
    who: str


Tallies: TypeAlias = Mapping[TallyKey, int | str]
Distribution: TypeAlias = dict[Any, float]
"""The values of a figure with their probabilities. Numbers are sorted by size, words stand in the order of their table."""


class Outcome(msgspec.Struct, frozen=True):
    """One possible outcome of orders: the changed facts, and the counts."""

    facts: Mapping[Key, FactValue]
    tallies: Tallies


class Estimate:
    """Odds that are exact, or estimated from ``samples`` plays. ``samples`` is 0 for exact odds."""

    __slots__ = ()
    samples: int

    @property
    def exact(self) -> bool:
        """Whether the odds are exact, not estimated."""
        return not self.samples

    @property
    def error(self) -> float:
        """The largest error of an estimated probability: half the width of its 95 % interval. 0 for exact odds."""
        return CONFIDENCE * 0.5 / sqrt(self.samples) if self.samples else 0.0


@dataclass(frozen=True, slots=True)
class JointDistribution(Estimate):
    """Outcomes with their probabilities, which add up to 1. They are exact if ``samples`` is 0, otherwise estimated from that
    many plays.

    ``words`` are the results of the tables that were thrown on, in printed order. ``drawn`` says that a player's choice was
    missing and was made at random.
    """

    outcomes: tuple[tuple[Outcome, float], ...]
    words: tuple[str, ...] = ()
    samples: int = 0
    drawn: bool = False

    def distribution(self, figure: Callable[[Outcome], Any]) -> Distribution:
        """Each value of a figure with its probability. None comes first, then numbers, then words, each in their order."""
        found: Distribution = {}
        for outcome, chance in self.outcomes:
            value = figure(outcome)
            found[value] = found.get(value, 0.0) + chance
        return in_order(found, self.words)

    def chance(self, event: Callable[[Outcome], bool]) -> float:
        """The probability that an event happens."""
        return sum(chance for outcome, chance in self.outcomes if event(outcome))

    def tally(self, name: str) -> Distribution:
        """The distribution of a count, summed over all ships and sides for which it is kept. If the counts are words, the words
        are joined.
        """
        nothing: int | str = 0
        return self.distribution(
            lambda outcome: reduce(added_to, (value for key, value in outcome.tallies.items() if key.name == name), nothing)
        )

    def tally_names(self) -> list[str]:
        """The names of all counts, in the order in which the outcomes mention them."""
        return list({name: None for outcome, _ in self.outcomes for name, _ in outcome.tallies})

    def fact(self, key: Key, before: FactValue) -> Distribution:
        """The distribution of a fact after the orders; ``before`` is its value now."""
        return self.distribution(lambda outcome: outcome.facts.get(key, before))

    def changing(self) -> list[Key]:
        """The sorted keys of all facts that change in some outcome."""
        return sorted({key for outcome, _ in self.outcomes for key in outcome.facts})


def added_up(before: int | str | None, amount: int | str) -> int | str:
    """A count after ``amount`` is added. Whole numbers add up; a word replaces the earlier value."""
    return before + amount if isinstance(before, int) and isinstance(amount, int) else amount


def tallied(events: Iterable[Event]) -> dict[TallyKey, int | str]:
    """The counts in these events."""
    found: dict[TallyKey, int | str] = {}
    for event in events:
        if isinstance(event, Scored):
            key = TallyKey(event.name, event.who)
            found[key] = added_up(found.get(key), event.value)
    return found


def mean(distribution: Distribution) -> float:
    """The expected value of a figure whose values are numbers."""
    return float(sum(value * chance for value, chance in distribution.items()))


def added_to(total: int | str, value: int | str | None) -> int | str:
    """A sum of counts after another count is added. Numbers add up, words are joined by "and", and a word replaces a number."""
    if isinstance(value, str):
        return f"{total} and {value}" if isinstance(total, str) else value
    return total if isinstance(total, str) else total + (value or 0)


def in_order(distribution: Distribution, words: Iterable[str]) -> Distribution:
    """The distribution in order: numbers from the smallest, words in the order of their table."""
    places = {word: place for place, word in enumerate(words)}

    def place(value: Any) -> tuple[int, Any]:
        """The position of a value in the order: None, then numbers, then words of a table. All else comes last."""
        if value is None or isinstance(value, (int, float)):
            return (0, 0) if value is None else (1, value)
        return (2, places[value]) if value in places else (3, 0)

    return dict(sorted(distribution.items(), key=lambda item: place(item[0])))
