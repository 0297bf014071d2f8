"""Parts of a ship's card in a word: systems and conditions."""

from __future__ import annotations

from fleetbook.core.battle.card_view import Condition, System
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.style import BOLD, GOOD, GRAVE, PLAIN, QUIET

SYSTEM_SIGNS = {"sound": "✓", "damaged": "~", "destroyed": "✗"}
GRAVITY = {"grave": GRAVE, "due": BOLD, "good": GOOD}


def is_sign(short: str) -> bool:
    """Whether a condition is a single sign, such as ``*``, which is shown before the name. A letter there would be read as a part
    of the name.
    """
    return len(short) == 1 and not short.isalnum()


def draw_system(system: System) -> Line:
    """A system with the sign of its state."""
    style = {"damaged": BOLD, "destroyed": GRAVE}.get(system.state, PLAIN)
    return ink(f"{system.label} ", style), ink(SYSTEM_SIGNS.get(system.state, "?"), style if system.state != "sound" else QUIET)


def draw_condition(condition: Condition, whole: bool = False) -> Line:
    """A condition by its short word. With ``whole``, in its full words, after its sign on the board if it has one."""
    text = f"{condition.short} {condition.whole}" if is_sign(condition.short) else condition.whole
    return (ink(text if whole else condition.short, GRAVITY.get(condition.gravity, QUIET)),)
