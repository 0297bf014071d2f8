"""Facts of a coastal battle, and of each torpedo in the water."""

from __future__ import annotations

from typing import TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Flag, Number, Word
from fleetbook.core.battle.subject import BattleFacts, Subject
from fleetbook.rules.coastal.ship import CoastalShip

CoastalBattle: TypeAlias = Battle[CoastalShip]

AWARE = {"both": (), "attacker": (1,), "defender": (0,), "neither": (0, 1)}
"""Which sides begin unaware of the enemy, by who is aware."""


class CoastalFacts(BattleFacts):
    """Facts of the battle itself."""

    light = Word(allowed=("night", "day"), heading="conditions")
    weather = Word(allowed=("clear", "poor"), heading="conditions")
    sea = Word(allowed=("calm", "medium", "rough"), heading="conditions")
    aware = Word(allowed=tuple(AWARE), heading="conditions")
    unaware = Flag().each("side")
    launched = Number("torpedoes launched")


class Torpedo(Subject):
    """A torpedo that was launched, by its number."""

    fired_by = Word()
    run = Number()

    @classmethod
    def numbered(cls, battle: CoastalBattle, number: int) -> Torpedo:
        """The torpedo of a number, from 1."""
        return cls(battle, f"torpedo {number}")

    def owner(self, battle: CoastalBattle) -> CoastalShip:
        """The ship that launched it."""
        return battle.ship(self.fired_by)


def running(battle: CoastalBattle, side: str) -> list[Torpedo]:
    """A side's torpedoes in the water."""
    launched = [Torpedo.numbered(battle, place + 1) for place in range(CoastalFacts(battle).launched)]
    return [torpedo for torpedo in launched if torpedo.run and torpedo.owner(battle).side == side]
