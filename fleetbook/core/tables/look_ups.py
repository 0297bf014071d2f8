"""Look-ups: readings, figures, cells and modifiers consulted by an order or at the start of a battle."""

from __future__ import annotations

import msgspec

READING, FIGURE, CELL, MODIFIER = "reading", "figure", "cell", "modifier"


class LookUp(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """One look-up. ``name`` is the id of a reading or figure, or of the table or list that holds the rest.

    kind    reading, figure, cell or modifier
    row     the label of a cell's row; the id of a modifier
    column  the label of a cell's column; empty where dice were thrown on a whole line
    """

    kind: str
    name: str
    row: str = ""
    column: str = ""


class LookUps:
    """All look-ups so far, each once, in their first order."""

    def __init__(self) -> None:
        self._found: dict[LookUp, None] = {}

    @classmethod
    def of(cls, *several: LookUps) -> LookUps:
        """The look-ups of several lists, one list after another."""
        found = cls()
        for one in several:
            found._found.update(one._found)
        return found

    def note(self, kind: str, name: str, row: str = "", column: str = "") -> None:
        """Note a look-up."""
        self._found[LookUp(kind, name, row, column)] = None

    @property
    def readings(self) -> tuple[str, ...]:
        """Ids of the readings."""
        return tuple(found.name for found in self._found if found.kind == READING)

    @property
    def others(self) -> tuple[LookUp, ...]:
        """All look-ups except readings."""
        return tuple(found for found in self._found if found.kind != READING)
