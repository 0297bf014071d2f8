"""How much work the odds may be, and what ends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

BUDGET = 1_100_000
SAMPLES = 10_000
PLAYING = 1_250_000
"""Work of odds that are not exact, in states moved: where 10,000 plays cost more, fewer are played, and the error is larger."""
PLAYS_SHARE = 4
"""What the exact computation cost in vain comes off it, but for this part, which is for plays in any case."""
ROOM = 250_000
"""Work that plays may cost beyond: the first of them, or more than it seemed that they would."""
LEAST = 20
"""Plays, whatever they cost, as long as there is room."""


class BudgetExceeded(Exception):
    """The work passed its budget, or was stopped."""


class TooLong(BudgetExceeded):
    """An order may throw more dice than the odds follow: plays without those that do would be no odds."""


def never() -> bool:
    """Do not stop."""
    return False


@dataclass(frozen=True, slots=True)
class Effort:
    """What odds may cost.

    choices  of the players, in the order in which they are asked for
    budget   of the exact computation, in states moved (one to three million a second); 0 to sample at once
    samples  the most plays where the budget is exceeded; 0 to raise BudgetExceeded instead
    playing  of odds that are not exact, what the exact computation cost in vain included; some plays are played in any case
    stop     whether to give up, with BudgetExceeded
    drawn    whether a choice that was not made falls either way alike, instead of ChoiceNeeded
    """

    choices: tuple[str, ...] = ()
    budget: int = BUDGET
    samples: int = SAMPLES
    playing: int = PLAYING
    stop: Callable[[], bool] = never
    drawn: bool = False

    def plays(self, spent: int) -> Meter:
        """The work that plays may be after so much in vain."""
        return for_plays(max(self.playing - spent, self.playing // PLAYS_SHARE), self.stop)


USUAL = Effort()


class Meter:
    """Work that is left, and whoever may stop it."""

    __slots__ = ("left", "stop", "work")

    def __init__(self, work: int, stop: Callable[[], bool] = never) -> None:
        self.work = self.left = work
        self.stop = stop

    @property
    def spent(self) -> int:
        """The work that was counted."""
        return self.work - self.left

    def charge(self, work: int) -> None:
        """Count work. Raises BudgetExceeded where it is more than is left, or somebody says stop."""
        self.left -= work
        if self.left < 0 or self.stop():
            raise BudgetExceeded


def for_plays(playing: int, stop: Callable[[], bool] = never) -> Meter:
    """The work of plays, with room for what it cannot foresee."""
    return Meter(playing + ROOM, stop)
