"""Where the minefields are, and which side has found them."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.rules.gwas.ground.ship import GwasBattle

FIELDS, FOUND = "minefields", "minefields found"


def fields_in(battle: GwasBattle, side: str, zone: str) -> int:
    """How many minefields of a side are in a zone."""
    number = battle.fact(Key(side, FIELDS, zone))
    return number if isinstance(number, int) else 0


def find(battle: GwasBattle, side: str, zone: str, text: str = "") -> Effects:
    """A side learns what mines of either side there are in a zone; the other does not learn that (G12)."""
    number = sum(fields_in(battle, each, zone) for each in battle.sides)
    yield from set_fact(side, FOUND, (battle.turn, number), zone, text=text)
