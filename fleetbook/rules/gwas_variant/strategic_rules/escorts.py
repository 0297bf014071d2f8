"""Escorts that leave the ships they escort (7, 8): they may pursue as long as they succeed, then they abort."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.fleets import ORDER, Fleet, enemy_fleets, fleet, fleet_names, fleets, hidden_from
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.contact import met, pursued
from fleetbook.rules.gwas.strategic.plotting import abort

SECTION = "strategic 8"
ESCORT = "Escort"
APART = "apart from its charges"
PURSUE = "Pursue"


def _escorts(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    return [own.name for own in fleets(battle) if own.mission == ESCORT and not own.fact(APART)]


class LeaveCharges(Order[GwasShip]):
    """A fleet that escorts others leaves them to meet the enemy."""

    id, title, key, section = "leave-charges", "Escort leaves its charges", "l", SECTION
    phases = ("movement", "contact")
    fleet: str = fields.choice(
        "fleet", among=_escorts, nameable=fleet_names, default=lambda b, g: next(iter(_escorts(b, g)), None)
    )

    def check(self, battle: GwasBattle) -> None:
        require(self.fleet in _escorts(battle, {}), f"{self.fleet} escorts nobody, or has left its charges", SECTION)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact(self.fleet, APART, True, text=f"{self.fleet} leaves the ships that it escorts")
        yield from set_fact(self.fleet, ORDER, PURSUE, battle.turn + 1)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet} leaves its charges"


def escort_lost_its_charges(battle: GwasBattle, own: Fleet) -> Effects:
    """A pursuit fails: an escort away from its charges has nothing left to do."""
    if own.fact(APART):
        yield from clear(own, APART)
        if own.mission == ESCORT:
            yield from abort(battle, own)


def rejoins(own: Fleet) -> Effects:
    """An escort whose stand held remains on its mission (7)."""
    if own.fact(APART):
        yield from clear(own, APART, text=f"{own} remains on escort")


def in_touch(own: Fleet) -> bool:
    """Whether a fleet pursues an enemy, or is in contact with one, this turn."""
    others = [fleet(own.battle, name) for name in enemy_fleets(own.battle, own.name)]
    return any(met(own, other, own.battle.turn) or pursued(own, other) for other in others)


def turn_ends(battle: GwasBattle) -> Effects:
    """Escorts away from their charges that neither pursue nor are in contact abort at the end of the turn."""
    for own in fleets(battle) if battle.reading("escort_out_of_touch_aborts") else ():
        if own.fact(APART) and not in_touch(own):
            yield from escort_lost_its_charges(battle, own)
