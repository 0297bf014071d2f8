"""The work that odds may take, and its limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

BUDGET = 1_100_000
SAMPLES = 10_000
PLAYING = 1_250_000
"""Work of sampled odds, in states moved. If 10,000 plays cost more, fewer are made, and the error is larger."""
PLAYS_SHARE = 4
"""A failed exact computation is charged to the plays. One part in four is left for them in any case."""
ROOM = 250_000
"""Work that plays may cost beyond their budget. The first plays need it, or plays that cost more than expected."""
LEAST = 20
"""Plays that are made at any cost, as long as there is room."""


class BudgetExceeded(Exception):
    """The work passed its budget, or was stopped."""


class TooLong(BudgetExceeded):
    """An order may throw more dice than the odds follow. Plays without the long ones would give wrong odds."""


def never() -> bool:
    """Do not stop."""
    return False


@dataclass(frozen=True, slots=True)
class Effort:
    """The cost that odds may have.

    choices  of the players, in the order of the questions
    budget   of the exact computation, in states moved: one to three million a second. With 0 all odds are sampled
    samples  the most plays if the budget is exceeded; 0 to raise BudgetExceeded instead
    playing  of sampled odds, with the failed exact computation. Some plays are always made
    stop     whether to give up, with BudgetExceeded
    drawn    whether a missing choice is drawn with equal chances, instead of raising ChoiceNeeded
    """

    choices: tuple[str, ...] = ()
    budget: int = BUDGET
    samples: int = SAMPLES
    playing: int = PLAYING
    stop: Callable[[], bool] = never
    drawn: bool = False

    def plays(self, spent: int) -> Meter:
        """The work that plays may take after a failed exact computation."""
        return for_plays(max(self.playing - spent, self.playing // PLAYS_SHARE), self.stop)


USUAL = Effort()


class Meter:
    """The work that is left, and a function that may stop it."""

    __slots__ = ("left", "stop", "work")

    def __init__(self, work: int, stop: Callable[[], bool] = never) -> None:
        self.work = self.left = work
        self.stop = stop

    @property
    def spent(self) -> int:
        """The work so far."""
        return self.work - self.left

    def charge(self, work: int) -> None:
        """Count work. Raises BudgetExceeded if it is more than is left, or if it is stopped."""
        self.left -= work
        if self.left < 0 or self.stop():
            raise BudgetExceeded


def for_plays(playing: int, stop: Callable[[], bool] = never) -> Meter:
    """The work of plays, with room for unforeseen costs."""
    return Meter(playing + ROOM, stop)
