"""Torpedoes in the water and their facts."""

from __future__ import annotations

from typing import TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Number, TurnMark, Word
from fleetbook.core.battle.subject import Subject
from fleetbook.core.campaign.becomes import GONE, settled
from fleetbook.rules.coastal.conditions import CoastalFacts
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.kit.said import listed

CoastalBattle: TypeAlias = Battle[CoastalShip]

DAMAGE_STEPS = ("damage-1", "damage-2")
TORPEDO = "torpedo"


def _knows_aim(battle: CoastalBattle, torpedo: str, other: str, side: str) -> bool:
    """Whether a side knows the target of a torpedo. Its own side does; the enemy does once the torpedo no longer runs."""
    found = Torpedo(battle, torpedo)
    return not found.run or found.owner(battle).side == side


class Torpedo(Subject, becomes=GONE):
    """A torpedo in the water. Its number is its name: ``torpedo 3``."""

    fired_by = Word()
    aim = Word(known_to=_knows_aim)
    run = Number(becomes=settled("still running"))
    seen = TurnMark().each("side")

    @classmethod
    def numbered(cls, battle: CoastalBattle, number: int) -> Torpedo:
        """The torpedo with this number. The first is 1."""
        return cls(battle, f"{TORPEDO} {number}")

    @property
    def number(self) -> str:
        """The torpedo's number, as text."""
        return self.name[len(TORPEDO) + 1 :]

    def owner(self, battle: CoastalBattle) -> CoastalShip:
        """The ship that launched the torpedo."""
        return battle.ship(self.fired_by)


Target: TypeAlias = CoastalShip | Torpedo
"""Anything that can be observed: a ship or a torpedo."""


def target_of(battle: CoastalBattle, name: str) -> Target:
    """The ship or torpedo with this name."""
    return battle.ship(name) if battle.is_ship(name) else Torpedo(battle, name)


def running(battle: CoastalBattle, side: str | None = None) -> list[Torpedo]:
    """The torpedoes in the water, or only those of one side."""
    launched = (Torpedo.numbered(battle, place + 1) for place in range(CoastalFacts(battle).launched))
    return [torpedo for torpedo in launched if torpedo.run and (side is None or torpedo.owner(battle).side == side)]


def numbered(torpedoes: list[Torpedo]) -> str:
    """The numbers of several torpedoes in words: ``torpedoes 1, 2 and 4``."""
    return f"{TORPEDO}{'es' if len(torpedoes) > 1 else ''} {listed(each.number for each in torpedoes)}"
