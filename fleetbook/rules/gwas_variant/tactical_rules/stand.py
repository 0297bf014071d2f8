"""Standing (7): a fleet busy with its mission holds its ground until the enemy closes and fires, or does not."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, note, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import fighting_fleets, round_number
from fleetbook.rules.gwas.ground.phases import DEPLOYMENT
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.movement import ways
from fleetbook.rules.gwas.strategic.plotting import abort_after_combat
from fleetbook.rules.gwas_variant.missions import has_its_hands_full, is_busy
from fleetbook.rules.gwas_variant.phases import EVENTS
from fleetbook.rules.gwas_variant.state import STANDING, word

SECTION = "tactical 7"
ON_MISSION, ESCORTING, PASSING = "mission", "escort", "second zone"
REASONS = (ON_MISSION, ESCORTING, PASSING)


def may_stand(battle: GwasBattle, side: str, reason: str) -> bool:
    """Whether a side has a fleet in the combat that may stand for this reason."""
    if reason == ON_MISSION:
        return has_its_hands_full(battle, side)
    if reason == ESCORTING:
        return any(fleet.mission == "Escort" for fleet in fighting_fleets(battle, side))
    return any(fleet.route and ways(battle, fleet) for fleet in fighting_fleets(battle, side))


def _standers(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    return [side for side in battle.sides if any(may_stand(battle, side, reason) for reason in REASONS)]


def _reasons(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    side = given.get("side")
    return [reason for reason in REASONS if side and may_stand(battle, side, reason)]


class Stand(Order[GwasShip]):
    """A side declares, after setting up, that it goes on with what it was doing."""

    id, title, key, section = "stand", "Stand", "S", SECTION
    phases = (DEPLOYMENT, EVENTS[0])
    side: str = fields.choice(
        "side", among=_standers, nameable=lambda b, g: b.sides, default=lambda b, g: next(iter(_standers(b, g)), None)
    )
    reason: str = fields.choice(
        "because of its", among=_reasons, nameable=REASONS, default=lambda b, g: next(iter(_reasons(b, g)), None)
    )

    def check(self, battle: GwasBattle) -> None:
        require(round_number(battle) == 1, "a stand is declared after setting up", SECTION)
        require(not standing(battle), f"{standing(battle)} stands already", SECTION)
        require(
            may_stand(battle, self.side, self.reason), f"{self.side} has no fleet that may stand for its {self.reason}", SECTION
        )

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact("", STANDING, self.reason, self.side, text=f"{self.side} stands for its {self.reason}")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.side} stands"


def standing(battle: GwasBattle) -> str:
    """The side that stands; empty where none does."""
    return next((side for side in battle.sides if word(battle, STANDING, side)), "")


def gives_up_its_stand(battle: GwasBattle, side: str, what: str) -> Effects:
    """A side that stands moves or fires: the stand lapses, and its mission with it."""
    if side == standing(battle):
        yield from _lapses(battle, side, f"{side} {what}")


def is_closed_with(battle: GwasBattle, side: str) -> Effects:
    """The enemy of a side that stands has closed to firing range and fired."""
    if side == standing(battle):
        yield from _lapses(battle, side, "the enemy has closed and fired")


def _lapses(battle: GwasBattle, side: str, why: str) -> Effects:
    """The stand is over: a mission is aborted, with its order of this turn (V21)."""
    reason = word(battle, STANDING, side)
    yield from clear("", STANDING, side, text=f"{why}: {side} stands no longer")
    for fleet in fighting_fleets(battle, side):
        if reason == ON_MISSION and is_busy(fleet):
            yield from abort_after_combat(battle, fleet, void=True)
    if reason == PASSING:
        yield from note(f"{side} does not move its second zone", SECTION)
