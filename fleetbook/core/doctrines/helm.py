"""How the models of a proposed order steer, and why a doctrine proposes the order."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from fleetbook.core.words.sentence import Said

Course: TypeAlias = Literal["towards", "away from", "abeam of", "straight on", "home"]
TOWARDS: Final = "towards"
AWAY: Final = "away from"
ABEAM: Final = "abeam of"
HOLD: Final = "straight on"
HOME: Final = "home"

Formation: TypeAlias = Literal["", "in line ahead", "turning together"]
IN_LINE: Final = "in line ahead"
TOGETHER: Final = "turning together"


class Helm(msgspec.Struct, frozen=True, omit_defaults=True):
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


class Intent(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a doctrine means by an order. Only its own side and the referee may read it before the battle has ended.

    helm    how the models steer; None if the order moves none
    turn    the degrees by which the first model turns, below 0 to port; None if nobody knows where she heads
    reason  why the doctrine proposes the order; None if it does not say
    """

    helm: Helm | None = None
    turn: int | None = None
    reason: Said | None = None
