"""The firing of a part: a shot, a volley or a torpedo, for the table of shots."""

from __future__ import annotations

from typing import NamedTuple


class Firing(NamedTuple):
    """Who fires what at whom. ``mount`` is a mount on the card, ``weapon`` a name such as a calibre. ``weapon_class`` and
    ``band`` are the sheet's words, ``range`` is the measured one in the unit of the rules. With ``later`` its hits take effect
    later. An order with two kinds of guns runs a part for each, and each part has its own ``firing``. A part may throw for a
    score several times and count hits after each throw. Each throw then fills a row. A throw labelled ``location`` gives the
    place of a hit: ``roll_on(table, line, label="location")``. The first four fields are required. Give the rest by name.
    """

    firer: str
    target: str
    mount: str
    weapon: str
    weapon_class: str = ""
    range: float | None = None
    band: str = ""
    later: bool = False
