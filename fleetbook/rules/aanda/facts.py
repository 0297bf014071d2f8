"""What is kept of a battle by the A&A sheet, and of its squadrons and contact markers."""

from __future__ import annotations

from fleetbook.core.battle.conditions import Flag, Number, TurnMark, Value, Word
from fleetbook.core.battle.subject import BattleFacts, Subject

CALM, FRESH, GALE, STORM = "Calm to Moderate", "Fresh to Strong", "Gale", "Storm"


class AandaFacts(BattleFacts):
    """The weather, whose turn it is, and what is settled this turn."""

    weather = Word(allowed=(CALM, FRESH, GALE, STORM), heading="conditions")
    light = Word(allowed=("day", "night"), heading="conditions")
    acting = Word()
    active_squadron = Word()
    attacking_ship = Word()
    winner = Word("initiative")
    moves_first = Word()
    initiative_rolled = TurnMark()
    ongoing_settled = TurnMark()
    repair_settled = TurnMark()

    @property
    def calm(self) -> bool:
        """Whether the sea is calm to moderate."""
        return self.weather == CALM

    @property
    def fresh(self) -> bool:
        """Whether the wind is fresh to strong."""
        return self.weather == FRESH

    @property
    def gale(self) -> bool:
        """Whether it blows a gale."""
        return self.weather == GALE

    @property
    def storm(self) -> bool:
        """Whether it blows a storm."""
        return self.weather == STORM

    @property
    def night(self) -> bool:
        """Whether it is night."""
        return self.light == "night"


class SquadronFacts(Subject):
    """A squadron, or the contact marker that it is still; what it ordered last is kept for each turn."""

    hidden = Flag()
    gone = Flag()
    acted = TurnMark().each("phase")
    turned_away = TurnMark()
    morale_failures = Number()
    last_target = Word().each("turn")
    last_range = Value(int).each("turn")
    last_bearing = Word().each("turn")
