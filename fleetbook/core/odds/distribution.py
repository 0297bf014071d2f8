"""A joint distribution: every outcome of orders with its probability. Figures are read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

from fleetbook.core.battle.events import Event, Scored
from fleetbook.core.battle.facts import FactValue, Key

CONFIDENCE = 1.96  # half the width of a 95 % interval, in standard deviations


class TallyKey(NamedTuple):
    """The key of a tally: its name, and who it is counted for."""

    name: str
    who: str


Tallies: TypeAlias = Mapping[TallyKey, int | str]
Distribution: TypeAlias = dict[Any, float]
"""Values of a figure with their probabilities, in the order of their table or from the smallest."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way that orders may end: the facts that differ from before, and the tallies."""

    facts: Mapping[Key, FactValue]
    tallies: Tallies


class Estimate:
    """An exact figure, or an estimate from ``samples`` plays."""

    __slots__ = ()
    samples: int

    @property
    def exact(self) -> bool:
        """Whether every outcome was walked."""
        return not self.samples

    @property
    def error(self) -> float:
        """Half the width of the widest 95 % interval of an estimated probability; 0 if exact."""
        return CONFIDENCE * 0.5 / sqrt(self.samples) if self.samples else 0.0


@dataclass(frozen=True, slots=True)
class JointDistribution(Estimate):
    """Outcomes with their probabilities, which add up to 1. They are exact, or estimated from ``samples`` plays.

    ``words`` are the words of the thrown tables, in printed order. ``drawn`` says that a missing choice was drawn with equal
    chances.
    """

    outcomes: tuple[tuple[Outcome, float], ...]
    words: tuple[str, ...] = ()
    samples: int = 0
    drawn: bool = False

    def distribution(self, figure: Callable[[Outcome], Any]) -> Distribution:
        """Each value of a figure with its probability. None comes first, then numbers and words in their order."""
        found: Distribution = {}
        for outcome, chance in self.outcomes:
            value = figure(outcome)
            found[value] = found.get(value, 0.0) + chance
        return in_order(found, self.words)

    def chance(self, event: Callable[[Outcome], bool]) -> float:
        """The probability of an event."""
        return sum(chance for outcome, chance in self.outcomes if event(outcome))

    def tally(self, name: str) -> Distribution:
        """The distribution of a tally, summed over everybody it is counted for. Several words are joined."""
        nothing: int | str = 0
        return self.distribution(
            lambda outcome: reduce(added_to, (value for key, value in outcome.tallies.items() if key.name == name), nothing)
        )

    def tally_names(self) -> list[str]:
        """The names of all tallies in some outcome, in the order of first appearance."""
        return list({name: None for outcome, _ in self.outcomes for name, _ in outcome.tallies})

    def fact(self, key: Key, before: FactValue) -> Distribution:
        """The distribution of a fact afterwards; ``before`` is its value now."""
        return self.distribution(lambda outcome: outcome.facts.get(key, before))

    def changing(self) -> list[Key]:
        """Every fact that differs in some outcome, in order."""
        return sorted({key for outcome, _ in self.outcomes for key in outcome.facts})


def added_up(before: int | str | None, amount: int | str) -> int | str:
    """A tally after one more count. Whole numbers add up. A word replaces the value, and is replaced."""
    return before + amount if isinstance(before, int) and isinstance(amount, int) else amount


def tallied(events: Iterable[Event]) -> dict[TallyKey, int | str]:
    """The tallies of events."""
    found: dict[TallyKey, int | str] = {}
    for event in events:
        if isinstance(event, Scored):
            key = TallyKey(event.name, event.who)
            found[key] = added_up(found.get(key), event.value)
    return found


def mean(distribution: Distribution) -> float:
    """The expected value of a numeric figure."""
    return float(sum(value * chance for value, chance in distribution.items()))


def added_to(total: int | str, value: int | str | None) -> int | str:
    """A sum of tallies with one more. Numbers add up, words are joined, and a word replaces numbers."""
    if isinstance(value, str):
        return f"{total} and {value}" if isinstance(total, str) else value
    return total if isinstance(total, str) else total + (value or 0)


def in_order(distribution: Distribution, words: Iterable[str]) -> Distribution:
    """Values from worst to best as tables print them, or from the smallest."""
    places = {word: place for place, word in enumerate(words)}

    def place(value: Any) -> tuple[int, Any]:
        """None first, then numbers and words, each in their order. Other words, and lists, keep their order."""
        if value is None or isinstance(value, (int, float)):
            return (0, 0) if value is None else (1, value)
        return (2, places[value]) if value in places else (3, 0)

    return dict(sorted(distribution.items(), key=lambda item: place(item[0])))
