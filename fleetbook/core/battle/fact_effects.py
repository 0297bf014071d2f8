"""The effects that change facts: boxes struck off or restored, facts set, numbers added to, each with its cause where the rule
names one.
"""

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
    """Whose doing something is: the ship ``by`` which it came, and ``how``, such as a weapon. Several ships that did it together
    are a tuple of names.

    Where nobody does it now, ``through`` names the fact or the track by which it comes, such as a fire: it is then the doing of
    whoever brought that on. A crew that gives up after losses: ``Cause(how="morale", through=Vessel.hull.name)``.
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
    """Strike boxes off a track (a positive number) or restore them (a negative one); the answer is how many there were.

    Where it is not ``answered`` the rule does not go by the answer, and the odds need not tell states apart by the track.
    ``at_once`` it counts in a simultaneous step, too, and changes what that holds back of the track alike.
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
    """Set a fact, or clear it with None. ``at_once`` it counts in a simultaneous step, too; nothing is held back of it then."""

    subject: str
    name: str
    value: FactValue
    other: str = ""
    said: Words = ""
    cause: Cause | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Add:
    """Add to a number kept as a fact. Without an answer: the odds need not tell states apart by it."""

    subject: str
    name: str
    amount: int
    other: str = ""
    said: Words = ""
    cause: Cause | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Append:
    """Add entries to a list kept as a fact. Without an answer: the odds need not tell states apart by it."""

    subject: str
    name: str
    entries: tuple[FactValue, ...]
    other: str = ""
    said: Words = ""
    cause: Cause | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class TakeForce:
    """All that a simultaneous step has held back counts from now on."""


Change: TypeAlias = SetFact | Add | Append
Changing: TypeAlias = Generator[Change, Any, None]
Striking: TypeAlias = Generator[Mark, Any, int]
Losing: TypeAlias = Generator[Mark, Any, None]
