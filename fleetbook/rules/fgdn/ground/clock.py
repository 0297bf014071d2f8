"""The time of day (3.0, 8.2): three-minute Tactical Turns from the hour at which the scenario begins, and Intermediate Turns."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle

HOUR = 60
DAY = 24 * HOUR
STARTS = tuple(f"{minute // HOUR:02}{minute % HOUR:02}" for minute in range(0, DAY, 3))
"""The hours at which a scenario may begin, on the grid of the turns."""


def figure(battle: Battle[Any], name: str) -> int:
    """A figure of the time table."""
    return battle.tables.table("times").whole(name, "value")


def minutes(battle: Battle[Any], turn: int | None = None) -> int:
    """Minutes from the midnight before the battle to a turn's beginning; this turn's where none is named."""
    start = battle.word("start") or STARTS[0]
    passed = ((battle.turn if turn is None else turn) - 1) * figure(battle, "minutes of a Tactical Turn")
    return int(start[:2]) * HOUR + int(start[2:]) + passed


def told(minute: int) -> str:
    """Minutes since midnight as a clock shows them: 1209."""
    return f"{minute % DAY // HOUR:02}{minute % HOUR:02}"


def time_of(battle: Battle[Any], turn: int | None = None) -> str:
    """A turn by its time of day, as the text names it."""
    return told(minutes(battle, turn))


def is_intermediate(battle: Battle[Any]) -> bool:
    """Whether this turn is the Intermediate Turn too: the clock has just passed the half hour (F14)."""
    return minutes(battle) % battle.whole_reading("intermediate_minutes") < figure(battle, "minutes of a Tactical Turn")
