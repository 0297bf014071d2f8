"""A ship's fires and flooding as numbers and levels (8.2): what every other part of a ship goes by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.rules.fgdn.ground.terms import FIRE, LEVELS, SHORT_LEVELS


class Casualty(NamedTuple):
    """One fire or flooding: its % of the original points, the turn it began, its cause, and whether its first damage was done
    at once.
    """

    percent: int
    since: int
    cause: str = ""
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Casualties:
    """All fires and flooding of a ship of a size, in service since a year, the oldest first."""

    battle: Battle[Any]
    size: str
    in_service: int
    fires: tuple[Casualty, ...]
    floods: tuple[Casualty, ...]

    def of(self, kind: str) -> tuple[Casualty, ...]:
        """Those of a kind."""
        return self.fires if kind == FIRE else self.floods

    @property
    def fire(self) -> int:
        """All fires together, in per cent."""
        return sum(one.percent for one in self.fires)

    @property
    def flooding(self) -> int:
        """All flooding together, in per cent."""
        return sum(one.percent for one in self.floods)

    @property
    def total(self) -> int:
        """Fire and flooding together, in per cent."""
        return self.fire + self.flooding

    def begun_before(self, turn: int) -> Casualties:
        """Those that began before a turn."""
        older = (tuple(one for one in every if one.since < turn) for every in (self.fires, self.floods))
        return Casualties(self.battle, self.size, self.in_service, *older)

    def level_tops(self) -> tuple[int, ...]:
        """The highest per cent of Minor, Major and Severe for its size and age (8.2)."""
        table, age = self.battle.tables.table("severity_levels"), self.battle.tables.table("severity_age")
        change = age.whole(self.in_service, "percent")
        return tuple(table.whole(self.size, level) + change for level in LEVELS[1:4])

    def level_of(self, percent: int) -> str:
        """The severity level of a percentage: none, Minor, Major, Severe or Overwhelmed (8.2)."""
        if percent <= 0:
            return LEVELS[0]
        return LEVELS[1 + sum(percent > top for top in self.level_tops())]

    @property
    def fire_level(self) -> str:
        """The level that counts for what follows from fire (F56)."""
        return self._level_by(self.fire)

    @property
    def flooding_level(self) -> str:
        """The level that counts for what follows from flooding (F56)."""
        return self._level_by(self.flooding)

    def _level_by(self, percent: int) -> str:
        """By the casualties of the kind alone, or by both kinds where there is any of this one."""
        together = bool(percent) and self.battle.reading("consequences_by") == "both"
        return self.level_of(self.total if together else percent)

    def level(self, kind: str) -> str:
        """The level that counts for what follows from a kind."""
        return self.fire_level if kind == FIRE else self.flooding_level

    def sign(self, kind: str) -> str:
        """A kind on the card, short: FIRE 5 MIN."""
        short, percent = ("FIRE", self.fire) if kind == FIRE else ("FLOOD", self.flooding)
        return f"{short} {percent} {SHORT_LEVELS[LEVELS.index(self.level(kind))]}"

    def told(self, kind: str) -> str:
        """A kind on the card, in words."""
        words, percent = ("fire", self.fire) if kind == FIRE else ("flood", self.flooding)
        return f"{words} {percent} %, {self.level(kind)}"
