"""Shields Up: one ship of a side ignores all hits of a combat segment."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.phases import GUNFIRE, TORPEDO
from fleetbook.rules.gwas.ground.ship import WEAPONS, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.weapons.weapons import fired_at
from fleetbook.rules.gwas_variant.state import BOUND, SHIELDED, SHIELDS, is_set

SECTION = "Shields Up"


def _saved(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    return [ship for side in battle.sides if is_set(battle, SHIELDS, side) for ship in fighting(battle, side)]


def _enemies(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    if not given.get("ship"):
        return []
    return [ship.name for ship in fighting(battle, battle.other_side(battle.ship(given["ship"]).side))]


class RaiseShields(Order[GwasShip]):
    """The side names the ship that ignores all hits, once the enemy has said who fires at it."""

    id, title, key, section = "shields-up", "Shields up", "s", SECTION
    phases = (*GUNFIRE, *TORPEDO)
    ship: str = fields.ship("ship", among=_saved, default=lambda b, g: next(iter(_saved(b, g)), None))
    firers: tuple[str, ...] = fields.several("enemies announced to fire at it", among=_enemies)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.in_combat and is_set(battle, SHIELDS, ship.side), f"{ship.side} has no shields to raise", SECTION)
        for enemy in fighting(battle, battle.other_side(ship.side)):
            shot = any(fired_at(battle, enemy, weapon) == ship.name for weapon in WEAPONS)
            require(not shot, f"{enemy} has fired at {ship} in this step: name the ship before the dice", SECTION)

    def resolve(self, battle: GwasBattle) -> Effects:
        side = battle.ship(self.ship).side
        yield from clear("", SHIELDS, side)
        yield from set_fact(self.ship, SHIELDED, True, text=f"{self.ship} ignores all hits of this segment")
        for name in self.firers:
            yield from set_fact(name, BOUND, self.ship)

    def headline(self, battle: GwasBattle) -> str:
        return f"shields up for {self.ship}"
