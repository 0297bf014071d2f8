"""The effect of one change of the victory conditions: the same battles on the same dice, with another number to reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.verdict import WHOLE, ships_counted
from fleetbook.core.battle.victory import CRIPPLED, GONE, LOST, OBJECTIVE, Count, Need, Victory
from fleetbook.reports.balance.rows import FoughtRow
from fleetbook.reports.balance.shares import Share, difference, share_of
from fleetbook.reports.shape import Shape

Bound: TypeAlias = Literal["least", "most", "points"]
LEAST: Final = "least"
MOST: Final = "most"
POINTS: Final = "points"
A_TENTH = 0.1  # of a number of boxes, tons or points: the smallest change that is tried
AIM, SCORE = "aim", "score"


class Change(Shape, frozen=True):
    """The effect that one change of the victory conditions would have on the same battles with the same dice.

    side     the side whose condition is changed
    bound    least or most: the side's aim needs at least, or at most, a number of ``count``. points: the side begins with points
    count    the name of the count in the score; empty for points
    was, now  the number in the scenario, and the changed number
    battles  the number of battles that are compared
    sides    how often each side wins with the change
    nobody   how many battles nobody wins with it
    more     by how much the change raises the share of battles that ``side`` wins; ``low`` and ``high`` are the ends of the
             95 % confidence interval
    evens    by how much the change reduces the difference between the sides' shares of victories; below 0 it increases it
    """

    side: str
    bound: str
    count: str
    was: float
    now: float
    battles: int
    sides: tuple[Share, ...]
    nobody: int
    more: float
    low: float
    high: float
    evens: float


@dataclass(frozen=True, slots=True)
class Tried:
    """A change of the victory conditions to try."""

    side: str
    bound: Bound
    count: str
    was: float
    now: float

    @property
    def is_easier(self) -> bool:
        """Whether the change makes it easier for the side to win."""
        return (self.now < self.was) is (self.bound == LEAST)

    def may_change(self, row: FoughtRow) -> bool:
        """Whether the battle could end differently with the change. Otherwise it need not be fought again."""
        won = row.battle.winner == self.side
        if not self.is_easier:
            return won and row.battle.decided == AIM
        number = next((count.number for count in row.counts if (count.side, count.name) == (self.side, self.count)), 0)
        return not won and (number >= self.now if self.bound == LEAST else number <= self.now)

    def applied(self, victory: Victory) -> Victory:
        """The victory conditions with the change."""
        aims = (
            replace(aim, needs=tuple(self._need(need) for need in aim.needs)) if aim.side == self.side else aim
            for aim in victory.aim
        )
        return replace(victory, aim=tuple(aims))

    def _need(self, need: Need) -> Need:
        found: float | None = getattr(need, self.bound)
        if need.count != self.count or found is None:
            return need
        return replace(need, **{self.bound: max(found + self.now - self.was, 0)})


def changes_to_try(setup: Setup) -> Iterator[Tried]:
    """The changes to try: each number that an aim needs, made one step easier and one step harder. A change is left out if every
    battle, or no battle, would meet the new number.
    """
    victory = setup.victory
    if victory is None:
        return
    counts = {count.name: count for count in victory.count}
    known: set[tuple[str, str, Bound]] = set()
    for aim in victory.aim:
        for need in aim.needs:
            for bound in (LEAST, MOST):
                was = getattr(need, bound)
                if was is None or (aim.side, need.count, bound) in known:
                    continue
                known.add((aim.side, need.count, bound))
                yield from _steps(aim.side, bound, counts[need.count], was, setup)


def _steps(side: str, bound: Bound, count: Count, was: float, setup: Setup) -> Iterator[Tried]:
    step = 1 if count.what in WHOLE and count.what != "boxes" else max(1, ceil(A_TENTH * was))
    reach = {LOST: len(ships_counted(count, setup)), GONE: len(ships_counted(count, setup)), OBJECTIVE: count.most}
    most = reach.get(count.what, reach[LOST] if count.what == CRIPPLED else None)
    for now in (was - step, was + step):
        if (now >= 1 if bound == LEAST else now >= 0) and (most is None or now <= most):
            yield Tried(side, bound, count.name, was, now)


def change_of(tried: Tried, rows: Sequence[FoughtRow], otherwise: Mapping[tuple[tuple[str, ...], int], str]) -> Change:
    """The effect of a change on these battles. ``otherwise`` has the new winners of the battles that were fought again with the
    change, by doctrines and number.
    """
    sides = tuple(dict.fromkeys(fate.side for row in rows for fate in row.fates))
    return _change(tried, rows, [otherwise.get((row.pair, row.battle.number), row.battle.winner) for row in rows], sides)


def _change(tried: Tried, rows: Sequence[FoughtRow], now: Sequence[str], sides: Sequence[str]) -> Change:
    was = [row.battle.winner for row in rows]
    more, low, high = difference([(one == tried.side, other == tried.side) for one, other in zip(now, was, strict=True)])
    return Change(
        side=tried.side,
        bound=tried.bound,
        count=tried.count,
        was=tried.was,
        now=tried.now,
        battles=len(rows),
        sides=tuple(share_of(side, now.count(side), len(now)) for side in sides),
        nobody=now.count(""),
        more=more,
        low=low,
        high=high,
        evens=(_apart(was, sides) - _apart(now, sides)) / len(rows),
    )


def _apart(winners: Sequence[str], sides: Sequence[str]) -> int:
    """The lead in victories of the side that wins most often over the side that wins least often."""
    won = [winners.count(side) for side in sides]
    return max(won) - min(won)


def even_start(rows: Sequence[FoughtRow], victory: Victory | None) -> Change | None:
    """The change that makes the sides win most nearly equally often: one side begins with some points.

    None if something else than the comparison of scores may decide, or if no points make the sides more even.
    """
    if victory is None or not victory.compare or victory.aim or not rows:
        return None
    sides = tuple(dict.fromkeys(count.side for count in rows[0].counts))
    if len(sides) != 2:
        return None
    leads = [sum((1 if count.side == sides[0] else -1) * count.points for count in row.counts) for row in rows]
    least = min(victory.degrees.values(), default=0)

    def winners(start: float) -> list[str]:
        return [_leader(lead + start, least, sides) for lead in leads]

    starts = {0.0, *(float(ceil(-lead) + by) for lead in leads for by in (-1, 0, 1))}
    best = min(starts, key=lambda start: (_apart(winners(start), sides), abs(start), start))
    if not best:
        return None
    side = sides[0] if best > 0 else sides[1]
    return _change(Tried(side, POINTS, "", 0, abs(best)), rows, winners(best), sides)


def _leader(lead: float, least: float, sides: Sequence[str]) -> str:
    if not lead or abs(lead) < least:
        return ""
    return sides[0] if lead > 0 else sides[1]
