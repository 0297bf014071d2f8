"""What was looked up: the readings, figures, cells of tables and modifiers that an order, or the start of a battle, went by."""

from __future__ import annotations

import msgspec

READING, FIGURE, CELL, MODIFIER = "reading", "figure", "cell", "modifier"


class LookUp(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """One of them: ``kind`` is reading, figure, cell or modifier, ``name`` its id or that of its table or list.

    row     of a cell, by its label; of a modifier its id
    column  of a cell, by its label; empty where a whole line was thrown on
    """

    kind: str
    name: str
    row: str = ""
    column: str = ""


class LookUps:
    """All that was looked up so far, each once, in the order in which it was first."""

    def __init__(self) -> None:
        self._found: dict[LookUp, None] = {}

    @classmethod
    def of(cls, *several: LookUps) -> LookUps:
        """All of several, one after another."""
        found = cls()
        for one in several:
            found._found.update(one._found)
        return found

    def note(self, kind: str, name: str, row: str = "", column: str = "") -> None:
        """Something is looked up."""
        self._found[LookUp(kind, name, row, column)] = None

    @property
    def readings(self) -> tuple[str, ...]:
        """Ids of the readings."""
        return tuple(found.name for found in self._found if found.kind == READING)

    @property
    def others(self) -> tuple[LookUp, ...]:
        """All but the readings."""
        return tuple(found for found in self._found if found.kind != READING)
