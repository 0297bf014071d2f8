"""All that a referee may want to know of an order before it is given: its odds, and those of what it leads to later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.facts import Key
from fleetbook.core.odds.distribution import Law
from fleetbook.core.odds.effort import TooMuch
from fleetbook.core.odds.odds import BUDGET, SAMPLES, Odds, exact_odds, never, sampled_odds
from fleetbook.core.odds.packing import Tally
from fleetbook.core.orders.part import Part

S = TypeVar("S", bound=Ship)

JOINT_BUDGET = 60_000  # states moved, before facts and counts are walked apart


@dataclass(frozen=True, slots=True)
class Outlook:
    """The odds of an order: of the facts afterwards, of what is counted on the way, and of what is counted later because of it.

    All exact, or all estimated from ``samples`` plays within ``error`` (half the width of the widest 95 % interval).
    """

    facts: Law
    counts: Law
    later: Law | None = None
    samples: int = 0
    error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether every outcome was walked."""
        return not self.samples


def outlook(
    battle: Battle[S],
    order: Part[S],
    *,
    choices: Sequence[str] = (),
    budget: int = BUDGET,
    samples: int = SAMPLES,
    stop: Callable[[], bool] = never,
) -> Outlook:
    """The outlook of a checked order: exact, or sampled where the walk passes its budget.

    Raises ChoiceNeeded where a player must choose first, and TooMuch where ``stop`` says so.
    """
    try:
        return exact_outlook(battle, order, choices=choices, budget=budget, stop=stop)
    except TooMuch:
        if stop():
            raise
        return sampled_outlook(battle, order, choices=choices, samples=samples, stop=stop)


def exact_outlook(
    battle: Battle[S],
    order: Part[S],
    *,
    choices: Sequence[str] = (),
    budget: int = BUDGET,
    stop: Callable[[], bool] = never,
) -> Outlook:
    """The outlook, every outcome walked. Raises TooMuch where one of its walks passes the budget."""

    def law(*orders: Part[S], keep: Callable[[Key | Tally], bool] | None = None, work: int = budget) -> Law:
        return exact_odds(battle, orders, choices=choices, budget=work, stop=stop, keep=keep).law

    try:
        facts = counts = law(order, work=min(budget, JOINT_BUDGET))
    except TooMuch:
        # apart they have far fewer outcomes
        facts = law(order, keep=lambda name: isinstance(name, Key))
        counts = law(order, keep=lambda name: isinstance(name, Tally))
    ahead = tuple(order.ahead(battle))
    known = set(counts.score_names())
    later = law(order, *ahead, keep=lambda name: isinstance(name, Tally) and name.name not in known) if ahead else None
    return Outlook(facts, counts, later)


def sampled_outlook(
    battle: Battle[S],
    order: Part[S],
    *,
    choices: Sequence[str] = (),
    samples: int = SAMPLES,
    stop: Callable[[], bool] = never,
) -> Outlook:
    """The outlook as the frequencies of many plays, the same each time. Raises TooMuch where ``stop`` says so."""

    def sampled(*orders: Part[S]) -> Odds:
        return sampled_odds(battle, orders, choices=choices, samples=samples, stop=stop)

    now = sampled(order)
    ahead = tuple(order.ahead(battle))
    later = sampled(order, *ahead).law.without(now.law.score_names()) if ahead else None
    return Outlook(now.law, now.law, later, samples, now.error)
