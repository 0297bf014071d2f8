"""Helm orders for the models of a proposed order, and the doctrine's reasons."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from fleetbook.core.words.sentence import Said

Course: TypeAlias = Literal["towards", "away from", "abeam of", "along with", "straight on", "home"]
TOWARDS: Final = "towards"
AWAY: Final = "away from"
ABEAM: Final = "abeam of"
WITH: Final = "along with"
HOLD: Final = "straight on"
HOME: Final = "home"

Formation: TypeAlias = Literal["", "in line ahead", "turning together"]
IN_LINE: Final = "in line ahead"
TOGETHER: Final = "turning together"


class Helm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A helm order: how the models of a proposed order steer. A plane carries it out; at a table the referee reads it aloud.

    course     the direction; ``home`` means the side's own edge of the table, ``along with`` the heading of the other ship
    by         the ship or squadron that the course refers to; empty for ``straight on`` and ``home``
    distance   the distance to keep: a ship that steers ``towards`` another turns her side to that ship when she is as near as
               this; a ship that keeps another ``abeam`` steers slightly in or out to hold it
    formation  ``in line ahead`` each ship follows the one before her; ``turning together`` all ships take the first ship's
               heading; empty if each ship steers alone
    """

    course: Course
    by: str = ""
    distance: float = 0
    formation: Formation = ""


class Intent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A doctrine's intention with an order. Until the battle has ended, only its own side and the referee may read it.

    helm    the helm order for the models; None if the order moves none
    turn    the degrees by which the first model turns, negative to port; None if her heading is unknown
    reason  the reason for the order; None if the doctrine gives none
    """

    helm: Helm | None = None
    turn: int | None = None
    reason: Said | None = None
