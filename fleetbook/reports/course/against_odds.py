"""The luck of single orders: the shot that went most against the odds, and the luck of each side line by line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from fleetbook.core.play.journal import Journal
from fleetbook.reports.luck import DIGITS, Weighed, side_of

UNLIKELY = 0.02  # a shot of this chance or less went against the odds


class Lopsided(NamedTuple):
    """A shot that went against the odds: its line and firer, the hits and those to be expected, and the chance of a result as
    good or as bad.
    """

    line: int
    who: str
    actual: int
    expected: float
    chance: float


def lopsided(weighed: Iterable[Weighed]) -> Lopsided | None:
    """The shot that went most against the odds; None if none was unlikely."""
    found: list[Lopsided] = []
    for order in weighed:
        for who in sorted(order.counters()):
            law, actual = order.sums({who}), order.actual.get(who, 0)
            mean = sum(total * chance for total, chance in enumerate(law))
            tail = sum(law[actual:] if actual > mean else law[: actual + 1])
            found.append(Lopsided(order.line, who, actual, round(mean, DIGITS), round(tail, DIGITS)))
    worst = min((one for one in found if one.chance > 0), key=lambda one: one.chance, default=None)
    return worst if worst and worst.chance < UNLIKELY else None


def luck_by_line(journal: Journal[Any], weighed: Iterable[Weighed]) -> dict[str, dict[int, float]]:
    """For each side and line: the hits scored beyond those to be expected."""
    found: dict[str, dict[int, float]] = {side: {} for side in journal.setup.sides}
    for order in weighed:
        for who in sorted(order.counters()):
            side = found.get(side_of(journal, who), {})
            mean = sum(total * chance for total, chance in enumerate(order.sums({who})))
            side[order.line] = side.get(order.line, 0) + order.actual.get(who, 0) - mean
    return found
