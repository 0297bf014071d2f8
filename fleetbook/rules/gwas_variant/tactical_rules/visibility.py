"""Visibility (8) and what events make of it, in areas."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, note
from fleetbook.rules.gwas.ground.hooks import RuleHooks
from fleetbook.rules.gwas.ground.ship import GwasBattle
from fleetbook.rules.gwas_variant.state import VariantFacts
from fleetbook.rules.gwas_variant.words import Says


def greatest_visibility(battle: GwasBattle) -> int:
    """The most that ships can see: less than the set-up range (8, V1)."""
    set_up = battle.tables.table("set_up_range").whole(VariantFacts(battle).light, "areas")
    return max(set_up - battle.whole_reading("visibility_below_set_up"), 0)


def visibility(battle: GwasBattle) -> int:
    """How far ships see now: from the weather, shifted by events, never less than their own area or more than the greatest."""
    most = greatest_visibility(battle)
    weather = RuleHooks().sighting(battle) if battle.reading("weather_shortens_visibility") else most
    return max(min(min(weather, most) + VariantFacts(battle).shift, most), 0)


def fog_lifts(battle: GwasBattle) -> Effects:
    """Ships see farther, unless they see as far as they ever can."""
    areas = battle.figure("The Fog Lifts, areas")
    yield from _shift(battle, min(areas, greatest_visibility(battle) - visibility(battle)))


def fog_of_war(battle: GwasBattle) -> Effects:
    """Ships see less far for the rest of the combat."""
    areas = battle.figure("Fog of War, areas")
    yield from _shift(battle, -min(areas, visibility(battle)))


def _shift(battle: GwasBattle, areas: int) -> Effects:
    if areas:
        yield from VariantFacts.shift.add(battle, areas)
        yield from note(Says.visibility_is(areas=visibility(battle)))
    else:
        yield from note(Says.no_event_because(why=Says.visibility_stays(areas=visibility(battle))))
