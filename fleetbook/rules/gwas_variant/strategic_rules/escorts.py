"""Escorts that leave the ships they escort (7, 8): they may pursue as long as they succeed, then they abort."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.card import ESCORT
from fleetbook.rules.gwas.ground.fleets import Fleet, enemy_fleets, fleet, fleet_names, fleets, hidden_from
from fleetbook.rules.gwas.ground.phases import CONTACT
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.ground.told import done, fleet_now
from fleetbook.rules.gwas.strategic.plotting import PURSUE, abort
from fleetbook.rules.gwas_variant.state import VariantFleet
from fleetbook.rules.gwas_variant.words import Says


class LeaveCharges(Order[GwasShip]):
    """A fleet that escorts others leaves them to meet the enemy."""

    id, title, key, section = "leave-charges", "Escort leaves its charges", "l", "strategic 8"
    says = "{fleet} leaves its charges"
    phases = ("movement", CONTACT)
    fleet: str = fields.choice("fleet", fleet_names)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(own.mission == ESCORT, f"{own} escorts nobody")
        require(not VariantFleet.apart.value(own), f"{own} has left its charges")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFleet.apart.set(self.fleet, said=Says.leaves_charges)
        yield from pursues_next_turn(VariantFleet(battle, self.fleet, fleet(battle, self.fleet).side))

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        own = fleet_now(happened, self.fleet)
        means = "It may pursue as long as it succeeds; then it aborts."
        yield done(f"ESCORT LEAVES ITS CHARGES: {own}.", own, means=means, head="leaves")


def pursues_next_turn(own: Fleet) -> Effects:
    """An escort away from its charges is ordered to pursue in the next turn; what it was to do is kept for when it rejoins."""
    turn = own.battle.turn + 1
    if own.orders[turn] != PURSUE:
        yield from VariantFleet.put_off.set(own, own.orders[turn])
    yield from Fleet.orders[turn].set(own, PURSUE)


def escort_lost_its_charges(battle: GwasBattle, own: Fleet) -> Effects:
    """A pursuit fails: an escort away from its charges has nothing left to do."""
    if VariantFleet.apart.value(own):
        yield from VariantFleet.apart.clear(own)
        yield from VariantFleet.put_off.clear(own)
        if own.mission == ESCORT:
            yield from abort(battle, own)


def rejoins(own: Fleet) -> Effects:
    """An escort whose stand held remains on its mission, and its order of the next turn stands again (7)."""
    if VariantFleet.apart.value(own):
        yield from VariantFleet.apart.clear(own, said=Says.remains_on_escort)
        yield from Fleet.orders[own.battle.turn + 1].set(own, VariantFleet.put_off.value(own))
        yield from VariantFleet.put_off.clear(own)


def in_touch(own: Fleet) -> bool:
    """Whether a fleet pursues an enemy, or is in contact with one, this turn."""
    return any(own.contact[other] or own.pursues[other] for other in enemy_fleets(own.battle, own))


def turn_ends(battle: GwasBattle) -> Effects:
    """Escorts away from their charges that neither pursue nor are in contact abort at the end of the turn."""
    for own in fleets(battle) if battle.reading("escort_out_of_touch_aborts") else ():
        if VariantFleet.apart.value(own) and not in_touch(own):
            yield from escort_lost_its_charges(battle, own)
