"""Facts about the whole battle, and its clock (3.0, 8.2)."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Number, Option, Value, Word
from fleetbook.core.battle.subject import BattleFacts
from fleetbook.core.campaign.becomes import GONE

HOUR = 60
DAY = 24 * HOUR
STARTS = tuple(f"{minute // HOUR:02}{minute % HOUR:02}" for minute in range(0, DAY, 3))
"""The times of day at which a scenario may begin. Like turns, they are three minutes apart."""
POOR, BAD = "40% or less", "25% or less"
TURN = "minutes of a Tactical Turn"
"""The id of the figure for the length of a turn."""


class FgdnFacts(BattleFacts, becomes=GONE):
    """Facts about the whole battle: time, sea, light and optional rules. Survivors and aircraft are here too, as they are not
    ships.
    """

    start = Word(allowed=("1200", *(start for start in STARTS if start != "1200")), heading="conditions", words="start {}")
    sea = Word(allowed=("2", "0", "1", "3", "4", "5", "6", "7", "8", "9"), heading="conditions")
    light = Word(allowed=("day", "twilight", "night"), heading="conditions")
    visibility = Word(allowed=("over 40%", POOR, BAD), heading="conditions", words="visibility {}")
    faulty_shells = Option("faulty_shells")
    shell_failures = Option("shell_failures")
    national_crews = Option("national_crews")
    picric_casemates = Option("picric_casemates")
    national_magazines = Option("national_magazines")
    armed_aircraft = Option("armed_aircraft")
    parked_aircraft = Option("parked_aircraft")
    serviceability = Option("serviceability")
    rescue = Option("rescue")
    aircraft_damage = Option("aircraft_damage")
    survivors = Number().each("ship or aircraft")
    in_the_water_since = Value(int).each("ship or aircraft")
    flying_boat = Value(int).each("ship or aircraft")
    aircraft = Word().each("aircraft")
    aircraft_repair_mark = Number().each("aircraft")

    @property
    def sea_state(self) -> int:
        """The state of the sea, 0 to 9."""
        return int(self.sea or 0)

    @property
    def night(self) -> bool:
        return self.light == "night"


def minutes(battle: Battle[Any], turn: int | None = None) -> int:
    """The minutes from the midnight before the battle to the start of a turn, by default the present turn."""
    start = FgdnFacts(battle).start
    passed = ((battle.turn if turn is None else turn) - 1) * battle.figure(TURN)
    return int(start[:2]) * HOUR + int(start[2:]) + passed


def clock(minute: int) -> str:
    """Minutes since midnight as the time of day: ``1209``."""
    return f"{minute % DAY // HOUR:02}{minute % HOUR:02}"


def time_of(battle: Battle[Any], turn: int | None = None) -> str:
    """The time of day at which a turn begins, such as ``1209``."""
    return clock(minutes(battle, turn))


def is_intermediate(battle: Battle[Any]) -> bool:
    """Whether this turn is also an Intermediate Turn: the clock has just passed a full or half hour (F14)."""
    return minutes(battle) % battle.whole_reading("intermediate_minutes") < battle.figure(TURN)
