"""Plotting after a strategic event: three turns at once and then none, or anew from a turn on."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.rules.gwas.ground.composition import turns_of
from fleetbook.rules.gwas.ground.fleets import Fleet, fleets
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import PLOTTING
from fleetbook.rules.gwas.ground.ship import GwasBattle
from fleetbook.rules.gwas.strategic.plotting import MOST_TURNS
from fleetbook.rules.gwas_variant.state import ERRONEOUS_REPORT, VariantFleet


def turns_since_error(battle: GwasBattle, own: Fleet) -> int | None:
    """How many turns ago an erroneous report reached the fleet; None where none did."""
    turn = VariantFleet.erroneous.turn(own)
    return None if turn is None else battle.turn - turn


def plots_nothing(battle: GwasBattle, own: Fleet) -> bool:
    """Whether a fleet goes by what it plotted at once after an erroneous report."""
    since = turns_since_error(battle, own)
    return since is not None and 0 < since <= battle.figure("Erroneous Report, turns without new orders")


def more_turns(battle: GwasBattle, own: Fleet) -> int:
    """How many turns more than else a fleet plots this turn."""
    return battle.figure("Erroneous Report, turns plotted") - 1 if turns_since_error(battle, own) == 0 else 0


def plots_anew_to(battle: GwasBattle, own: Fleet) -> int:
    """The last turn that a fleet plots anew after a report that clarifies the situation; after one that changes all its orders
    the last that any are written for, if that is beyond the usual; 0 without a report.
    """
    step, first = own.writes
    if step != PLOTTING:
        return 0
    if first > battle.turn:
        return first + battle.figure("Situation Clarifies, turns plotted") - 1
    written = max((turn for turn in range(battle.turn, battle.turn + MOST_TURNS) if own.orders[turn]), default=0)
    return max(written, battle.turn + (turns_of(own.mission, battle.tables) or 0))


def require_plotted(battle: GwasBattle) -> None:
    """Raise Refused while a fleet has not plotted all the turns that an erroneous report of this turn has it plot at once."""
    for own in fleets(battle):
        if turns_since_error(battle, own) == 0:
            first, last = hooks(battle).plots_from(battle, own) or 0, hooks(battle).plots_to(battle, own) or 0
            lacking = [str(turn) for turn in range(first, last + 1) if not own.orders[turn]]
            words = f"{own} plots turn {' and '.join(lacking)} before this step ends, by an erroneous report"
            require(not lacking, words, ERRONEOUS_REPORT)
