"""Facts about a coastal battle and about each torpedo in the water."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Flag, Number, TurnMark, Word
from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.battle.facts import FactValue
from fleetbook.core.battle.subject import BattleFacts, Setting, Subject
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.kit.said import listed

CoastalBattle: TypeAlias = Battle[CoastalShip]

SEAS = ("calm", "medium", "rough")
_, MEDIUM, ROUGH = SEAS
DAMAGE_STEPS = ("damage-1", "damage-2")
TORPEDO = "torpedo"
AWARE = {"both": (), "attacker": (1,), "defender": (0,), "neither": (0, 1)}
"""Which sides know of the enemy. Each word gives the places in the list of sides of those that do not."""

ALERTED = MappingProxyType({
    "both": "both sides alerted", "attacker": "attacker alerted", "defender": "defender alerted",
    "neither": "neither side alerted",
})  # fmt: skip
"""The same in words."""


class Awareness(Word):
    """Which sides know of the enemy (C3). The scenario sets it, and it is stored for each side.

    The referee sets it for both sides at once.
    """

    def decoded(self, kept: FactValue, subject: Subject) -> str:
        """The sides that know of the enemy now, in a word: both, attacker, defender or neither."""
        sides = subject._battle.sides
        unaware = tuple(place for place, side in enumerate(sides) if CoastalFacts.unaware[side].value(subject))
        return next(word for word, places in AWARE.items() if places == unaware)

    def settings(self, subject: Subject) -> Iterator[tuple[str, Setting]]:
        """The words that the referee may choose. Each sets both sides at once."""
        for title, setting in super().settings(subject):
            yield title, msgspec.structs.replace(setting, also=lambda word: self.set_sides(subject, word))

    @staticmethod
    def set_sides(subject: Subject, word: str) -> Changing:
        """Store for each side whether it does not know of the enemy."""
        for place, side in enumerate(subject._battle.sides):
            yield from CoastalFacts.unaware[side].set(subject, place in AWARE[word])


class CoastalFacts(BattleFacts):
    """Facts about the whole battle: light, weather and sea. They also tell which sides know of the enemy."""

    light = Word(allowed=("night", "day"), heading="conditions")
    weather = Word(allowed=("clear", "poor"), heading="conditions")
    sea = Word(allowed=SEAS, heading="conditions")
    aware = Awareness(allowed=tuple(AWARE), heading="conditions", values=ALERTED)
    unaware = Flag().each("side")
    launched = Number("torpedoes launched")


def _knows_aim(battle: CoastalBattle, torpedo: str, other: str, side: str) -> bool:
    """Whether a side knows the target of a torpedo. Its own side does; the enemy does once the torpedo no longer runs."""
    found = Torpedo(battle, torpedo)
    return not found.run or found.owner(battle).side == side


class Torpedo(Subject):
    """A torpedo in the water. Its number is its name: ``torpedo 3``."""

    fired_by = Word()
    aim = Word(known_to=_knows_aim)
    run = Number()
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


def running(battle: CoastalBattle, side: str) -> list[Torpedo]:
    """A side's torpedoes in the water."""
    launched = [Torpedo.numbered(battle, place + 1) for place in range(CoastalFacts(battle).launched)]
    return [torpedo for torpedo in launched if torpedo.run and torpedo.owner(battle).side == side]


def numbered(torpedoes: list[Torpedo]) -> str:
    """The numbers of several torpedoes in words: ``torpedoes 1, 2 and 4``."""
    return f"{TORPEDO}{'es' if len(torpedoes) > 1 else ''} {listed(each.number for each in torpedoes)}"
