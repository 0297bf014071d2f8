"""Standing (7): a fleet busy with its mission holds its ground until the enemy closes and fires, or does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.words.sentence import Sentence, Words
from fleetbook.rules.gwas.ground.card import ABORT, ESCORT
from fleetbook.rules.gwas.ground.combat_state import fighting_fleets
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet_of
from fleetbook.rules.gwas.ground.phases import DEPLOYMENT
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.movement import ways
from fleetbook.rules.gwas.strategic.plotting import abort_after_combat
from fleetbook.rules.gwas_variant.missions import has_its_hands_full, is_busy
from fleetbook.rules.gwas_variant.phases import EVENTS
from fleetbook.rules.gwas_variant.state import VariantFacts
from fleetbook.rules.gwas_variant.words import Says

SECTION = "tactical 7"
ON_MISSION, ESCORTING, PASSING = "mission", "escort", "second zone"
REASONS = (ON_MISSION, ESCORTING, PASSING)
HOLDS = {
    ON_MISSION: "If nobody closes and fires in this round it carries out its mission; if it moves or fires it aborts.",
    ESCORTING: "If nobody closes and fires in this round it remains on escort.",
    PASSING: "If nobody closes and fires in this round it moves its second zone.",
}
"""What a stand brings if it holds."""


def may_stand(battle: GwasBattle, side: str, reason: str) -> bool:
    """Whether a side has a fleet in the combat that may stand for this reason."""
    if reason == ON_MISSION:
        return has_its_hands_full(battle, side)
    if reason == ESCORTING:
        return any(fleet.mission == ESCORT for fleet in fighting_fleets(battle, side))
    return any(fleet.route and ways(battle, fleet) for fleet in fighting_fleets(battle, side))


class Stand(Order[GwasShip]):
    """A side declares, after setting up, that it goes on with what it was doing."""

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
    """The side that stands; empty where none does."""
    return next((side for side in battle.sides if VariantFacts(battle).stands_for[side]), "")


def moves_or_fires(battle: GwasBattle, ships: Sequence[GwasShip], what: Sentence) -> Effects:
    """Ships move or fire: a stand of their side lapses, and the mission of a busy fleet is aborted with it or without (V25)."""
    side = ships[0].side
    if side == standing(battle):
        yield from _lapses(battle, side, what(side=side))
    if battle.reading("busy_fleets_abort"):
        for fleet in {ship.fleet: fleet_of(battle, ship) for ship in ships}.values():
            if is_busy(fleet):
                yield from _gives_up_its_mission(battle, fleet)


def is_closed_with(battle: GwasBattle, side: str) -> Effects:
    """The enemy of a side that stands has closed to firing range and fired."""
    if side == standing(battle):
        yield from _lapses(battle, side, Says.enemy_closed)


def _lapses(battle: GwasBattle, side: str, why: Words) -> Effects:
    """The stand is over: a mission is aborted, with its order of this turn (V21)."""
    reason = VariantFacts(battle).stands_for[side]
    yield from VariantFacts.stands_for[side].clear(battle, said=Says.stand_over(why=why))
    for fleet in fighting_fleets(battle, side):
        if reason == ON_MISSION and is_busy(fleet):
            yield from _gives_up_its_mission(battle, fleet)
    if reason == PASSING:
        yield from note(Says.second_zone_lost(side=side), SECTION)


def _gives_up_its_mission(battle: GwasBattle, own: Fleet) -> Effects:
    """The mission is aborted, with the order of this turn (V21); a fleet without a mission has none to give up."""
    if own.mission and (own.mission != ABORT or own.order):
        yield from abort_after_combat(battle, own, void=True)
