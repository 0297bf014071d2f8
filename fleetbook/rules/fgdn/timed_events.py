"""What falls due by itself as the clock goes on: fire and flooding, rudders to free, airships on fire, survivors."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects
from fleetbook.rules.fgdn.air.airships import drift_and_burn, gondolas_burn
from fleetbook.rules.fgdn.criticals.rudder import rudders_tried
from fleetbook.rules.fgdn.criticals.submarine_hits import brought_up
from fleetbook.rules.fgdn.fire_flooding.burning import casualties_fall_due
from fleetbook.rules.fgdn.ground.ship import FgdnBattle
from fleetbook.rules.fgdn.rescue import survivors_fall_due


def plotting_begins(battle: FgdnBattle) -> Effects:
    """What is due as a turn begins: rudders (8.4), gondola fires and height (8.8), survivors (8.6)."""
    yield from rudders_tried(battle)
    yield from drift_and_burn(battle)
    yield from survivors_fall_due(battle)


def plotting_ends(battle: FgdnBattle) -> Effects:
    """Fires and flooding that are fought in the Plotting Phase of an Intermediate Turn (8.2, F19)."""
    yield from casualties_fall_due(battle)


def resolution_ends(battle: FgdnBattle) -> Effects:
    """Fire and flooding of the turn (8.2, F19), submarines that they force up (F63), and gondolas that burn on (8.8)."""
    yield from casualties_fall_due(battle)
    yield from brought_up(battle)
    yield from gondolas_burn(battle)
