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

from fleetbook.core.battle import Battle, Ship
from fleetbook.core.dice import Face
from fleetbook.core.events import Scored, changes
from fleetbook.core.facts import FactValue, Key
from fleetbook.core.law import Law, Outcome
from fleetbook.core.play import resolve
from fleetbook.core.procedure import Procedure
from fleetbook.core.walk import TooMuch, Walk

S = TypeVar("S", bound=Ship)

BUDGET = 400_000  # paths walked and states merged
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
    orders: Sequence[Procedure[S]],
    *,
    choices: Sequence[str] = (),
    budget: int = BUDGET,
    samples: int = SAMPLES,
    stop: Callable[[], bool] = never,
) -> Odds:
    """The law of checked orders given one after another: exact, or sampled where the walk passes its budget.

    Raises ChoiceWanted where a player must choose first, and TooMuch where ``stop`` says so.
    """
    try:
        return exact_odds(battle, orders, choices=choices, budget=budget, stop=stop)
    except TooMuch:
        if stop():
            raise
        return sampled_odds(battle, orders, choices=choices, samples=samples, stop=stop)


def exact_odds(
    battle: Battle[S],
    orders: Sequence[Procedure[S]],
    *,
    choices: Sequence[str] = (),
    budget: int = BUDGET,
    stop: Callable[[], bool] = never,
) -> Odds:
    """The law, every outcome walked. Raises TooMuch past the budget."""
    walk = Walk(battle, budget, stop, choices)
    return Odds(walk.law(walk.after(orders, ())))


def sampled_odds(
    battle: Battle[S],
    orders: Sequence[Procedure[S]],
    *,
    choices: Sequence[str] = (),
    samples: int = SAMPLES,
    stop: Callable[[], bool] = never,
) -> Odds:
    """The law as the frequencies of many plays, the same each time. Raises TooMuch where ``stop`` says so."""
    dice = _Seeded(Random(SAMPLING_SEED))
    counts: dict[Any, int] = {}
    for _ in range(samples):
        if stop():
            raise TooMuch
        end = _play_once(battle, orders, dice, choices)
        counts[end] = counts.get(end, 0) + 1
    law = Law(tuple((Outcome(dict(facts), dict(scores)), n / samples) for (facts, scores), n in counts.items()))
    return Odds(law, samples)


@dataclass(frozen=True)
class _Seeded:
    random: Random

    def face(self, number: int, sides: int, label: str) -> Face:
        return Face(sides, self.random.randint(1, sides))


def _play_once(
    battle: Battle[S], orders: Sequence[Procedure[S]], dice: _Seeded, choices: Sequence[str]
) -> tuple[frozenset[tuple[Key, FactValue]], frozenset[tuple[tuple[str, str], int | str]]]:
    start = battle
    written: dict[Key, FactValue] = {}
    scores: dict[tuple[str, str], int | str] = {}
    for order in orders:
        outcome = resolve(order, battle, dice, choices)
        written.update(changes(outcome.events))
        for event in outcome.events:
            if isinstance(event, Scored):
                before = scores.get((event.name, event.who), 0)
                both = isinstance(before, int) and isinstance(event.value, int)
                scores[event.name, event.who] = before + event.value if both else event.value  # type: ignore[operator]
        battle = outcome.battle
    differing = ((key, value) for key, value in written.items() if start.fact(key) != value)
    return frozenset(differing), frozenset(scores.items())
