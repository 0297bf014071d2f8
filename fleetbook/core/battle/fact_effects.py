"""Effects that change facts: they strike or restore boxes, set facts or add to numbers. A rule may name the cause."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeAlias

from fleetbook.core.battle.facts import FactValue
from fleetbook.core.words.sentence import Words

Names: TypeAlias = str | tuple[str, ...]
"""Whose doing something is: one name, or the names of several who did it together; empty for nobody."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of a change: the ship ``by`` which it came, and ``how``, such as a weapon. Several ships that did it together are
    a tuple of names.

    If nobody does it now, ``through`` names a fact or track, such as a fire. The ship that caused the fire is then the cause. A
    crew that gives up after losses: ``Cause(how="morale", through=Vessel.hull.name)``.
    """

    by: Names = ""
    how: str = ""
    through: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names in ``by``; one empty name for nobody."""
        return names_of(self.by)


def names_of(by: Names) -> tuple[str, ...]:
    """The names in a cause; one empty name for nobody."""
    return (by,) if isinstance(by, str) else by or ("",)


@dataclass(frozen=True, slots=True)
class Mark:
    """Strike boxes off a track (a positive number) or restore them (a negative one). The answer is the number of boxes.

    A mark that is not ``answered`` gives no answer, so the odds need not tell states apart by the track. ``at_once`` it counts
    even in a simultaneous step, and also changes the held-back boxes of the track.
    """

    ship: str
    track: str
    boxes: int
    said: Words = ""
    answered: bool = True
    cause: Cause | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class SetFact:
    """Set a fact, or clear it with None. ``at_once`` it counts even in a simultaneous step, and drops its held-back change."""

    subject: str
    name: str
    value: FactValue
    other: str = ""
    said: Words = ""
    cause: Cause | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Add:
    """Add to a number stored as a fact. There is no answer: the odds need not tell states apart by it."""

    subject: str
    name: str
    amount: int
    other: str = ""
    said: Words = ""
    cause: Cause | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Append:
    """Add entries to a list stored as a fact. There is no answer: the odds need not tell states apart by it."""

    subject: str
    name: str
    entries: tuple[FactValue, ...]
    other: str = ""
    said: Words = ""
    cause: Cause | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class TakeForce:
    """All held-back changes of a simultaneous step count from now on."""


Change: TypeAlias = SetFact | Add | Append
Changing: TypeAlias = Generator[Change, Any, None]
Striking: TypeAlias = Generator[Mark, Any, int]
Losing: TypeAlias = Generator[Mark, Any, None]
