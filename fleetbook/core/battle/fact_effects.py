"""Effects that change facts: they strike off or restore boxes, set facts, or add to them. A rule may name the cause
of a change.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.facts import FactValue
from fleetbook.core.words.sentence import Words

Names: TypeAlias = str | tuple[str, ...]
"""The name of the one who did something, or a tuple of several names. Empty if nobody did it."""


class Cause(msgspec.Struct, frozen=True):
    """The cause of a change. ``by`` is the ship that caused it, or a tuple of ships that caused it together. ``how`` is the
    means, such as a weapon.

    If no ship causes the change directly, ``through`` names the fact or track that does, such as a fire. The change is then
    ascribed to the ship that caused the fire. An example is a crew that gives up after losses: ``Cause(how="morale",
    through=Vessel.hull.name)``.
    """

    by: Names = ""
    how: str = ""
    through: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names in ``by``; a single empty name if nobody caused the change."""
        return names_of(self.by)


def names_of(by: Names) -> tuple[str, ...]:
    """The names of those who caused a change, as a tuple; a single empty name if nobody did."""
    return (by,) if isinstance(by, str) else by or ("",)


class Mark(msgspec.Struct, frozen=True):
    """Strike boxes off a track (a positive number) or restore boxes (a negative number). The answer is the number of boxes that
    changed.

    With ``answered=False`` there is no answer. The odds then need not distinguish states by this track. With ``at_once`` the
    change counts at once even in a simultaneous phase; it also changes the boxes that the track will have at the end of the
    phase.
    """

    ship: str
    track: str
    boxes: int
    said: Words = ""
    answered: bool = True
    cause: Cause | None = None
    at_once: bool = False


class SetFact(msgspec.Struct, frozen=True):
    """Set a fact, or clear it with None. With ``at_once`` the change counts at once even in a simultaneous phase, and replaces a
    held-back change of the fact.
    """

    subject: str
    name: str
    value: FactValue
    other: str = ""
    said: Words = ""
    cause: Cause | None = None
    at_once: bool = False


class Add(msgspec.Struct, frozen=True):
    """Add to a number stored as a fact. The effect has no answer, so the odds need not distinguish states by the number."""

    subject: str
    name: str
    amount: int
    other: str = ""
    said: Words = ""
    cause: Cause | None = None
    at_once: bool = False


class Append(msgspec.Struct, frozen=True):
    """Add entries to a list stored as a fact. The effect has no answer, so the odds need not distinguish states by the list."""

    subject: str
    name: str
    entries: tuple[FactValue, ...]
    other: str = ""
    said: Words = ""
    cause: Cause | None = None
    at_once: bool = False


class TakeForce(msgspec.Struct, frozen=True):
    """From now on all held-back changes of a simultaneous phase count."""


Change: TypeAlias = SetFact | Add | Append
Changing: TypeAlias = Generator[Change, Any, None]
Striking: TypeAlias = Generator[Mark, Any, int]
Losing: TypeAlias = Generator[Mark, Any, None]
