"""A shot, a look or a move of an order, for the report's tables of shots, looks and moves."""

from __future__ import annotations

from typing import NamedTuple


class Firing(NamedTuple):
    """A shot, volley or torpedo, for the table of shots. The first four fields are required; give the others by name.

    firer, target  the ship that fires, and the ship fired at
    mount   a mount on the firer's card
    weapon  a name such as a calibre
    weapon_class, band  the words of the sheet for the weapon and for the range
    range   the measured range in the unit of the rules; None if none was measured
    later   whether the hits take effect later
    hits    the number of hits that the referee gives, if no die decides it

    An order with two kinds of guns runs one part for each kind, and each part has its own ``firing``. A part may throw several
    times for a score and count hits after each throw: each throw is then a row of the table. A throw gives the place of a hit if
    its label is ``location``, as in ``roll_on(table, line, label="location")``.
    """

    firer: str
    target: str
    mount: str
    weapon: str
    weapon_class: str = ""
    range: float | None = None
    band: str = ""
    later: bool = False
    hits: int = 0


class Look(NamedTuple):
    """An attempt to spot something, for the table of looks.

    looker  the ship, squadron or fleet that looks
    sought  the ship, squadron, fleet or torpedo that it looks for
    range   the measured range in the unit of the rules; None if none was measured
    side    the side that looks, if the looker is no ship and no squadron of the scenario
    """

    looker: str
    sought: str
    range: float | None = None
    side: str = ""


TURNING = "turning"  # the manner of a ship that changes her heading


class Movement(NamedTuple):
    """A move, for the table of moves.

    mover    the ship, squadron, group or fleet that moves
    ships    the ships of the mover, if the mover is not a ship
    speed    the speed or the distance, in ``unit``; None if only the place is known
    unit     the unit of ``speed``, such as cm, kt or areas
    place    the place where the move ends, such as a zone or a hex
    manner   the mover's actions on the way in words, such as turning
    """

    mover: str
    ships: tuple[str, ...] = ()
    speed: float | None = None
    unit: str = ""
    place: str = ""
    manner: tuple[str, ...] = ()
