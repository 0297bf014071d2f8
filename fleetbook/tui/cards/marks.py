"""Parts of a ship's card in a word: systems and conditions."""

from __future__ import annotations

from fleetbook.core.battle.card_view import Condition, System
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.style import BOLD, GOOD, GRAVE, PLAIN, QUIET

SYSTEM_SIGNS = {"sound": "✓", "damaged": "~", "destroyed": "✗"}
GRAVITY = {"grave": GRAVE, "due": BOLD, "good": GOOD}


def draw_system(system: System) -> Line:
    """A system with the sign of its state."""
    style = {"damaged": BOLD, "destroyed": GRAVE}.get(system.state, PLAIN)
    return ink(f"{system.label} ", style), ink(SYSTEM_SIGNS.get(system.state, "?"), style if system.state != "sound" else QUIET)


def draw_condition(condition: Condition, whole: bool = False) -> Line:
    """A condition by its short word, or with ``whole`` in its full wording."""
    return (ink(condition.text if whole else condition.short, GRAVITY.get(condition.gravity, QUIET)),)
