"""A ship's fires and flooding as numbers and levels (8.2): what every other part of a ship goes by."""

from __future__ import annotations

from fleetbook.core.battle.battle import Ship
from fleetbook.rules.fgdn.ground.card import Card

LEVELS = ("none", "Minor", "Major", "Severe", "Overwhelmed")


class StrickenShip(Ship):
    """A ship as far as fire and flooding go, in per cent of its original damage points."""

    card: Card

    @property
    def size(self) -> str:
        """Size class A to G."""
        return self.card.size

    @property
    def in_service(self) -> int:
        """The year that counts against fire and flooding: of the rebuilding, where there was one (8.2)."""
        return self.card.rebuilt or self.card.year

    def casualties(self, kind: str) -> tuple[tuple[object, ...], ...]:
        """The casualties of a kind (fire or flooding), oldest first; each begins with its per cent and the turn it began."""
        value = self.fact(kind)
        return tuple(part for part in value if isinstance(part, tuple)) if isinstance(value, tuple) else ()

    def severity(self, kind: str) -> int:
        """The sum of the casualties of a kind, in per cent."""
        return sum(part[0] for part in self.casualties(kind) if isinstance(part[0], int))

    @property
    def fire(self) -> int:
        """All fires together, in per cent."""
        return self.severity("fire")

    @property
    def flooding(self) -> int:
        """All flooding together, in per cent."""
        return self.severity("flooding")

    def level_tops(self) -> tuple[int, int, int]:
        """The highest per cent of Minor, Major and Severe for its size and age (8.2)."""
        table, age = self._battle.tables.table("severity_levels"), self._battle.tables.table("severity_age")
        change = age.whole(self.in_service, "percent")
        minor, major, severe = (table.whole(self.size, level) + change for level in LEVELS[1:4])
        return minor, major, severe

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
        together = bool(percent) and self._battle.reading("consequences_by") == "both"
        return self.level_of(self.fire + self.flooding if together else percent)
