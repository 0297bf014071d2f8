"""The place of a row in the battle: its line, time, turn and step."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal

VERSION = 2
"""The version of the tables. A new key does not change it; a renamed or removed key, or another meaning, does."""


def place(journal: Journal[Any], record: Record) -> dict[str, Any]:
    """The columns that all rows about a line have. A step is text, so that no spreadsheet takes it for a number."""
    phase = journal.ruleset.sequence.phase(record.phase)
    written = journal.times[record.number - 1] if record.number <= len(journal.times) else ""
    return {
        "line": record.number,
        "written_at": written,
        "turn": record.turn,
        "step": f"step {phase.number}",
        "step_name": phase.title,
    }


def side_of(journal: Journal[Any], name: str) -> str:
    """The side of a ship, a squadron or a fleet. The name of a side is returned unchanged. Empty for any other name."""
    setup = journal.setup
    ships = {ship.name: ship.side for ship in setup.ships}
    squadrons = {squadron.name: squadron.side for squadron in setup.squadrons}
    return ships.get(name) or squadrons.get(name) or (name if name in setup.sides else "")
