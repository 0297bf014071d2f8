"""Shares of victories with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean

from fleetbook.reports.shape import Shape

SURE = 1.959964  # standard deviations of a 95 % interval


class Share(Shape, frozen=True):
    """How often a side won. ``low`` and ``high`` are the ends of the 95 % confidence interval of ``share`` (Wilson's)."""

    side: str
    won: int
    share: float
    low: float
    high: float


def wilson(won: float, battles: float) -> tuple[float, float]:
    """The low and the high end of Wilson's 95 % confidence interval for a share.

    The interval is also valid for few battles, and for shares of 0 and 1.
    """
    if not battles:
        return 0, 1
    share, square = won / battles, SURE * SURE
    middle = share + square / (2 * battles)
    half = SURE * sqrt(share * (1 - share) / battles + square / (4 * battles * battles))
    whole = 1 + square / battles
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def share_of(side: str, won: int, battles: int) -> Share:
    """The share of battles that a side won, with its interval."""
    low, high = wilson(won, battles)
    return Share(side=side, won=won, share=won / battles, low=low, high=high)


def share_of_pairs(side: str, winners: Mapping[int, Sequence[str]]) -> Share:
    """The share of battles that a side won over all pairs of doctrines.

    ``winners`` has, by number, the winners of all battles with that number, which are fought on the same dice. The more alike
    these battles end, the fewer battles they count as, and the wider is the interval.
    """
    won = [fmean(winner == side for winner in found) for found in winners.values()]
    whole = sum(len(found) for found in winners.values())
    total = sum(winner == side for found in winners.values() for winner in found)
    share, pairs = total / whole, whole / len(winners)
    single = share * (1 - share)
    spread = sum((one - share) ** 2 for one in won) / (len(won) - 1) if len(won) > 1 else single
    alike = min(max(spread * pairs / single, 1.0), pairs) if single else pairs
    low, high = wilson(total / alike, whole / alike)
    return Share(side=side, won=total, share=share, low=low, high=high)


def difference(won: Sequence[tuple[bool, bool]]) -> tuple[float, float, float]:
    """The difference between two shares of victories in the same battles, with the ends of its 95 % interval.

    The interval is Newcombe's, made of Wilson's intervals. It is also valid for few battles, and for shares of 0 and 1.
    """
    battles = len(won)
    first, second = (sum(pair[place] for pair in won) for place in (0, 1))
    both = sum(one and other for one, other in won)
    apart = sqrt(first * (battles - first) * second * (battles - second))
    alike = (both * battles - first * second) / apart if apart else 0.0
    (low, high), (low_other, high_other) = wilson(first, battles), wilson(second, battles)
    one, other = first / battles, second / battles

    def side_by_side(mine: float, theirs: float) -> float:
        return sqrt(max(0.0, mine * mine - 2 * alike * mine * theirs + theirs * theirs))

    more = one - other
    return more, more - side_by_side(one - low, high_other - other), more + side_by_side(high - one, other - low_other)
