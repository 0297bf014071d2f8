"""Measurements on the table as one side may know them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.doctrines.tape import Tape


class SideTape:
    """A tape that takes the names that a side knows, such as ``contact A``. It never names a ship that the side does not know.

    names  the true name of each marker
    look   the battle as the side sees it now
    """

    def __init__(self, tape: Tape, names: Callable[[], Mapping[str, str]], look: Callable[[], Battle[Any]]) -> None:
        self._tape, self._names, self._look = tape, names, look

    def range(self, one: str, other: str) -> float:
        """The distance between two ships or markers."""
        names = self._names()
        return self._tape.range(names.get(one, one), names.get(other, other))

    def arc(self, of: str, to: str, arcs: Sequence[str]) -> str:
        """The arc of one ship in which another lies."""
        names = self._names()
        return self._tape.arc(names.get(of, of), names.get(to, to), arcs)

    def between(self, one: str, other: str) -> tuple[str, ...]:
        """The ships that stand between two others."""
        names = self._names()
        return self._known(self._tape.between(names.get(one, one), names.get(other, other)))

    def met(self, runner: str) -> tuple[str, ...]:
        """The ships that a torpedo meets on its run in this step."""
        return self._known(self._tape.met(runner))

    def turns(self, ship: str) -> bool:
        """Whether a ship changes her heading in this move."""
        return self._tape.turns(ship)

    def left(self) -> tuple[str, ...]:
        """The ships that are over the table's edge."""
        return self._known(self._tape.left())

    def _known(self, names: Iterable[str]) -> tuple[str, ...]:
        known = {ship.name for ship in self._look().ships()}
        return tuple(name for name in names if name in known)
