"""The end of combat (17): a stand that held, or a side without ships; and what is forgotten with it."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, note
from fleetbook.rules.gwas.ground.combat_state import fighting_fleets
from fleetbook.rules.gwas.ground.rounds import combat_ends
from fleetbook.rules.gwas.ground.ship import GwasBattle, fighting
from fleetbook.rules.gwas_variant.state import VariantFleet, combat_over
from fleetbook.rules.gwas_variant.strategic_rules.escorts import rejoins
from fleetbook.rules.gwas_variant.tactical_rules.leaders import forget_squadrons
from fleetbook.rules.gwas_variant.tactical_rules.stand import standing
from fleetbook.rules.gwas_variant.words import Says

SECTION = "tactical 17"


def round_is_over(battle: GwasBattle) -> Effects:
    """At the end of a round combat ends by itself where a side has nobody left, or has stood unchallenged: an enemy that left the
    map has not closed.
    """
    side = standing(battle)
    gone = [other for other in battle.sides if not fighting(battle, other)]
    if side and side not in gone:
        yield from note(Says.stand_held(side=side), "tactical 7")
        for own in fighting_fleets(battle, side):
            yield from VariantFleet.no_pursuit.mark(own)
            yield from rejoins(own)
    if side or gone:
        if gone:
            both = len(gone) > 1
            yield from note(Says.nobody_left_at_all(sides=gone) if both else Says.nobody_left(side=gone[0]), SECTION)
        yield from combat_ends(battle)


def forget(battle: GwasBattle) -> Effects:
    """What the variant kept for one combat is forgotten."""
    yield from forget_squadrons(battle)
    yield from combat_over(battle)
