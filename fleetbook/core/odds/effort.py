"""Limits on the work for odds. The unit of work is one state of the battle that is moved through the tree of an order."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

BUDGET = 1_100_000
SAMPLES = 10_000
PLAYING = 1_250_000
"""The most work for sampled odds. If 10,000 plays would take more, fewer are made, and the error grows."""
PLAYS_SHARE = 4
"""An exact computation that failed leaves less work for plays, but at least one part in this many."""
ROOM = 250_000
"""Work that plays may take beyond their budget, for the first plays and for unexpectedly costly ones."""
LEAST = 20
"""The least number of plays, even if they exceed the budget. ROOM still limits them."""


class BudgetExceeded(Exception):
    """The computation took more work than its budget, or was stopped."""


class TooLong(BudgetExceeded):
    """An order may throw more dice than the odds can follow. The odds would be wrong if its longest plays were left out."""


def never() -> bool:
    """Always False: the default for a function that may stop the work."""
    return False


class Effort(msgspec.Struct, frozen=True):
    """The method and the limits of work for a computation of odds.

    choices  the choices of the players, in the order of the questions
    budget   the most work for exact odds, in states moved. A computer moves one to three million states a second. With 0 the odds
             are always sampled
    samples  the most plays to make if exact odds exceed the budget. With 0 BudgetExceeded is raised instead
    playing  the most work for sampled odds. The work of the exact computation before is subtracted. A few plays are always made
    stop     a function that returns True to stop the work with BudgetExceeded
    drawn    whether a missing choice is made at random, instead of raising ChoiceNeeded
    """

    choices: tuple[str, ...] = ()
    budget: int = BUDGET
    samples: int = SAMPLES
    playing: int = PLAYING
    stop: Callable[[], bool] = never
    drawn: bool = False

    def plays(self, spent: int) -> Meter:
        """A meter that limits the work of the sampled plays. ``spent`` is the work already used by an exact computation that ran
        out of budget.
        """
        return for_plays(max(self.playing - spent, self.playing // PLAYS_SHARE), self.stop)


USUAL = Effort()


class Meter:
    """The amount of work left, and a function that may stop the work."""

    __slots__ = ("left", "stop", "work")

    def __init__(self, work: int, stop: Callable[[], bool] = never) -> None:
        self.work = self.left = work
        self.stop = stop

    @property
    def spent(self) -> int:
        """The work done so far."""
        return self.work - self.left

    def charge(self, work: int) -> None:
        """Subtract work from the amount left. Raises BudgetExceeded if not enough is left, or if the work is stopped."""
        self.left -= work
        if self.left < 0 or self.stop():
            raise BudgetExceeded


def for_plays(playing: int, stop: Callable[[], bool] = never) -> Meter:
    """A meter for plays, with ROOM added for unexpected costs."""
    return Meter(playing + ROOM, stop)
