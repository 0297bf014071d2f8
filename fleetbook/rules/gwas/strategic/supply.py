"""Fuel and ammunition: ships mark off fuel boxes, take in fuel and rearm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from fleetbook.core.battle.conditions import Boxes
from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.words.sentence import Words
from fleetbook.rules.gwas.ground.card import COL, OIL
from fleetbook.rules.gwas.ground.combat import fuel_used, use_fuel
from fleetbook.rules.gwas.ground.facts import GwasFacts
from fleetbook.rules.gwas.ground.fleets import Fleet, carried_out, fleet, fleet_names, hidden_from, require_ordered
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import sentences

STAYS = "no move and no fire this turn"


class CheckFuel(Order[GwasShip]):
    """Mark off a fuel box of each ship that has moved far enough to use one."""

    id, title, key, section = "fuel", "Check fuel", "F", "Game Turn Sequence of Play"
    says = "fuel"
    phases = ("fuel",)

    def check(self, battle: GwasBattle) -> None:
        require(not GwasFacts(battle).settled[self.id], "fuel has been checked this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasFacts.settled[self.id].mark(GwasFacts(battle))
        yield from use_fuel(battle)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from fuel_used(happened)


class TakeFuel(Order[GwasShip]):
    """A fleet takes in fuel. It does not move this turn, and all its fuel boxes are filled."""

    id, title, key, section = "take-fuel", "Take in fuel", "O", "Scenario Preparation"
    says = "{fleet}: fuel taken in"
    phases: ClassVar[tuple[str, ...]] = ("movement",)
    fleet: str = fields.choice("fleet", fleet_names)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        supplied = own.in_port or any(ship.card.type in (OIL, COL) for ship in own.ships)
        require(supplied, f"{own} is not in port, and has no oiler or collier")
        require_ordered(own, "Fuel")
        require(not own.has_moved, f"{own} has moved this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from Fleet.moved[battle.turn].set(own, 0)
        yield from carried_out(own)
        for ship in own.ships:
            yield from GwasShip.fueling.mark(ship)
            yield from GwasShip.zones_run.clear(ship)
            if battle.reading("fueling_fills"):
                yield from _filled(ship, GwasShip.fuel, Says.fueling)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        means = sentences("all boxes are filled" * bool(happened.before.reading("fueling_fills")), STAYS)
        yield Result(kind=DONE, head="fuels", words=f"FUEL TAKEN IN: {self.fleet}.", means=means)


def _filled(ship: GwasShip, track: Boxes, why: Words) -> Effects:
    lacking = ship.full(track.name) - track.value(ship)
    if lacking:
        yield from track.restore(ship, lacking, why)


class Rearm(Order[GwasShip]):
    """A fleet in port rearms. It neither moves nor fires this turn, and its ships fill up with mines."""

    id, title, key, section = "rearm", "Rearm", "A", "Weapon Strength Modifiers"
    says = "{fleet} rearms"
    phases = ("movement",)
    fleet: str = fields.choice("fleet", fleet_names)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(own.in_port, f"{own} is not in port; ships rearm there")
        require(not own.plan.zones, f"{own} is ordered to {own.order} this turn")
        require(not own.has_moved, f"{own} has moved this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from Fleet.moved[battle.turn].set(own, 0)
        for ship in own.ships:
            yield from GwasShip.rearming.mark(ship)
            if battle.reading("rearming_fills"):
                yield from _filled(ship, GwasShip.mines, Says.rearming)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        means = sentences("all mines are aboard" * bool(happened.before.reading("rearming_fills")), STAYS)
        yield Result(kind=DONE, head="rearms", words=f"REARMED: {self.fleet}.", means=means)
