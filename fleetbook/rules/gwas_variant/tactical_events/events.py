"""Tactical random events: two dice before the sides move, and what they bring for the segment to come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects, clear, note, roll_on, run, set_fact
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import by_pursuit, holder, round_number, step_key
from fleetbook.rules.gwas.ground.hooks import order
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas_variant.affected_side import seen_through, struck_side
from fleetbook.rules.gwas_variant.missions import has_its_hands_full
from fleetbook.rules.gwas_variant.phases import EVENTS
from fleetbook.rules.gwas_variant.state import (  # fmt: skip
    CONFUSED,
    ENEMY_MOVES,
    FRIENDLY_DUE,
    HAMPERED,
    SHIELDS,
    SMOKE,
    SURPRISED,
    is_set,
)
from fleetbook.rules.gwas_variant.tactical_events.torpedo_attack import torpedo_attack
from fleetbook.rules.gwas_variant.tactical_rules.visibility import fog_lifts, fog_of_war

SECTION = "Tactical random events"
ROLLED = "event rolled"
Event: TypeAlias = Callable[[GwasBattle], Effects]


class TacticalEvent(Order[GwasShip]):
    """The random event of this impulse, with everything that follows from it."""

    id, title, key, section = "event", "Random event", "e", SECTION
    phases = EVENTS

    def check(self, battle: GwasBattle) -> None:
        require(not event_rolled(battle), "the random event of this impulse is rolled", SECTION)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact("", ROLLED, step_key(battle))
        event = str((yield from roll_on(battle.tables.table("tactical_events"))))
        yield from EFFECTS[event](battle)
        if is_set(battle, SMOKE):
            yield from clear("", SMOKE)


def event_rolled(battle: GwasBattle) -> bool:
    """Whether the event of this impulse has been rolled."""
    return battle.word(ROLLED) == step_key(battle)


def no_event(battle: GwasBattle) -> Effects:
    """Nothing happens."""
    yield from note("no event", SECTION)


def shields_up(battle: GwasBattle) -> Effects:
    """One side may save one of its ships from all hits of the segment."""
    side = yield from struck_side(battle)
    yield from set_fact("", SHIELDS, True, side, text=f"{side} may name one ship that ignores all hits")


def hamper(side: str) -> Effects:
    """The guns of a side are hampered in the next combat segment."""
    yield from set_fact("", HAMPERED, True, side, text=f"fire control difficulties for {side}")


def confuse(side: str) -> Effects:
    """No ship of a side moves in its next movement segment."""
    yield from set_fact("", CONFUSED, True, side, text=f"{side} is confused: none of its ships moves in its next segment")


def fire_control_difficulties(battle: GwasBattle) -> Effects:
    """All shots of the next combat segment are hampered (V2)."""
    if battle.reading("fire_control_strikes_both"):
        for side in battle.sides:
            yield from hamper(side)
    else:
        yield from hamper((yield from struck_side(battle)))


def surprise(battle: GwasBattle) -> Effects:
    """The side without initiative is caught in the first round of a combat that no pursuit led to."""
    caught = battle.other_side(holder(battle))
    last = battle.tables.table("event_figures").whole("Surprise, last round", "value")
    again = is_set(battle, SURPRISED) and not has_its_hands_full(battle, caught)
    if round_number(battle) > last or by_pursuit(battle) or again:
        yield from no_event(battle)
        return
    yield from set_fact("", SURPRISED, True, text=f"{caught} is surprised")
    yield from confuse(caught)
    if not (yield from seen_through(battle, caught, "fire control difficulties")):
        yield from hamper(caught)


def smoke(battle: GwasBattle) -> Effects:
    """Smoke made in the segment before thickens into fog of war (12)."""
    yield from (fog_of_war if is_set(battle, SMOKE) else no_event)(battle)


def damage_control(battle: GwasBattle) -> Effects:
    """One ship of one side repairs a box, or a rung of its speed."""
    side = yield from struck_side(battle)
    yield from run(order(battle, "event-repair", side=side))


def confusion(battle: GwasBattle) -> Effects:
    """One side does not move, unless its leader sees through it."""
    side = yield from struck_side(battle)
    if not (yield from seen_through(battle, side, "confusion")):
        yield from confuse(side)


def mass_confusion(battle: GwasBattle) -> Effects:
    """One side neither moves nor shoots well, is moved by its enemy and fires on itself."""
    side = yield from struck_side(battle)
    if (yield from seen_through(battle, side, "mass confusion")):
        return
    yield from confuse(side)
    yield from hamper(side)
    other = battle.other_side(side)
    yield from set_fact("", ENEMY_MOVES, True, side, text=f"{other} may move one group of {side} one area")
    yield from set_fact("", FRIENDLY_DUE, True, side)


EFFECTS: dict[str, Event] = {
    "Shields Up": shields_up,
    "The Fog Lifts": fog_lifts,
    "Fire Control Difficulties": fire_control_difficulties,
    "Fog of War": fog_of_war,
    "No Event": no_event,
    "Surprise": surprise,
    "Smoke": smoke,
    "Damage Control": damage_control,
    "Confusion Reigns": confusion,
    "Torpedo Attack": torpedo_attack,
    "Mass Confusion Reigns": mass_confusion,
}
