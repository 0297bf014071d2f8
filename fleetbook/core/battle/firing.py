"""A firing: the shot, volley or torpedo of one part of an order, as the table of shots shows it."""

from __future__ import annotations

from typing import NamedTuple


class Firing(NamedTuple):
    """A shot, volley or torpedo, for the table of shots. The first four fields are required; give the others by name.

    firer, target  the ship that fires, and the ship fired at
    mount   a mount on the firer's card
    weapon  a name such as a calibre
    weapon_class, band  the words of the sheet for the weapon and for the range
    range   the measured range in the unit of the rules; None if none was measured
    later   whether its hits take effect later
    hits    how many hits the referee gives, if no die decides it

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
