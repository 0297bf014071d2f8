"""Luck: the shot that differed most from its odds, and the luck of each side line by line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from fleetbook.core.play.journal import Journal
from fleetbook.reports.luck import DIGITS, Weighed, side_of

UNLIKELY = 0.02  # a shot of this chance or less went against the odds


class Lopsided(NamedTuple):
    """An unlikely shot: its line and firer, its hits and the hits to be expected, and the chance of a result at least as
    extreme.
    """

    line: int
    who: str
    actual: int
    expected: float
    chance: float


def lopsided(weighed: Iterable[Weighed]) -> Lopsided | None:
    """The most unlikely shot. None if no shot was unlikely."""
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
    """For each side and line, the hits above or below those to be expected."""
    found: dict[str, dict[int, float]] = {side: {} for side in journal.setup.sides}
    for order in weighed:
        for who in sorted(order.counters()):
            side = found.get(side_of(journal, who), {})
            mean = sum(total * chance for total, chance in enumerate(order.sums({who})))
            side[order.line] = side.get(order.line, 0) + order.actual.get(who, 0) - mean
    return found
