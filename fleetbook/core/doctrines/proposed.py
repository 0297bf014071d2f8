"""An order that a doctrine proposes, and how its models steer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from fleetbook.core.battle.battle import Ship
from fleetbook.core.orders.order import Order

S = TypeVar("S", bound=Ship)

Course: TypeAlias = Literal["towards", "away from", "abeam of", "straight on", "home"]
TOWARDS: Final = "towards"
AWAY: Final = "away from"
ABEAM: Final = "abeam of"
HOLD: Final = "straight on"
HOME: Final = "home"

Formation: TypeAlias = Literal["", "in line ahead", "turning together"]
IN_LINE: Final = "in line ahead"
TOGETHER: Final = "turning together"


@dataclass(frozen=True, slots=True)
class Helm:
    """How the models of an order steer. It is no part of the order: a plane moves them, and at the table it is read out.

    course     the direction. ``home`` is the side's own edge of the table
    by         the ship or squadron that the course is about; empty for ``straight on`` and ``home``
    distance   the distance at which a ship that steers towards another turns abeam. A ship with another abeam edges in or out
               to this distance
    formation  in line ahead each ship follows the one before her. Turning together, all take the first ship's heading. If it is
               empty, each steers by herself
    """

    course: Course
    by: str = ""
    distance: float = 0
    formation: Formation = ""

    @property
    def words(self) -> str:
        """The course in words: ``towards M 388, no nearer than 33``, or ``abeam of Dingyuan at 50, in line ahead``."""
        how = "at" if self.course == ABEAM else "no nearer than"
        distance = f"{'' if self.course == ABEAM else ','} {how} {self.distance:g}" if self.distance else ""
        course = f"{self.course} {self.by}{distance}" if self.by else self.course
        return f"{course}, {self.formation}" if self.formation else course


@dataclass(frozen=True, slots=True)
class Proposed(Generic[S]):
    """An order that a doctrine proposes: its kind, the inputs that the doctrine chooses, and how the models of ``ships`` steer. A
    tape and the battle fill in the other inputs. Whoever hosts the battle gives the order.
    """

    kind: type[Order[S]]
    inputs: Mapping[str, Any]
    helm: Helm | None = None
    ships: tuple[str, ...] = ()
