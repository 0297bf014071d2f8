"""Plotting after a strategic event: three turns at once and then none, or anew from a turn on."""

from __future__ import annotations

from fleetbook.rules.gwas.ground.fleets import Fleet
from fleetbook.rules.gwas.ground.ship import GwasBattle

ERRONEOUS = "erroneous report"
"""Kept for a fleet: the turn in which it plotted so many turns at once."""
REPLOTS_FROM = "plots anew from"
"""Kept for a fleet and a turn: the first turn that it may plot anew in it."""


def _figure(battle: GwasBattle, name: str) -> int:
    return battle.tables.table("strategic_figures").whole(name, "value")


def replots_from(battle: GwasBattle, own: Fleet) -> int | None:
    """The first turn that a fleet may plot anew by a report of this turn; None where there was none."""
    first = own.fact(REPLOTS_FROM, str(battle.turn))
    return first if isinstance(first, int) else None


def turns_since_error(battle: GwasBattle, own: Fleet) -> int | None:
    """How many turns ago an erroneous report reached the fleet; None where none did."""
    turn = own.fact(ERRONEOUS)
    return battle.turn - turn if isinstance(turn, int) else None


def plots_nothing(battle: GwasBattle, own: Fleet) -> bool:
    """Whether a fleet goes by what it plotted at once after an erroneous report."""
    since = turns_since_error(battle, own)
    return since is not None and 0 < since <= _figure(battle, "Erroneous Report, turns without new orders")


def more_turns(battle: GwasBattle, own: Fleet) -> int:
    """How many turns more than else a fleet plots this turn."""
    return _figure(battle, "Erroneous Report, turns plotted") - 1 if turns_since_error(battle, own) == 0 else 0
