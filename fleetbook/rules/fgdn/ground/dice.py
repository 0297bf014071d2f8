"""Dice throws that these rules read in ways of their own, such as severity and reduction."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.effects import Effect, draw
from fleetbook.core.orders.throws import TableThrow, Throw, ThrowResult
from fleetbook.core.words.sentence import Words
from fleetbook.rules.fgdn.words import Says

HALVES = 2
YES, NO = "yes", "no"
NOT_ANY, UP_TO = "none", "up to "
"""``none`` is the severity that means no fire or flooding. ``up to`` begins the row label of a throw for hits."""
HUNDRED = 100
FACES = 10


def chance(said: Words, percent: int, section: str = "") -> Generator[Effect, bool | str, bool]:
    """Whether an event with this chance in per cent happens: a D100 must show it or less. Chances of 0 and 100 need no die."""
    sure = min(max(percent, 0), HUNDRED)
    answer: str = yield from draw(said, ((YES, sure), (NO, HUNDRED - sure)), section)
    return answer == YES


def half(battle: Battle[Any], die: int) -> int:
    """Half of a die, rounded up (F40)."""
    return -(-die // HALVES) if battle.reading("half_die_rounded") == "up" else die // HALVES


@dataclass(frozen=True, slots=True)
class HitsThrow(Throw):
    """A D100 for hits. It scores a hit if it shows the chance or less, and one more for each full ``share`` by which it is lower.
    There are at most as many hits as barrels (F9).
    """

    chance: int = 0
    barrels: int = 1
    share: int = 10

    def settle(self, total: int) -> ThrowResult:
        """The number of shells that hit, for this total."""
        hits = min(1 + (self.chance - total) // self.share, self.barrels) if total <= self.chance else 0
        return ThrowResult(hits, f"{hits} hit{'' if hits == 1 else 's'}", f"{UP_TO}{self.chance}")


class Severity(NamedTuple):
    """How severe a fire or flooding is: its per cent, and whether burning planes explode."""

    percent: int
    explodes: bool = False


@dataclass(frozen=True, slots=True)
class SeverityThrow(Throw):
    """The throw for the per cent of a fire or flooding. Below 1 it is 0.

    shift_first  whether modifiers count before the halvings
    explodes_at  the least total, before any halving, at which armed planes explode (F62); 0 if there are none
    """

    divisors: tuple[int, ...] = ()
    shift_first: bool = True
    least: int = 1
    explodes_at: int = 0

    def settle(self, total: int) -> ThrowResult:
        """The per cent for this total. It is rounded down at each halving (F39)."""
        percent = total + self.shift if self.shift_first else total
        for divisor in self.divisors:
            percent //= divisor
        percent += 0 if self.shift_first else self.shift
        percent = percent if percent >= self.least else 0
        explodes = 0 < self.explodes_at <= total + self.shift
        result = f"{percent} %" if percent else NOT_ANY
        return ThrowResult(Severity(percent, explodes), f"{result}, explodes" if explodes else result)


@dataclass(frozen=True, slots=True)
class ReductionThrow(TableThrow):
    """A throw on the reduction table. Modifiers do not change a natural 10 (8.2, F34)."""

    def settle(self, total: int) -> ThrowResult:
        """The result of the row for this total. A natural 10, printed as 0, is row 10."""
        natural = total == self.dice.highest
        return TableThrow.settle(self, self.dice.highest - self.shift if natural else total)


def up_to(said: Words, score: int) -> Generator[Effect, Any, bool]:
    """Whether a D10 shows this score or less. Scores of 0 and 10 need no die. A 0 on the die is a 10 (F7)."""
    sure = min(max(score, 0), FACES)
    answer: str = yield from draw(Says.up_to(what=said, score=score), (("yes", sure), ("no", FACES - sure)))
    return answer == "yes"
