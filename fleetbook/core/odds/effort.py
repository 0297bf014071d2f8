"""How much work the odds may be, and what ends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

BUDGET = 1_000_000
SAMPLES = 10_000
PLAYING = 1_000_000
"""Work of plays, in states moved: where 10,000 would cost more, fewer are played, and the error is larger."""
ROUND = 50
"""Plays of the first round, which tells what a play costs."""


class BudgetExceeded(Exception):
    """The work passed its budget, or was stopped."""


def never() -> bool:
    """Do not stop."""
    return False


@dataclass(frozen=True, slots=True)
class Effort:
    """What odds may cost.

    choices  of the players, in the order in which they are asked for
    budget   of the exact computation, in states moved (some five million a second); 0 to sample at once
    samples  the most plays where the budget is exceeded; 0 to raise BudgetExceeded instead
    playing  what all plays together may cost, in states moved; a first round is played whatever it costs
    stop     whether to give up, with BudgetExceeded
    drawn    whether a choice that was not made falls either way alike, instead of ChoiceNeeded
    """

    choices: tuple[str, ...] = ()
    budget: int = BUDGET
    samples: int = SAMPLES
    playing: int = PLAYING
    stop: Callable[[], bool] = never
    drawn: bool = False


USUAL = Effort()


class Meter:
    """Work that is left, and whoever may stop it."""

    __slots__ = ("left", "stop")

    def __init__(self, work: int, stop: Callable[[], bool] = never) -> None:
        self.left, self.stop = work, stop

    def charge(self, work: int) -> None:
        """Count work. Raises BudgetExceeded where it is more than is left, or somebody says stop."""
        self.left -= work
        if self.left < 0 or self.stop():
            raise BudgetExceeded
