"""The balance of a scenario as data: shares of victories with their intervals, ends, comparisons and fates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean

import msgspec

from fleetbook.reports.balance.conditions import Change
from fleetbook.reports.balance.rows import FIGHTS, LEFT, FateRow, FoughtRow, RefusedOrders
from fleetbook.reports.balance.shares import Share, difference, share_of, share_of_pairs
from fleetbook.reports.shape import Shape

BETWEEN = " / "


class Decider(Shape, frozen=True):
    """A cause that decided battles.

    kind     aim: a side reached its aim. otherwise: the other side missed its aim. score: the points. drawn: nobody won
    counts   the names of the counts in the score that decided; empty for none
    battles  how many battles they decided
    """

    kind: str
    counts: str
    battles: int


class SideCourse(Shape, frozen=True):
    """The mean share of a side's boxes that is left, from 0 to 1, at the start and after each turn. A battle that ended earlier
    counts with the boxes at its end.
    """

    side: str
    left: tuple[float, ...]


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
    deciders   the causes that decided these battles, the most frequent first
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
    deciders: tuple[Decider, ...]


class Span(Shape, frozen=True):
    """The lowest and the highest share of a side's victories over all pairs of doctrines."""

    side: str
    lowest: float
    with_lowest: str
    highest: float
    with_highest: str


class Compared(Shape, frozen=True):
    """Two doctrines of one side against the same enemy on the same dice.

    ``more`` is the share of battles that the side wins with ``one``, less the share that it wins with ``other``. ``low`` and
    ``high`` are the ends of its 95 % confidence interval.
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

    lost    the share of battles in which she was lost
    left    the share in which she left the table
    spent   the share in which she could fight no more
    fights  the share in which she fought on
    boxes   the mean share of her boxes that was left when she was not lost
    turn    the mean turn of her loss; null if she never was lost
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
    sides     how often each side won, over all battles
    nobody    how many battles nobody won
    deciders  the causes that decided the battles, the most frequent first
    course    the boxes left of each side turn by turn, over all battles
    changes   the effects of single changes of the victory conditions, first of the change that makes the sides most even
    moment    for battles that continue a played battle from a moment: which moment, and where the models stand; else empty
    refused   the proposals that were refused, by doctrine and kind of order, over all battles
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
    sides: tuple[Share, ...]
    nobody: int
    deciders: tuple[Decider, ...]
    course: tuple[SideCourse, ...]
    changes: tuple[Change, ...]
    moment: str
    refused: tuple[RefusedOrders, ...] = ()


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
        sides=tuple(share_of(side, sum(battle.winner == side for battle in battles), len(battles)) for side in doctrines),
        nobody=sum(not battle.winner for battle in battles),
        ended=dict(Counter(battle.ended for battle in battles).most_common()),
        decided=dict(Counter(battle.decided for battle in battles).most_common()),
        turns=fmean(battle.turns for battle in battles),
        lost=lost,
        refused=sum(battle.refused for battle in battles),
        deciders=deciders(fought),
    )


def refused_orders(rows: Iterable[FoughtRow]) -> tuple[RefusedOrders, ...]:
    """The refused proposals, by doctrine and kind of order, each with the reason of the first refusal."""
    found: dict[tuple[str, str], RefusedOrders] = {}
    for one in (one for row in rows for one in row.refused):
        first = found.get((one.doctrine, one.order))
        number = one.number + (first.number if first else 0)
        found[one.doctrine, one.order] = msgspec.structs.replace(first or one, number=number)
    return tuple(found.values())


def deciders(rows: Iterable[FoughtRow]) -> tuple[Decider, ...]:
    """The causes of victory with the number of battles that each decided, the most frequent first."""
    found = Counter((row.battle.decided, row.battle.decided_by) for row in rows)
    return tuple(Decider(kind=kind, counts=counts, battles=number) for (kind, counts), number in found.most_common())


def overall(rows: Iterable[FoughtRow], sides: Sequence[str]) -> tuple[Share, ...]:
    """The share of battles that each side won, over all pairs of doctrines."""
    winners: dict[int, list[str]] = {}
    for row in rows:
        winners.setdefault(row.battle.number, []).append(row.battle.winner)
    return tuple(share_of_pairs(side, winners) for side in sides) if winners else ()


def courses(rows: Sequence[FoughtRow], sides: Sequence[str]) -> tuple[SideCourse, ...]:
    """The mean share of each side's boxes that is left, turn by turn. Rows without this share, which an earlier version wrote,
    are left out.
    """
    whole = [row.course for row in rows if row.course]
    turns = max((len(course) for course in whole), default=0)
    return tuple(
        SideCourse(
            side=side,
            left=tuple(round(fmean(course[min(turn, len(course) - 1)][at] for course in whole), 4) for turn in range(turns)),
        )
        for at, side in enumerate(sides if turns else ())
    )


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
    """Comparisons of two doctrines of a side, from battles that have the same number and differ in nothing else."""
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


def fates(rows: Iterable[FoughtRow]) -> tuple[FateOfShip, ...]:
    """The fates of each ship over all battles."""
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
