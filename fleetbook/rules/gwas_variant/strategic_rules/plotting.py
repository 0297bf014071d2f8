"""Plotting orders after an erroneous report, and for escorts that leave the ships they escort (7, 8)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.card import ESCORT
from fleetbook.rules.gwas.ground.fleets import (
    PURSUE,
    Fleet,
    done,
    enemy_fleets,
    fleet,
    fleet_names,
    fleet_now,
    fleets,
    hidden_from,
)
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import CONTACT
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.plotting import abort
from fleetbook.rules.gwas_variant.state import ERRONEOUS_REPORT, VariantFleet
from fleetbook.rules.gwas_variant.words import Says


def turns_since_error(battle: GwasBattle, own: Fleet) -> int | None:
    """The number of turns since the fleet got an erroneous report, or None if it got none."""
    turn = VariantFleet.erroneous.turn(own)
    return None if turn is None else battle.turn - turn


def require_plotted(battle: GwasBattle) -> None:
    """Raise Refused if a fleet with an erroneous report has not plotted all the turns that it must."""
    for own in fleets(battle):
        if turns_since_error(battle, own) == 0:
            first, last = hooks(battle).plots_from(battle, own) or 0, hooks(battle).plots_to(battle, own) or 0
            lacking = [str(turn) for turn in range(first, last + 1) if not own.orders[turn]]
            words = f"an erroneous report: {own} must plot turn {' and '.join(lacking)} before this step ends"
            require(not lacking, words, ERRONEOUS_REPORT)


# ------------------------------------------------------------ escorts that leave the ships they escort


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
        means = "It may pursue until a pursuit fails; then it aborts."
        yield done(f"ESCORT LEAVES ITS CHARGES: {own}.", own, means=means, head="leaves")


def pursues_next_turn(own: Fleet) -> Effects:
    """Order an escort that left the ships it escorts to pursue next turn. The order that it had for that turn is kept until it
    rejoins them.
    """
    turn = own.battle.turn + 1
    if own.orders[turn] != PURSUE:
        yield from VariantFleet.put_off.set(own, own.orders[turn])
    yield from Fleet.orders[turn].set(own, PURSUE)


def escort_lost_its_charges(battle: GwasBattle, own: Fleet) -> Effects:
    """After a failed pursuit, abort the mission of an escort that left the ships it escorts."""
    if VariantFleet.apart.value(own):
        yield from VariantFleet.apart.clear(own)
        yield from VariantFleet.put_off.clear(own)
        if own.mission == ESCORT:
            yield from abort(battle, own)


def rejoins(own: Fleet) -> Effects:
    """The stand of an escort held: the escort stays with the ships it escorts, and its order for the next turn is valid again
    (7).
    """
    if VariantFleet.apart.value(own):
        yield from VariantFleet.apart.clear(own, said=Says.remains_on_escort)
        yield from Fleet.orders[own.battle.turn + 1].set(own, VariantFleet.put_off.value(own))
        yield from VariantFleet.put_off.clear(own)


def turn_ends(battle: GwasBattle) -> Effects:
    """At the end of a turn, abort the mission of each escort that left the ships it escorts. An escort in contact with an enemy,
    or in pursuit, goes on.
    """
    for own in fleets(battle) if battle.reading("escort_out_of_touch_aborts") else ():
        in_touch = (own.contact[other] or own.pursues[other] for other in enemy_fleets(battle, own))
        if VariantFleet.apart.value(own) and not any(in_touch):
            yield from escort_lost_its_charges(battle, own)
