"""Where the minefields are, and whether both sides know of them."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.rules.gwas.ground.ship import GwasBattle

FIELDS, FOUND = "minefields", "minefields found"


def fields_in(battle: GwasBattle, side: str, zone: str) -> int:
    """How many minefields of a side are in a zone."""
    number = battle.fact(Key(side, FIELDS, zone))
    return number if isinstance(number, int) else 0
