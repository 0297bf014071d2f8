"""The driver for odds: the joint law of all that may follow from an order, exact within a budget and sampled past it.

Exact: throws are walked by their distinct answers rather than by faces, see ``walk``. Sampled: the play driver plays the order
many times with seeded dice; the result says so, with its error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Event, changes
from fleetbook.core.battle.facts import FactValue, Key, type_strict_key
from fleetbook.core.dice import Face
from fleetbook.core.odds.distribution import Law, Outcome, tally
from fleetbook.core.odds.effort import Budget, TooMuch
from fleetbook.core.odds.exact import walk
from fleetbook.core.odds.liveness import Keep
from fleetbook.core.orders.part import Part
from fleetbook.core.play.driver import play_through

S = TypeVar("S", bound=Ship)

BUDGET = 5_000_000  # states moved; up to two seconds on a slow machine
SAMPLES = 2_000
SAMPLING_SEED = 1


@dataclass(frozen=True, slots=True)
class Odds:
    """The joint law of an order. Exact, or estimated from ``samples`` plays."""

    law: Law
    samples: int = 0

    @property
    def exact(self) -> bool:
        """Whether every outcome was walked."""
        return not self.samples

    @property
    def error(self) -> float:
        """Half the width of the widest 95 % interval of an estimated probability; 0 where exact."""
        return 1.96 * 0.5 / sqrt(self.samples) if self.samples else 0.0


def never() -> bool:
    """Do not stop."""
    return False


def odds(
    battle: Battle[S],
    orders: Sequence[Part[S]],
    *,
    choices: Sequence[str] = (),
    budget: int = BUDGET,
    samples: int = SAMPLES,
    stop: Callable[[], bool] = never,
) -> Odds:
    """The law of checked orders given one after another: exact, or sampled where the walk passes its budget.

    Raises ChoiceNeeded where a player must choose first, and TooMuch where ``stop`` says so.
    """
    try:
        return exact_odds(battle, orders, choices=choices, budget=budget, stop=stop)
    except TooMuch:
        if stop():
            raise
        return sampled_odds(battle, orders, choices=choices, samples=samples, stop=stop)


def exact_odds(
    battle: Battle[S],
    orders: Sequence[Part[S]],
    *,
    choices: Sequence[str] = (),
    budget: int = BUDGET,
    stop: Callable[[], bool] = never,
    keep: Keep | None = None,
) -> Odds:
    """The law, every outcome walked; of all facts and counts, or of those to ``keep``. Raises TooMuch past the budget."""
    return Odds(walk(battle, orders, Budget(budget, stop), choices, keep))


def sampled_odds(
    battle: Battle[S],
    orders: Sequence[Part[S]],
    *,
    choices: Sequence[str] = (),
    samples: int = SAMPLES,
    stop: Callable[[], bool] = never,
) -> Odds:
    """The law as the frequencies of many plays, the same each time. Raises TooMuch where ``stop`` says so."""
    dice = _Seeded(Random(SAMPLING_SEED))
    found: dict[Any, tuple[Outcome, int]] = {}
    for _ in range(samples):
        if stop():
            raise TooMuch
        events, end = play_through(orders, battle, dice, choices)
        outcome = Outcome(_differing(battle, end, events), tally(events))
        facts = frozenset((key, type_strict_key(value)) for key, value in outcome.changes.items())
        alike = facts, frozenset(outcome.scores.items())
        found[alike] = outcome, found.get(alike, (outcome, 0))[1] + 1
    return Odds(Law(tuple((outcome, times / samples) for outcome, times in found.values())), samples)


@dataclass(frozen=True)
class _Seeded:
    random: Random

    def face(self, number: int, sides: int, label: str) -> Face:
        return Face(sides, self.random.randint(1, sides))


def _differing(start: Battle[S], end: Battle[S], events: Sequence[Event]) -> dict[Key, FactValue]:
    written = {key: end.fact(key) for key, _ in changes(events)}
    return {key: value for key, value in written.items() if type_strict_key(value) != type_strict_key(start.fact(key))}
