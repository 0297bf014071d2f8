"""Fleets that are busy with their mission: they never have the initiative, may be surprised again, and may stand (3, 4, 7)."""

from __future__ import annotations

from fleetbook.rules.gwas.ground.card import BOMBARD, MINELAYING
from fleetbook.rules.gwas.ground.combat_state import fighting_fleets
from fleetbook.rules.gwas.ground.fleets import Fleet
from fleetbook.rules.gwas.ground.ship import GwasBattle

BUSY_MISSIONS = BOMBARD, MINELAYING
BUSY_ORDERS = ("Shell", "Mine", "Fuel")


def is_busy(fleet: Fleet) -> bool:
    """Whether a fleet has orders to bombard, to lay mines or to refuel this turn."""
    battle = fleet.battle
    if battle.reading("mission_is_an_order") and fleet.mission in BUSY_MISSIONS:
        return True
    words = fleet.order.replace(",", " ").replace(";", " ").split()
    return any(word in BUSY_ORDERS for word in words) or any(ship.fueling for ship in fleet.ships)


def has_its_hands_full(battle: GwasBattle, side: str) -> bool:
    """Whether a side has such a fleet in the present combat."""
    return any(is_busy(fleet) for fleet in fighting_fleets(battle, side))


def automatic_second(battle: GwasBattle) -> str:
    """The side that is without initiative because of its orders (4); empty where neither or both are."""
    busy = [side for side in battle.sides if has_its_hands_full(battle, side)]
    return busy[0] if len(busy) == 1 else ""
