"""Tactical random events: two dice before the sides move, and what they bring for the segment to come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects, note, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import step_key
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas_variant.affected_side import seen_through, struck_side
from fleetbook.rules.gwas_variant.missions import has_its_hands_full
from fleetbook.rules.gwas_variant.phases import EVENTS
from fleetbook.rules.gwas_variant.state import (
    DAMAGE_CONTROL,
    FIRE_CONTROL,
    FOG_LIFTS,
    FOG_OF_WAR,
    MASS_CONFUSION,
    NO_EVENT,
    SHIELDS_UP,
    SMOKE,
    TORPEDO_ATTACK,
    VariantFacts,
)
from fleetbook.rules.gwas_variant.strategic_rules.repairing import EventRepair
from fleetbook.rules.gwas_variant.tactical_events.torpedo_attack import torpedo_attack
from fleetbook.rules.gwas_variant.tactical_rules.visibility import fog_lifts, fog_of_war
from fleetbook.rules.gwas_variant.told import came_to
from fleetbook.rules.gwas_variant.words import Says

SECTION = "Tactical random events"
Event: TypeAlias = Callable[[GwasBattle], Effects]


class TacticalEvent(Order[GwasShip]):
    """The random event of this impulse, with everything that follows from it."""

    id, title, key, section = "event", "Random event", "e", SECTION
    phases = EVENTS

    def check(self, battle: GwasBattle) -> None:
        require(not event_rolled(battle), "the random event of this impulse is rolled")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFacts.event_rolled.set(battle, step_key(battle))
        event = str((yield from roll_on(battle.tables.table("tactical_events"))))
        yield from EFFECTS[event](battle)
        yield from VariantFacts.smoke.clear(battle)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from happened.parts or [came_to(happened, happened.rolls[0].result)]


def event_rolled(battle: GwasBattle) -> bool:
    """Whether the event of this impulse has been rolled."""
    return VariantFacts(battle).event_rolled == step_key(battle)


def no_event(battle: GwasBattle) -> Effects:
    """Nothing happens."""
    yield from note(Says.no_event)


def shields_up(battle: GwasBattle) -> Effects:
    """One side may save one of its ships from all hits of the segment."""
    side = yield from struck_side(battle)
    yield from VariantFacts.shields[side].set(battle, said=Says.may_raise_shields)


def hamper(battle: GwasBattle, side: str) -> Effects:
    """The guns of a side are hampered in the next combat segment."""
    yield from VariantFacts.hampered[side].set(battle, said=Says.fire_control_difficulties)


def confuse(battle: GwasBattle, side: str) -> Effects:
    """No ship of a side moves in its next movement segment."""
    yield from VariantFacts.confused[side].set(battle, said=Says.confused)


def fire_control_difficulties(battle: GwasBattle) -> Effects:
    """All shots of the next combat segment are hampered (V2)."""
    if battle.reading("fire_control_strikes_both"):
        for side in battle.sides:
            yield from hamper(battle, side)
    else:
        yield from hamper(battle, (yield from struck_side(battle)))


def surprise(battle: GwasBattle) -> Effects:
    """The side without initiative is caught in the first round of a combat that no pursuit led to."""
    now = VariantFacts(battle)
    caught = battle.other_side(now.initiative)
    again = now.surprised and not has_its_hands_full(battle, caught)
    if now.round > battle.figure("Surprise, last round") or now.by_pursuit or again:
        yield from no_event(battle)
        return
    yield from VariantFacts.surprised.set(battle, said=Says.surprised(side=caught))
    yield from confuse(battle, caught)
    if not (yield from seen_through(battle, caught, "fire control difficulties")):
        yield from hamper(battle, caught)


def smoke(battle: GwasBattle) -> Effects:
    """Smoke made in the segment before thickens into fog of war (12)."""
    yield from (fog_of_war if VariantFacts(battle).smoke else no_event)(battle)


def damage_control(battle: GwasBattle) -> Effects:
    """One ship of one side repairs a box, or a rung of its speed."""
    side = yield from struck_side(battle)
    yield from run(EventRepair(side=side))


def confusion(battle: GwasBattle) -> Effects:
    """One side does not move, unless its leader sees through it."""
    side = yield from struck_side(battle)
    if not (yield from seen_through(battle, side, "confusion")):
        yield from confuse(battle, side)


def mass_confusion(battle: GwasBattle) -> Effects:
    """One side neither moves nor shoots well, is moved by its enemy and fires on itself."""
    side = yield from struck_side(battle)
    if (yield from seen_through(battle, side, "mass confusion")):
        return
    yield from confuse(battle, side)
    yield from hamper(battle, side)
    yield from VariantFacts.enemy_moves[side].set(battle, said=Says.enemy_may_move(enemy=battle.other_side(side)))
    yield from VariantFacts.friendly_fire_due[side].set(battle)


EFFECTS: dict[str, Event] = {
    SHIELDS_UP: shields_up,
    FOG_LIFTS: fog_lifts,
    FIRE_CONTROL: fire_control_difficulties,
    FOG_OF_WAR: fog_of_war,
    NO_EVENT: no_event,
    "Surprise": surprise,
    SMOKE: smoke,
    DAMAGE_CONTROL: damage_control,
    "Confusion Reigns": confusion,
    TORPEDO_ATTACK: torpedo_attack,
    MASS_CONFUSION: mass_confusion,
}
