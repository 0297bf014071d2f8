"""A joint law: every outcome of an order with its probability, and the figures read off it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from fleetbook.core.battle.events import Event, Scored
from fleetbook.core.battle.facts import FactValue, Key

Tally: TypeAlias = Mapping[tuple[str, str], int | str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way that an order may end: the facts that differ from before it, and what it counted, by name and by whom."""

    changes: Mapping[Key, FactValue]
    scores: Tally


Spread: TypeAlias = dict[Any, float]


@dataclass(frozen=True, slots=True)
class Law:
    """Outcomes with their probabilities, which add up to 1."""

    outcomes: tuple[tuple[Outcome, float], ...]

    def spread(self, figure: Callable[[Outcome], Any]) -> Spread:
        """The probability of each value of a figure, in the order of the values."""
        found: Spread = {}
        for outcome, chance in self.outcomes:
            value = figure(outcome)
            found[value] = found.get(value, 0.0) + chance
        return dict(sorted(found.items(), key=lambda item: _place(item[0])))

    def chance(self, event: Callable[[Outcome], bool]) -> float:
        """The probability of an event."""
        return sum(chance for outcome, chance in self.outcomes if event(outcome))

    def score(self, name: str) -> Spread:
        """How a count is spread, added up over all who count it; a word is spread as it is."""
        return self.spread(lambda outcome: _total(outcome.scores, name))

    def without(self, names: Iterable[str]) -> Law:
        """The law of what else is counted, and of no facts."""
        left_out = set(names)
        found: dict[frozenset[tuple[tuple[str, str], int | str]], float] = {}
        for outcome, chance in self.outcomes:
            scores = frozenset(item for item in outcome.scores.items() if item[0][0] not in left_out)
            found[scores] = found.get(scores, 0.0) + chance
        return Law(tuple((Outcome({}, dict(scores)), chance) for scores, chance in found.items()))

    def score_names(self) -> list[str]:
        """Everything counted in some outcome, in the order of first counting."""
        names = {name: None for outcome, _ in self.outcomes for name, _ in outcome.scores}
        return list(names)

    def change(self, key: Key, before: FactValue) -> Spread:
        """How a fact is spread afterwards; ``before`` is its value now."""
        return self.spread(lambda outcome: outcome.changes.get(key, before))

    def changing(self) -> list[Key]:
        """Every fact that differs in some outcome, in order."""
        return sorted({key for outcome, _ in self.outcomes for key in outcome.changes})


def counted(before: int | str | None, amount: int | str) -> int | str:
    """A count after one more: whole numbers add up, a word replaces what was there and is replaced."""
    return before + amount if isinstance(before, int) and isinstance(amount, int) else amount


def tally(events: Iterable[Event]) -> dict[tuple[str, str], int | str]:
    """What events counted, by name and by whom."""
    found: dict[tuple[str, str], int | str] = {}
    for event in events:
        if isinstance(event, Scored):
            found[event.name, event.who] = counted(found.get((event.name, event.who)), event.value)
    return found


def _total(scores: Tally, name: str) -> int | str:
    values = [value for (scored, _), value in scores.items() if scored == name]
    words = [value for value in values if isinstance(value, str)]
    return " and ".join(words) if words else sum(value for value in values if isinstance(value, int))


def _place(value: Any) -> tuple[int, Any]:
    """Absent values first, then numbers, words and lists, each in their order."""
    if value is None or isinstance(value, (int, float, str)):
        return (0, 0) if value is None else (2, value) if isinstance(value, str) else (1, value)
    return 3, repr(value)


def mean(spread: Spread) -> float:
    """The expected value of a spread of numbers."""
    return float(sum(value * chance for value, chance in spread.items()))
