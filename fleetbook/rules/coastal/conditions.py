"""The conditions of a coastal battle: light, weather, sea, and which sides know of the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Flag, Number, Word
from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.battle.facts import FactValue
from fleetbook.core.battle.subject import BattleFacts, Setting, Subject
from fleetbook.core.campaign.becomes import GONE

SEAS = ("calm", "medium", "rough")
_, MEDIUM, ROUGH = SEAS
AWARE = {"both": (), "attacker": (1,), "defender": (0,), "neither": (0, 1)}
"""The words for the sides that know of the enemy. Each word has the positions, in the list of sides, of the unaware sides."""

ALERTED = MappingProxyType({
    "both": "both sides alerted", "attacker": "attacker alerted", "defender": "defender alerted",
    "neither": "neither side alerted",
})  # fmt: skip
"""For each word, a phrase for the sides that know of the enemy."""


class Awareness(Word):
    """The fact that tells which sides know of the enemy (C3). The scenario sets it, and it is stored for each side.

    The referee sets the fact for both sides at once.
    """

    def decoded(self, kept: FactValue, subject: Subject) -> str:
        """The sides that know of the enemy now, in a word: both, attacker, defender or neither."""
        sides = subject._battle.sides
        unaware = tuple(place for place, side in enumerate(sides) if CoastalFacts.unaware[side].value(subject))
        return next(word for word, places in AWARE.items() if places == unaware)

    def settings(self, subject: Subject) -> Iterator[tuple[str, Setting]]:
        """The words that the referee may choose. Each word sets the fact for both sides at once."""
        for title, setting in super().settings(subject):
            yield title, msgspec.structs.replace(setting, also=lambda word: self.set_sides(subject, word))

    @staticmethod
    def set_sides(subject: Subject, word: str) -> Changing:
        """Store for each side whether it does not know of the enemy."""
        for place, side in enumerate(subject._battle.sides):
            yield from CoastalFacts.unaware[side].set(subject, place in AWARE[word])


class CoastalFacts(BattleFacts, becomes=GONE):
    """Facts about the whole battle: light, weather and sea. They also tell which sides know of the enemy."""

    light = Word(allowed=("night", "day"), heading="conditions")
    weather = Word(allowed=("clear", "poor"), heading="conditions")
    sea = Word(allowed=SEAS, heading="conditions")
    aware = Awareness(allowed=tuple(AWARE), heading="conditions", values=ALERTED)
    unaware = Flag().each("side")
    launched = Number("torpedoes launched")


def needs_no_roll(battle: Battle[Any]) -> bool:
    """Whether it is day, so that every target within the chart's ranges is seen without a roll. A reading can change that."""
    return CoastalFacts(battle).light == "day" and bool(battle.reading("daylight_needs_no_roll"))


def needs_no_look(battle: Battle[Any]) -> bool:
    """Whether ships may fire at a target that nobody observed."""
    return not battle.reading("fire_needs_observation") or needs_no_roll(battle)
