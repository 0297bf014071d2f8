"""What falls due by itself as the clock goes on: fire and flooding, and whatever waits for a turn."""

from __future__ import annotations

from fleetbook.core.steps import Steps
from fleetbook.rules.fgdn.ship import FgdnBattle


def plotting_begins(battle: FgdnBattle) -> Steps:
    """What is due as a turn begins."""
    yield from ()


def resolution_ends(battle: FgdnBattle) -> Steps:
    """Fire and flooding of the turn (8.2, F19)."""
    yield from ()
