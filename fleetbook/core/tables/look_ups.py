"""Look-ups: the readings, figures, cells and modifiers that an order or the start of a battle used."""

from __future__ import annotations

import msgspec

READING, FIGURE, CELL, MODIFIER = "reading", "figure", "cell", "modifier"


class LookUp(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """One look-up. ``name`` is the id of a reading or a figure, or of the table or list that holds the cell or modifier.

    kind    reading, figure, cell or modifier
    row     the label of a cell's row, or the id of a modifier
    column  the label of a cell's column; empty if dice were thrown on a whole row or column
    """

    kind: str
    name: str
    row: str = ""
    column: str = ""


class LookUps:
    """All look-ups so far, in the order of their first use. A repeated look-up is listed only once."""

    def __init__(self) -> None:
        self._found: dict[LookUp, None] = {}

    @classmethod
    def of(cls, *several: LookUps) -> LookUps:
        """The look-ups of several objects joined together, in the order of the objects."""
        found = cls()
        for one in several:
            found._found.update(one._found)
        return found

    def note(self, kind: str, name: str, row: str = "", column: str = "") -> None:
        """Record a look-up."""
        self._found[LookUp(kind, name, row, column)] = None

    @property
    def readings(self) -> tuple[str, ...]:
        """The ids of the readings that were used."""
        return tuple(found.name for found in self._found if found.kind == READING)

    @property
    def others(self) -> tuple[LookUp, ...]:
        """All look-ups other than readings, such as figures and cells."""
        return tuple(found for found in self._found if found.kind != READING)
