"""A joint distribution: every outcome of orders with its probability, and the figures read off it."""

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
    """What a tally is kept for: its name and by whom."""

    name: str
    who: str


Tallies: TypeAlias = Mapping[TallyKey, int | str]
Distribution: TypeAlias = dict[Any, float]
"""Values of a figure, worst to best as their table prints them or from the smallest, each with its probability."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way that orders may end: the facts that differ from before, and what was tallied."""

    facts: Mapping[Key, FactValue]
    tallies: Tallies


class Estimate:
    """What is exact, or estimated from ``samples`` plays."""

    __slots__ = ()
    samples: int

    @property
    def exact(self) -> bool:
        """Whether every outcome was walked."""
        return not self.samples

    @property
    def error(self) -> float:
        """Half the width of the widest 95 % interval of an estimated probability; 0 where exact."""
        return CONFIDENCE * 0.5 / sqrt(self.samples) if self.samples else 0.0


@dataclass(frozen=True, slots=True)
class JointDistribution(Estimate):
    """Outcomes with their probabilities, which add up to 1: exact, or estimated from ``samples`` plays.

    ``words`` are those of the tables thrown on, in the order in which they are printed; ``drawn`` where a choice that nobody made
    fell either way alike.
    """

    outcomes: tuple[tuple[Outcome, float], ...]
    words: tuple[str, ...] = ()
    samples: int = 0
    drawn: bool = False

    def distribution(self, figure: Callable[[Outcome], Any]) -> Distribution:
        """Each value of a figure with its probability: None, numbers from the smallest, words as their table has them."""
        found: Distribution = {}
        for outcome, chance in self.outcomes:
            value = figure(outcome)
            found[value] = found.get(value, 0.0) + chance
        return in_order(found, self.words)

    def chance(self, event: Callable[[Outcome], bool]) -> float:
        """The probability of an event."""
        return sum(chance for outcome, chance in self.outcomes if event(outcome))

    def tally(self, name: str) -> Distribution:
        """The distribution of a tally, added up over all by whom it is kept; words are told together."""
        nothing: int | str = 0
        return self.distribution(
            lambda outcome: reduce(added_to, (value for key, value in outcome.tallies.items() if key.name == name), nothing)
        )

    def tally_names(self) -> list[str]:
        """Everything tallied in some outcome, in the order of coming up."""
        return list({name: None for outcome, _ in self.outcomes for name, _ in outcome.tallies})

    def fact(self, key: Key, before: FactValue) -> Distribution:
        """The distribution of a fact afterwards; ``before`` is its value now."""
        return self.distribution(lambda outcome: outcome.facts.get(key, before))

    def changing(self) -> list[Key]:
        """Every fact that differs in some outcome, in order."""
        return sorted({key for outcome, _ in self.outcomes for key in outcome.facts})


def added_up(before: int | str | None, amount: int | str) -> int | str:
    """A tally after one more: whole numbers add up, a word replaces what was there and is replaced."""
    return before + amount if isinstance(before, int) and isinstance(amount, int) else amount


def tallied(events: Iterable[Event]) -> dict[TallyKey, int | str]:
    """What events tallied."""
    found: dict[TallyKey, int | str] = {}
    for event in events:
        if isinstance(event, Scored):
            key = TallyKey(event.name, event.who)
            found[key] = added_up(found.get(key), event.value)
    return found


def mean(distribution: Distribution) -> float:
    """The expected value of a figure that is a number."""
    return float(sum(value * chance for value, chance in distribution.items()))


def added_to(total: int | str, value: int | str | None) -> int | str:
    """A sum of tallies with one more: numbers add up, words stand together, and a word counts before numbers."""
    if isinstance(value, str):
        return f"{total} and {value}" if isinstance(total, str) else value
    return total if isinstance(total, str) else total + (value or 0)


def in_order(distribution: Distribution, words: Iterable[str]) -> Distribution:
    """Values worst to best as tables print them, or from the smallest."""
    places = {word: place for place, word in enumerate(words)}
    return dict(sorted(distribution.items(), key=lambda item: _place(item[0], places)))


def _place(value: Any, words: Mapping[str, int]) -> tuple[int, Any]:
    """None first, then numbers and words, each in their order; words of no table and lists as they came up."""
    if value is None or isinstance(value, (int, float)):
        return (0, 0) if value is None else (1, value)
    return (2, words[value]) if value in words else (3, 0)
