"""The balance of a scenario as data: shares of victories with their intervals, ends, comparisons and fates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import fmean

from fleetbook.reports.balance.rows import FIGHTS, LEFT, FateRow, FoughtRow
from fleetbook.reports.shape import Shape

SURE = 1.959964  # standard deviations of a 95 % interval
BETWEEN = " / "


class Share(Shape, frozen=True):
    """How often a side won. The true share lies from ``low`` to ``high`` in 95 of 100 such tables (Wilson's interval)."""

    side: str
    won: int
    share: float
    low: float
    high: float


class PairOfDoctrines(Shape, frozen=True):
    """The battles of one doctrine for each side.

    doctrines  the ids of the doctrines by side
    battles    how many were fought
    sides      how often each side won
    nobody     how many battles nobody won
    ended      how many battles ended for each reason
    decided    how many were decided by an aim, by the score, or otherwise
    turns      the mean of the last turns
    lost       the mean number of ships lost, by side
    refused    the number of proposals that were refused
    """

    doctrines: dict[str, str]
    battles: int
    sides: tuple[Share, ...]
    nobody: int
    ended: dict[str, int]
    decided: dict[str, int]
    turns: float
    lost: dict[str, float]
    refused: int


class Span(Shape, frozen=True):
    """The lowest and the highest share of a side's victories over all pairs of doctrines."""

    side: str
    lowest: float
    with_lowest: str
    highest: float
    with_highest: str


class Compared(Shape, frozen=True):
    """Two doctrines of one side against the same enemy on the same dice. ``more`` is how much more often the side wins with
    ``one`` than with ``other``, from ``low`` to ``high`` in 95 of 100 such tables.
    """

    side: str
    one: str
    other: str
    against: str
    battles: int
    more: float
    low: float
    high: float


class FateOfShip(Shape, frozen=True):
    """The fates of a ship over all battles.

    lost, left, spent, fights  the shares of battles in which she was lost, left the table, could fight no more, or fought on
    boxes  the mean share of her boxes that was left when she was not lost
    turn   the mean turn of her loss; null if she never was lost
    """

    ship: str
    side: str
    lost: float
    left: float
    spent: float
    fights: float
    boxes: float | None
    turn: float | None


class Balance(Shape, frozen=True):
    """The balance of a scenario.

    title     the scenario's title
    ruleset   the id of its rules
    seed      the seed of all battles
    fought    how many battles were fought
    wanted    how many were to be fought; more than ``fought`` if the work was stopped
    doctrines  what each doctrine does, by its id
    figures   the figures of the plane, with their units
    changed   the names of those figures that were changed for these battles
    span      the span of each side's victories over the doctrines
    pairs     the results of each pair of doctrines
    compared  doctrines of one side compared on the same dice
    fates     what became of each ship, over all battles
    """

    title: str
    ruleset: str
    seed: str
    fought: int
    wanted: int
    doctrines: dict[str, str]
    figures: dict[str, str]
    changed: tuple[str, ...]
    span: tuple[Span, ...]
    pairs: tuple[PairOfDoctrines, ...]
    compared: tuple[Compared, ...]
    fates: tuple[FateOfShip, ...]


def wilson(won: int, battles: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share. It also serves few battles, and shares of 0 and 1."""
    if not battles:
        return 0, 1
    share, square = won / battles, SURE * SURE
    middle = share + square / (2 * battles)
    half = SURE * sqrt(share * (1 - share) / battles + square / (4 * battles * battles))
    whole = 1 + square / battles
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def pairs_of(rows: Iterable[FoughtRow], sides: Sequence[str]) -> tuple[PairOfDoctrines, ...]:
    """The results of each pair of doctrines, in the order of the rows."""
    by: dict[tuple[str, ...], list[FoughtRow]] = {}
    for row in rows:
        by.setdefault(row.pair, []).append(row)
    return tuple(_pair(dict(zip(sides, pair, strict=True)), fought) for pair, fought in by.items())


def _pair(doctrines: dict[str, str], fought: Sequence[FoughtRow]) -> PairOfDoctrines:
    battles = [row.battle for row in fought]
    lost = {side: fmean(sum(_is_lost(fate) for fate in row.fates if fate.side == side) for row in fought) for side in doctrines}
    return PairOfDoctrines(
        doctrines=doctrines,
        battles=len(battles),
        sides=tuple(_share(side, sum(battle.winner == side for battle in battles), len(battles)) for side in doctrines),
        nobody=sum(not battle.winner for battle in battles),
        ended=dict(Counter(battle.ended for battle in battles).most_common()),
        decided=dict(Counter(battle.decided for battle in battles).most_common()),
        turns=fmean(battle.turns for battle in battles),
        lost=lost,
        refused=sum(battle.refused for battle in battles),
    )


def _share(side: str, won: int, battles: int) -> Share:
    low, high = wilson(won, battles)
    return Share(side=side, won=won, share=won / battles, low=low, high=high)


def _is_lost(fate: FateRow) -> bool:
    return fate.turn is not None and fate.fate != LEFT


def spans(pairs: Sequence[PairOfDoctrines], sides: Sequence[str]) -> tuple[Span, ...]:
    """The span of each side's victories over the pairs."""
    return tuple(_span(side, place, pairs) for place, side in enumerate(sides)) if pairs else ()


def _span(side: str, place: int, pairs: Sequence[PairOfDoctrines]) -> Span:
    lowest, highest = (way(pairs, key=lambda pair: pair.sides[place].share) for way in (min, max))
    return Span(
        side=side,
        lowest=lowest.sides[place].share,
        with_lowest=BETWEEN.join(lowest.doctrines.values()),
        highest=highest.sides[place].share,
        with_highest=BETWEEN.join(highest.doctrines.values()),
    )


def comparisons(rows: Iterable[FoughtRow], sides: Sequence[str]) -> tuple[Compared, ...]:
    """Each two pairs that differ in one side's doctrine alone, compared battle by battle."""
    by: dict[tuple[str, ...], dict[int, str]] = {}
    for row in rows:
        by.setdefault(row.pair, {})[row.battle.number] = row.battle.winner
    return tuple(found for one, other in combinations(by, 2) if (found := _compared(one, other, by, sides)))


def _compared(
    mine: tuple[str, ...], theirs: tuple[str, ...], by: Mapping[tuple[str, ...], Mapping[int, str]], sides: Sequence[str]
) -> Compared | None:
    differing = [place for place in range(len(sides)) if mine[place] != theirs[place]]
    both = sorted(by[mine].keys() & by[theirs].keys())
    if len(differing) != 1 or len(both) < 2:
        return None
    place, side = differing[0], sides[differing[0]]
    more, low, high = difference([(by[mine][number] == side, by[theirs][number] == side) for number in both])
    against = BETWEEN.join(name for where, name in enumerate(mine) if where != place)
    return Compared(
        side=side, one=mine[place], other=theirs[place], against=against, battles=len(both), more=more, low=low, high=high
    )


def difference(won: Sequence[tuple[bool, bool]]) -> tuple[float, float, float]:
    """How much more often the first of two is won, with the ends of a 95 % interval: Newcombe's for shares of the same battles,
    made of Wilson's intervals. It also serves few battles, and shares of 0 and 1.
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


def fates(rows: Iterable[FoughtRow]) -> tuple[FateOfShip, ...]:
    """What became of each ship over all battles."""
    by: dict[tuple[str, str], list[FateRow]] = {}
    for row in rows:
        for fate in row.fates:
            by.setdefault((fate.side, fate.ship), []).append(fate)
    return tuple(_fate(ship, side, found) for (side, ship), found in by.items())


def _fate(ship: str, side: str, found: Sequence[FateRow]) -> FateOfShip:
    lost = [fate for fate in found if _is_lost(fate)]
    rest = [fate for fate in found if not _is_lost(fate)]

    def share(of: Iterator[FateRow]) -> float:
        return sum(1 for _ in of) / len(found)

    return FateOfShip(
        ship=ship,
        side=side,
        lost=len(lost) / len(found),
        left=share(fate for fate in rest if fate.fate == LEFT),
        spent=share(fate for fate in rest if fate.fate not in (LEFT, FIGHTS)),
        fights=share(fate for fate in rest if fate.fate == FIGHTS),
        boxes=fmean(fate.share for fate in rest) if rest else None,
        turn=fmean(fate.turn or 0 for fate in lost) if lost else None,
    )
