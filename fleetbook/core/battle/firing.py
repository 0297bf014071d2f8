"""A shot, a volley or a torpedo as a part of an order declares it, for the table of shots."""

from __future__ import annotations

from typing import NamedTuple


class Firing(NamedTuple):
    """Who fires what at whom: ``mount`` on the card, ``weapon`` such as a calibre, its class and the range band as the sheet has
    them, the range as measured, in the unit of the rules. ``later``: what its hits do is worked out later. An order that fires
    two kinds of guns runs a part for each, and each part says its own ``firing``. In the table of shots one that
    throws for a score again and again, and counts its hits behind each throw, is a row a throw; where a hit struck is the result
    of a throw labelled ``location``, such as ``roll_on(table, line, label="location")``. The first four are required; give the
    rest by name.
    """

    firer: str
    target: str
    mount: str
    weapon: str
    weapon_class: str = ""
    range: float | None = None
    band: str = ""
    later: bool = False
