"""Slow ships (18): whether 1S ships of the side with initiative have closed to maximum range in the first segment."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, roll_on, set_fact
from fleetbook.rules.gwas.ground.combat_state import holder, round_number
from fleetbook.rules.gwas.ground.phases import GUNFIRE
from fleetbook.rules.gwas.ground.ship import GwasBattle, fighting
from fleetbook.rules.gwas_variant.state import NOT_CLOSED


def slow_ships_close(battle: GwasBattle) -> Effects:
    """By day a die for each of them, when guns first fire in the combat."""
    slow, table = battle.tables.table("slow_speed"), battle.tables.table("slow_ships")
    first = battle.phase == GUNFIRE[0] and round_number(battle) == slow.whole("ships that roll", "round")
    if not first or battle.word("light") != "day":
        return
    speed = slow.text("ships that roll", "speed")
    for ship in [ship for ship in fighting(battle, holder(battle)) if ship.speed == speed]:
        if (yield from roll_on(table, "1S ship", label=str(ship))) != "all guns":
            yield from set_fact(ship, NOT_CLOSED, True, text=f"{ship} has not closed to maximum range")
