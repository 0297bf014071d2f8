"""The tape, which answers for everything that is measured on the table. The referee does so at a real table, and a plane does
so in battles that doctrines fight alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Unmeasured(Exception):
    """A doctrine needs a distance or an arc that was not measured in this step and cannot be estimated. This is no mistake in the
    code.
    """


class Tape(Protocol):
    """Answers for everything that is measured on the table. Ships, squadrons and torpedoes are named as in orders."""

    def range(self, one: str, other: str) -> float:
        """The distance between two ships, squadrons or torpedoes, in the unit of the rules."""
        ...

    def arc(self, of: str, to: str, arcs: Sequence[str]) -> str:
        """The arc of the ship ``of`` in which the ship ``to`` lies. The answer is one of the words in ``arcs``."""
        ...

    def between(self, one: str, other: str) -> tuple[str, ...]:
        """The ships that stand between two others, the nearest to ``one`` first."""
        ...

    def met(self, runner: str) -> tuple[str, ...]:
        """The ships that a torpedo meets on its run in this step, in order. Ships that it has met before are left out."""
        ...

    def turns(self, ship: str) -> bool:
        """Whether a ship changes her heading in this move. For a squadron, whether any of its ships does."""
        ...

    def along(self, one: str, other: str) -> bool:
        """Whether two ships of the doctrine's side are on the same heading."""
        ...

    def left(self) -> tuple[str, ...]:
        """The ships and torpedoes that have crossed the table's edge."""
        ...


class Measure(Protocol):
    """A measurement that gives an input its value. Its fields name the inputs that hold the measured ships."""

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> Any:
        """The measured value, in the form that the input takes. None if the tape has no answer.

        Raises NotYetKnown if an input that holds a measured ship has no value yet.
        """
        ...


@dataclass(frozen=True, slots=True)
class Range:
    """The distance between the ships in two inputs, for an input that is a number. It is rounded to the nearest number that the
    input allows.
    """

    one: str
    other: str

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> float:
        """The distance, as a number that the input allows."""
        return tape.range(getattr(order, self.one), getattr(order, self.other))


@dataclass(frozen=True, slots=True)
class Arc:
    """The arc in which the ship in the input ``to`` lies, as seen from the ship in the input ``of``. It suits an input that
    chooses an arc.
    """

    of: str
    to: str

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> str:
        """The name of the arc, which is one of the input's candidates."""
        return tape.arc(getattr(order, self.of), getattr(order, self.to), candidates)


@dataclass(frozen=True, slots=True)
class Aspect:
    """Whether the ship in the input ``to`` lies in one of the ``arcs``, as seen from the ship in the input ``of``. It suits a
    modifier, such as one for a target seen end on.

    ``among`` has all arcs that the tape may answer.
    """

    of: str
    to: str
    arcs: tuple[str, ...]
    among: tuple[str, ...]

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> bool:
        """Whether the ship lies in one of the arcs."""
        return tape.arc(getattr(order, self.of), getattr(order, self.to), self.among) in self.arcs


@dataclass(frozen=True, slots=True)
class Between:
    """Whether any ship stands between the ships in two inputs. It suits a modifier, such as one for a screened target."""

    one: str
    other: str

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> bool:
        """Whether any ship stands between the two."""
        return bool(tape.between(getattr(order, self.one), getattr(order, self.other)))


@dataclass(frozen=True, slots=True)
class Turns:
    """Whether the ship or squadron in an input changes her heading in this move. It suits an input that is yes or no."""

    ship: str

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> bool:
        """Whether the ship changes her heading."""
        return tape.turns(getattr(order, self.ship))


@dataclass(frozen=True, slots=True)
class Met:
    """The first ship that the torpedo in the input ``runner`` meets in this step. It suits an input that chooses a ship."""

    runner: str

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> str | None:
        """The ship that the torpedo meets. None if it meets none, or none that the input allows."""
        return next((ship for ship in tape.met(getattr(order, self.runner)) if ship in candidates), None)
