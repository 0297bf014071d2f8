"""The variant's game turn and combat: random events (1), revised impulses (2), the end of combat (17)."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.rules.gwas.ground.phases import AFTER_COMBAT, DEPLOYMENT, GUNFIRE, MOVES, PLOTTING, ROUND_END, TORPEDOES
from fleetbook.rules.gwas.ground.ship import GwasBattle
from fleetbook.rules.gwas.sequence import GwasSequence
from fleetbook.rules.gwas_variant.phases import BEFORE, EVENTS, STRATEGIC_EVENT, TACTICAL
from fleetbook.rules.gwas_variant.state import VariantFacts, round_over, segment_over
from fleetbook.rules.gwas_variant.strategic_events import StrategicEvent, strategic_event_rolled
from fleetbook.rules.gwas_variant.strategic_rules.plotting import require_plotted, turn_ends
from fleetbook.rules.gwas_variant.tactical_events import CountFriendlyFire, TacticalEvent, event_rolled
from fleetbook.rules.gwas_variant.tactical_rules.firing import slow_ships_close
from fleetbook.rules.gwas_variant.tactical_rules.leaders import form_groups
from fleetbook.rules.gwas_variant.tactical_rules.moving import RunForIt, runs_for_it, step_over
from fleetbook.rules.gwas_variant.tactical_rules.stand import round_is_over


class VariantSequence(GwasSequence):
    """The player aid's game turn and combat, with the steps of the variant."""

    def __init__(self) -> None:
        super().__init__(BEFORE, TACTICAL, AFTER_COMBAT)

    def check_leaving(self, battle: GwasBattle) -> None:
        """Raise Refused if plotting may not end yet, because a fleet with an erroneous report has not written all its orders."""
        if battle.phase == PLOTTING:
            require_plotted(battle)

    def leave(self, phase: Phase, battle: GwasBattle) -> Effects:
        """When a step ends, roll for an event that nobody has rolled for. Forget facts that last for this step or segment only,
        such as a side's confusion.
        """
        if phase.id == STRATEGIC_EVENT and not strategic_event_rolled(battle):
            yield from run(StrategicEvent(coastal=()))
        if phase.id in EVENTS and not event_rolled(battle):
            yield from run(TacticalEvent())
        if phase.id in MOVES:
            yield from step_over(battle, self.acting(battle))
            yield from VariantFacts.confused[self.acting(battle)].clear(battle)
        if phase.id == ROUND_END:
            yield from round_over(battle)
        yield from super().leave(phase, battle)
        if phase.id in TORPEDOES:
            yield from segment_over(battle)
        if phase.id == DEPLOYMENT:
            yield from form_groups(battle)

    def enter(self, phase: Phase, battle: GwasBattle) -> Effects:
        """When a step begins, throw the dice that are due. At the end of a round, end the combat if a stand held."""
        yield from super().enter(phase, battle)
        if phase.id in MOVES:
            yield from run(*[RunForIt(side=self.acting(battle))] * runs_for_it(battle, self.acting(battle)))
        if phase.id in GUNFIRE:
            confused = [side for side in battle.sides if VariantFacts(battle).friendly_fire_due[side]]
            yield from run(*(CountFriendlyFire(side=side) for side in confused))
            yield from slow_ships_close(battle)
        if phase.id == ROUND_END:
            yield from round_is_over(battle)

    def end_turn(self, battle: GwasBattle) -> Effects:
        """Abort the mission of each escort that left the ships it escorts and is not in contact with the enemy (8)."""
        yield from super().end_turn(battle)
        yield from turn_ends(battle)
