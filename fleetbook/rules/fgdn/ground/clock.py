"""The time of day (3.0, 8.2): three-minute Tactical Turns from the hour at which the scenario begins, and Intermediate Turns."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.rules.fgdn.ground.facts import DAY, HOUR, FgdnFacts

TURN = "minutes of a Tactical Turn"
"""The figure that says how long a turn is."""


def minutes(battle: Battle[Any], turn: int | None = None) -> int:
    """Minutes from the midnight before the battle to a turn's beginning; this turn's where none is named."""
    start = FgdnFacts(battle).start
    passed = ((battle.turn if turn is None else turn) - 1) * battle.figure(TURN)
    return int(start[:2]) * HOUR + int(start[2:]) + passed


def clock(minute: int) -> str:
    """Minutes since midnight as a clock shows them: 1209."""
    return f"{minute % DAY // HOUR:02}{minute % HOUR:02}"


def time_of(battle: Battle[Any], turn: int | None = None) -> str:
    """A turn by its time of day, as the text names it."""
    return clock(minutes(battle, turn))


def is_intermediate(battle: Battle[Any]) -> bool:
    """Whether this turn is the Intermediate Turn too: the clock has just passed the half hour (F14)."""
    return minutes(battle) % battle.whole_reading("intermediate_minutes") < battle.figure(TURN)
