"""The Tactical Turn (8.1): six phases in three minutes, and the dice that fall due between them."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.effects import Effects, note, run
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.rules.fgdn.airships import drift_and_burn, gondolas_burn
from fleetbook.rules.fgdn.criticals.carried_hits import CargoRisk, burning_cargo
from fleetbook.rules.fgdn.criticals.critical_context import clear_due
from fleetbook.rules.fgdn.criticals.ship_hits import rudders_tried
from fleetbook.rules.fgdn.criticals.submarine_hits import brought_up, depth_risks
from fleetbook.rules.fgdn.damage import WorkOutDamage, WorkOutFollowing, to_follow, to_work_out
from fleetbook.rules.fgdn.fire_flooding.burning import casualties_fall_due
from fleetbook.rules.fgdn.ground.facts import is_intermediate, time_of
from fleetbook.rules.fgdn.ground.movement import coast_down
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.sinking import go_under
from fleetbook.rules.fgdn.ground.terms import DETECTION, MOVEMENT, PLANNED_FIRE, PLOTTING, REACTION_FIRE, RESOLUTION
from fleetbook.rules.fgdn.rescue import survivors_fall_due
from fleetbook.rules.fgdn.words import Says

PHASES = (
    Phase(PLOTTING, "1", "Plotting", is_written=True),
    Phase(MOVEMENT, "2", "Movement"),
    Phase(PLANNED_FIRE, "3", "Planned Fire"),
    Phase(DETECTION, "4", "Detection"),
    Phase(REACTION_FIRE, "5", "Reaction Fire"),
    Phase(RESOLUTION, "6", "Resolution"),
)


class TacticalTurn(TurnSequence[FgdnShip]):
    """The phases of a Tactical Turn, which lasts three minutes."""

    def __init__(self) -> None:
        super().__init__(PHASES)

    def present(self, battle: Battle[FgdnShip]) -> str:
        """The current phase in words, with the time of day, and whether this is an Intermediate Turn."""
        mark = " · Intermediate Turn" if is_intermediate(battle) else ""
        return f"{time_of(battle)} {self.now(battle).title}{mark}"

    def coming(self, battle: Battle[Any]) -> Phase:
        """The phase that comes next. Detection is skipped, since nothing is resolved in it (8.1)."""
        after = super().coming(battle)
        return self.following(after) if after.id == DETECTION else after

    def leave(self, phase: Phase, battle: FgdnBattle) -> Effects:
        """Work out the damage of both sides when a phase ends (8.1). Before that, settle fires, flooding and gondola fires;
        submarines forced to the surface come up (8.2, 8.8, F19, F63).
        """
        if phase.id == PLOTTING:
            yield from casualties_fall_due(battle)
        elif phase.id == RESOLUTION:
            yield from casualties_fall_due(battle)
            yield from brought_up(battle)
            yield from gondolas_burn(battle)
        yield from run(*(WorkOutDamage(ship=ship.name) for ship in to_work_out(battle)))
        yield from run(*(WorkOutFollowing(ship=ship.name) for ship in to_follow(battle)[:1]))

    def enter(self, phase: Phase, battle: FgdnBattle) -> Effects:
        """When a turn begins, set the time of day, then settle rudders, airships and survivors (8.4, 8.6, 8.8). When Movement
        begins, ships that are too fast slow down and sinking hulks go under.
        """
        if phase.id == PLOTTING:
            yield from clear_due(battle)
            yield from depth_risks(battle)
            now = Says.intermediate_turn if is_intermediate(battle) else Says.time_of_day
            yield from note(now(time=time_of(battle)), "8.2")
            yield from run(*(CargoRisk(ship=ship.name) for ship in burning_cargo(battle)))
            yield from rudders_tried(battle)
            yield from drift_and_burn(battle)
            yield from survivors_fall_due(battle)
        elif phase.id == MOVEMENT:
            yield from go_under(battle)
            yield from coast_down(battle)
