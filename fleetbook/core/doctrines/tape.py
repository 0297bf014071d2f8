"""The tape: what is measured on the table, between whom, and who answers it. At the table the referee does. A plane does it for
battles that doctrines fight alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Unmeasured(Exception):
    """A doctrine needs something that was not measured in this step, and of which nothing is known. No code is at fault."""


class Tape(Protocol):
    """Answers what is measured on the table. Names are those of ships, squadrons, torpedoes and the like, as orders name them."""

    def range(self, one: str, other: str) -> float:
        """The distance between two of them, in the unit of the rules."""
        ...

    def arc(self, of: str, to: str, arcs: Sequence[str]) -> str:
        """The arc of ``of`` in which ``to`` lies: one of the words in ``arcs``."""
        ...

    def between(self, one: str, other: str) -> tuple[str, ...]:
        """The ships that stand between two others, the nearest to ``one`` first."""
        ...

    def met(self, runner: str) -> tuple[str, ...]:
        """The ships that a torpedo meets on its run in this step, in their order, without those that it has met before."""
        ...

    def turns(self, ship: str) -> bool:
        """Whether a ship, or a ship of a squadron, changes her heading in this move."""
        ...

    def left(self) -> tuple[str, ...]:
        """The ships and torpedoes that are over the table's edge."""
        ...


class Measure(Protocol):
    """What an input measures. Its own fields name the inputs that it lies between."""

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> Any:
        """The answer of the tape, as the input stores it. None if the tape has no answer. Raises NotYetKnown if one of the named
        inputs has no value yet.
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
        """The distance."""
        return tape.range(getattr(order, self.one), getattr(order, self.other))


@dataclass(frozen=True, slots=True)
class Arc:
    """The arc of the ship in the input ``of`` in which the ship in the input ``to`` lies. For an input that chooses an arc."""

    of: str
    to: str

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> str:
        """One of the input's candidates."""
        return tape.arc(getattr(order, self.of), getattr(order, self.to), candidates)


@dataclass(frozen=True, slots=True)
class Aspect:
    """Whether the ship in the input ``to`` lies in one of certain ``arcs`` of the ship in the input ``of``. ``among`` are all
    arcs. For a modifier, such as one for a target seen end on.
    """

    of: str
    to: str
    arcs: tuple[str, ...]
    among: tuple[str, ...]

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> bool:
        """Whether she does."""
        return tape.arc(getattr(order, self.of), getattr(order, self.to), self.among) in self.arcs


@dataclass(frozen=True, slots=True)
class Between:
    """Whether any ship stands between the ships in two inputs. For a modifier, such as one for a screened target."""

    one: str
    other: str

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> bool:
        """Whether one does."""
        return bool(tape.between(getattr(order, self.one), getattr(order, self.other)))


@dataclass(frozen=True, slots=True)
class Turns:
    """Whether the ship or squadron in an input changes her heading in this move. For an input that is yes or no."""

    ship: str

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> bool:
        """Whether she does."""
        return tape.turns(getattr(order, self.ship))


@dataclass(frozen=True, slots=True)
class Met:
    """The ship that the torpedo in the input ``runner`` meets first in this step, for an input that chooses a ship."""

    runner: str

    def taken(self, tape: Tape, order: Any, candidates: Sequence[str]) -> str | None:
        """The ship. None if it meets none that can be named."""
        return next((ship for ship in tape.met(getattr(order, self.runner)) if ship in candidates), None)
