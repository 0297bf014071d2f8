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


@dataclass(frozen=True, slots=True)
class Helm:
    """How the models of an order steer. It is no part of the order: a plane moves them, and at the table it is read out.

    course    ``towards`` or ``away from`` a ship; with her ``abeam``; ``straight on``; or ``home``, to the side's own edge
    by        the ship or squadron that the course is about; empty for ``straight on`` and ``home``
    distance  where a ship that steers towards another stops closing and turns abeam
    """

    course: Course
    by: str = ""
    distance: float = 0

    @property
    def words(self) -> str:
        """The course in words: ``towards M 388, no nearer than 33``."""
        nearer = f", no nearer than {self.distance:g}" if self.distance else ""
        return f"{self.course} {self.by}{nearer}" if self.by else self.course


@dataclass(frozen=True, slots=True)
class Proposed(Generic[S]):
    """An order that a doctrine proposes: its kind, the inputs that the doctrine chooses, and how the models of ``ships`` steer. A
    tape and the battle fill in the other inputs. Whoever hosts the battle gives the order.
    """

    kind: type[Order[S]]
    inputs: Mapping[str, Any]
    helm: Helm | None = None
    ships: tuple[str, ...] = ()
