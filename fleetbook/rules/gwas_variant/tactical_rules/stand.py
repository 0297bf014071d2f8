"""Stands (7) and the end of combat (17). A side that stands keeps its mission if no enemy closes with it and fires."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fleetbook.core.battle.result import DONE, HURT, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.words.sentence import Sentence, Words
from fleetbook.rules.gwas.ground.card import ABORT, BOMBARD, ESCORT, MINELAYING
from fleetbook.rules.gwas.ground.combat import combat_ends, fighting_fleets
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet_now, fleet_of
from fleetbook.rules.gwas.ground.phases import DEPLOYMENT
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.strategic.movement import ways
from fleetbook.rules.gwas.strategic.plotting import abort_after_combat, given_up
from fleetbook.rules.gwas_variant.events import reason_in_words
from fleetbook.rules.gwas_variant.phases import EVENTS
from fleetbook.rules.gwas_variant.state import VariantFacts, VariantFleet
from fleetbook.rules.gwas_variant.strategic_rules.plotting import rejoins
from fleetbook.rules.gwas_variant.words import Says

SECTION = "tactical 7"
BUSY_MISSIONS = BOMBARD, MINELAYING
BUSY_ORDERS = ("Shell", "Mine", "Fuel")
ON_MISSION, ESCORTING, PASSING = "mission", "escort", "second zone"
REASONS = (ON_MISSION, ESCORTING, PASSING)
HOLDS = {
    ON_MISSION: "If nobody closes and fires in this round, the fleet carries out its mission. "
    "If the fleet moves or fires, it aborts.",
    ESCORTING: "If nobody closes and fires in this round, the fleet remains on escort.",
    PASSING: "If nobody closes and fires in this round, the fleet moves its second zone.",
}
"""The gain of a side whose stand holds, by the reason for the stand."""


# ------------------------------------------------------------ fleets busy with their mission (3, 4, 7)


def is_busy(fleet: Fleet) -> bool:
    """Whether a fleet has orders to bombard, lay mines or refuel this turn."""
    if fleet.battle.reading("mission_is_an_order") and fleet.mission in BUSY_MISSIONS:
        return True
    return fleet.plan.verb in BUSY_ORDERS or any(ship.fueling for ship in fleet.ships)


def has_its_hands_full(battle: GwasBattle, side: str) -> bool:
    """Whether a side has a fleet in the combat that is busy with its mission."""
    return any(is_busy(fleet) for fleet in fighting_fleets(battle, side))


# ------------------------------------------------------------ standing


def may_stand(battle: GwasBattle, side: str, reason: str) -> bool:
    """Whether a side has a fleet in the combat that may stand for this reason."""
    if reason == ON_MISSION:
        return has_its_hands_full(battle, side)
    if reason == ESCORTING:
        return any(fleet.mission == ESCORT for fleet in fighting_fleets(battle, side))
    return any(fleet.route and ways(battle, fleet) for fleet in fighting_fleets(battle, side))


class Stand(Order[GwasShip]):
    """After setting up, a side declares a stand for its mission, its escort or its second zone of movement."""

    id, title, key, section = "stand", "Stand", "S", SECTION
    says = "{side} stands"
    phases = (DEPLOYMENT, EVENTS[0])
    side: str = fields.choice("side", lambda battle: battle.sides)
    reason: str = fields.choice("because of its", REASONS)

    def check(self, battle: GwasBattle) -> None:
        require(VariantFacts(battle).round == 1, "a stand is declared after setting up")
        require(not standing(battle), f"{standing(battle)} stands already")
        side = self.side
        require(any(may_stand(battle, side, reason) for reason in REASONS), f"{side} has no fleet that may stand")
        require(may_stand(battle, side, self.reason), f"{side} has no fleet that may stand for its {self.reason}")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFacts.stands_for[self.side].set(battle, self.reason, said=Says.stands)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        words = f"STAND of {self.side} for its {self.reason}."
        yield Result(kind=DONE, head="stands", words=words, means=HOLDS[self.reason], side=self.side)


def standing(battle: GwasBattle) -> str:
    """The side that has declared a stand, or empty text if none has."""
    return next((side for side in battle.sides if VariantFacts(battle).stands_for[side]), "")


def moves_or_fires(battle: GwasBattle, ships: Sequence[GwasShip], what: Sentence) -> Effects:
    """Ships move or fire, which ends a stand of their side. Each of their fleets that is busy aborts its mission (V25)."""
    side = ships[0].side
    if side == standing(battle):
        yield from _stand_ends(battle, side, what(side=side))
    if battle.reading("busy_fleets_abort"):
        for fleet in {ship.fleet: fleet_of(battle, ship) for ship in ships}.values():
            if is_busy(fleet):
                yield from _gives_up_its_mission(battle, fleet)


def is_closed_with(battle: GwasBattle, side: str) -> Effects:
    """The enemy has closed to firing range and fired, which ends the side's stand."""
    if side == standing(battle):
        yield from _stand_ends(battle, side, Says.enemy_closed)


def _stand_ends(battle: GwasBattle, side: str, why: Words) -> Effects:
    """End a stand. If it was for a mission, the fleets busy with it abort, and their orders for this turn are void (V21)."""
    reason = VariantFacts(battle).stands_for[side]
    yield from VariantFacts.stands_for[side].clear(battle, said=Says.stand_over(why=why))
    for fleet in fighting_fleets(battle, side):
        if reason == ON_MISSION and is_busy(fleet):
            yield from _gives_up_its_mission(battle, fleet)
    if reason == PASSING:
        yield from note(Says.second_zone_lost(side=side), SECTION)


def _gives_up_its_mission(battle: GwasBattle, own: Fleet) -> Effects:
    """Abort a fleet's mission and its order for this turn (V21). It does nothing if the fleet has no mission."""
    if own.mission and (own.mission != ABORT or own.order):
        yield from abort_after_combat(battle, own, void=True)


def aborted(happened: Happened[GwasShip]) -> Iterator[Result]:
    """Results that tell which fleets gave up their mission. Only a fleet's own side may read its result."""
    for change in happened.changes(Fleet.mission):
        yield given_up(fleet_now(happened, change.subject), f"MISSION GIVEN UP: {change.subject}.")


def stand_over(happened: Happened[GwasShip]) -> Iterator[Result]:
    """Results that tell that a stand is over, and which missions were given up with it."""
    for change in happened.changed(Says.stand_over):
        words = f"THE STAND of {change.other} IS OVER: {reason_in_words(happened, change.said)}."
        yield Result(kind=HURT, head="stand over", words=words, side=change.other)
    yield from aborted(happened)


# ------------------------------------------------------------ the end of combat (17)


def round_is_over(battle: GwasBattle) -> Effects:
    """At the end of a round, end the combat if a side has no ship left or if a stand held. A stand also holds if the enemy left
    the map.
    """
    side = standing(battle)
    gone = [other for other in battle.sides if not fighting(battle, other)]
    if side and side not in gone:
        yield from note(Says.stand_held(side=side), SECTION)
        for own in fighting_fleets(battle, side):
            yield from VariantFleet.no_pursuit.mark(own)
            yield from rejoins(own)
    if side or gone:
        if gone:
            both = len(gone) > 1
            yield from note(Says.nobody_left_at_all(sides=gone) if both else Says.nobody_left(side=gone[0]), "tactical 17")
        yield from combat_ends(battle)
