"""Fuel and ammunition: fuel checked, taken in, ships that rearm."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, restore_boxes, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import is_settled, settled
from fleetbook.rules.gwas.ground.fleets import ZONES_MOVED, carried_out, fleet, fleet_names, fleets, hidden_from
from fleetbook.rules.gwas.ground.rounds import ZONES_SINCE_BOX, use_fuel
from fleetbook.rules.gwas.ground.ship import FUEL, FUELING, MINES, REARMING, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.movement import plotted_zones


class CheckFuel(Order[GwasShip]):
    """Mark off a fuel box of each ship for every so many zones that it has moved through."""

    id, title, key, section = "fuel", "Check fuel", "F", "Game Turn Sequence of Play"
    phases = ("fuel",)

    def check(self, battle: GwasBattle) -> None:
        require(not is_settled(battle, self.id), "fuel is checked this turn", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from settled(battle, self.id)
        yield from use_fuel(battle)

    def headline(self, battle: GwasBattle) -> str:
        return "fuel"


def fuelers(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The fleets that may take in fuel: in port, or with an oiler or a collier; with a mission only by order."""
    for own in fleets(battle):
        supplied = own.in_port or any(ship.card.type in ("OIL", "COL") for ship in own.ships)
        if supplied and (not own.mission or own.order(battle.turn) == "Fuel"):
            yield own.name


class TakeFuel(Order[GwasShip]):
    """A fleet fuels: it does not move this turn, and its boxes are filled."""

    id, title, key, section = "take-fuel", "Take in fuel", "O", "Scenario Preparation"
    phases = ("movement",)
    fleet: str = fields.choice("fleet", nameable=fleet_names, among=fuelers)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(own.name in fuelers(battle, {}), f"{own} fuels in port, or with an oiler or collier, by order", self.section)
        require(not own.has_moved, f"{own} has moved this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from set_fact(own, ZONES_MOVED, 0, battle.turn)
        yield from carried_out(own)
        for ship in own.ships:
            yield from set_fact(ship, FUELING, battle.turn)
            yield from clear(ship, ZONES_SINCE_BOX)
            if battle.reading("fueling_fills"):
                yield from _filled(ship, FUEL, "fueling")

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: fuel taken in"


def _filled(ship: GwasShip, track: str, why: str) -> Effects:
    if ship.left(track) < ship.full(track):
        yield from restore_boxes(ship.name, track, ship.full(track) - ship.left(track), why)


def rearmers(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The fleets that may rearm: in port, and not ordered to put to sea."""
    yield from (own.name for own in fleets(battle) if own.in_port and not plotted_zones(battle, own))


class Rearm(Order[GwasShip]):
    """A fleet in port rearms: it neither moves nor fires this turn, and its ships take mines aboard."""

    id, title, key, section = "rearm", "Rearm", "A", "Weapon Strength Modifiers"
    phases = ("movement",)
    fleet: str = fields.choice("fleet", nameable=fleet_names, among=rearmers)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(own.in_port, f"{own} is not in port; ships rearm there")
        require(not plotted_zones(battle, own), f"{own} is ordered to {own.order(battle.turn)} this turn")
        require(not own.has_moved, f"{own} has moved this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from set_fact(own, ZONES_MOVED, 0, battle.turn)
        for ship in own.ships:
            yield from set_fact(ship, REARMING, battle.turn)
            if battle.reading("rearming_fills"):
                yield from _filled(ship, MINES, "rearming")

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet} rearms"
