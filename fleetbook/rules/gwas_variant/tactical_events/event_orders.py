"""Shields Up: one ship of a side ignores all hits of a combat segment."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GOOD, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.phases import GUNFIRE, TORPEDOES
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.weapons.attack import targets_of_step
from fleetbook.rules.gwas_variant.state import SHIELDS_UP, VariantFacts, VariantShip
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import listed, sentences
from fleetbook.rules.kit.sides import every_ship


def _enemies(battle: GwasBattle, order: RaiseShields) -> list[GwasShip]:
    return battle.ships(battle.other_side(battle.ship(order.ship).side))


class RaiseShields(Order[GwasShip]):
    """The side names the ship that ignores all hits, once the enemy has said who fires at it."""

    id, title, key, section = "shields-up", "Shields up", "s", SHIELDS_UP
    says = "shields up for {ship}"
    phases = (*GUNFIRE, *TORPEDOES)
    ship: str = fields.ship("ship", every_ship)
    firers: tuple[str, ...] = fields.several("enemies announced to fire at it", _enemies)

    def check(self, battle: GwasBattle) -> None:
        saved = [side for side in battle.sides if VariantFacts(battle).shields[side]]
        require(saved, "no side has shields to raise")
        ship = battle.ship(self.ship)
        require(ship.side in saved, f"{ship.side} has no shields to raise")
        require(ship.in_combat, f"{ship} is not in this combat")
        for enemy in fighting(battle, battle.other_side(ship.side)):
            shot = ship.name in targets_of_step(battle, enemy)
            require(not shot, f"{enemy} has fired at {ship} in this step: name the ship before the dice")
        for name in self.firers:
            require(battle.ship(name).in_combat, f"{name} is not in this combat")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFacts.shields[battle.ship(self.ship).side].clear(battle)
        yield from VariantShip.shielded.set(self.ship, said=Says.ignores_all_hits)
        for name in self.firers:
            yield from VariantShip.bound_to.set(name, self.ship)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        bound = f"{listed(self.firers)} may fire at no other ship this segment" if self.firers else ""
        words = f"{self.ship} HAS HER SHIELDS UP: all hits of this segment are ignored."
        yield Result(kind=GOOD, head="shields up", words=words, means=sentences(bound), subject=self.ship)
