"""Slow ships (18): whether 1S ships of the side with initiative have closed to maximum range in the first segment."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, roll_on
from fleetbook.rules.gwas.ground.phases import GUNFIRE
from fleetbook.rules.gwas.ground.ship import GwasBattle, fighting
from fleetbook.rules.gwas_variant.state import VariantFacts, VariantShip


def slow_ships_close(battle: GwasBattle) -> Effects:
    """By day a die for each of them, when guns first fire in the combat."""
    now, table = VariantFacts(battle), battle.tables.table("slow_ships")
    first = battle.phase == GUNFIRE[0] and now.round == battle.figure("Slow ships, round in which they roll")
    if not first or now.night:
        return
    speed = battle.printed("Slow ships, speed")
    for ship in [ship for ship in fighting(battle, now.initiative) if ship.speed == speed]:
        if (yield from roll_on(table, "1S ship", label=str(ship))) != "all guns":
            yield from VariantShip.not_closed.set(ship, text=f"{ship} has not closed to maximum range")
