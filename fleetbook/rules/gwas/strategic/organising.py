"""Fleets put together and divided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.fact import Fact
from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.card import ABORT
from fleetbook.rules.gwas.ground.composition import wrong_for_mission, wrong_nations
from fleetbook.rules.gwas.ground.facts import GwasFacts, owner
from fleetbook.rules.gwas.ground.fleets import (
    Fleet,
    carried_out,
    enemy_fleets,
    fleet,
    fleet_names,
    fleets_ever,
    require_ordered,
)
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.ground.told import done
from fleetbook.rules.gwas.strategic.plotting import MOST_TURNS, checked_order, split_orders
from fleetbook.rules.gwas.weapons.damage import cast_off
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import listed

LONGEST_NAME = 40


def require_composition(battle: GwasBattle, ships: list[GwasShip], mission: str) -> None:
    """Raise Refused unless these ships may form a fleet with this mission."""
    cards = [ship.card for ship in ships]
    wrong = wrong_nations(cards, battle.tables)
    if not wrong and mission != ABORT:
        wrong = wrong_for_mission(cards, mission, any(ship.leader for ship in ships), battle.tables)
    require(not wrong, wrong, "Scenario Preparation")


class CombineFleets(Order[GwasShip]):
    """A fleet takes in another of its side in the same zone."""

    id, title, key, section = "combine", "Combine fleets", "c", "Game Turn Sequence of Play"
    says = "{fleet} takes in {other}"
    phases = ("combining",)
    fleet: str = fields.choice("fleet that goes on", fleet_names)
    other: str = fields.choice("fleet taken in", fleet_names)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        other = fleet(battle, self.other)
        require(own != other, f"{own} cannot be combined with itself")
        require(own.side == other.side, f"{other} is of {other.side}")
        require(own.zone == other.zone, f"{own} is in {own.where} and {other} in {other.where}")
        require_composition(battle, [*own.ships, *other.ships], own.mission)

    def resolve(self, battle: GwasBattle) -> Effects:
        for ship in fleet(battle, self.other).ships:
            yield from GwasShip.joined.set(ship, self.fleet, said=Says.joins_fleet)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield Result(kind=DONE, head="combined", words=f"COMBINED: {self.fleet} with {self.other}.")


def _are_copied(battle: GwasBattle) -> bool:
    return battle.reading("divided_orders") == "copied"


class DivideFleet(Order[GwasShip]):
    """Some ships leave a fleet and are a fleet of their own, with the same mission, and its orders from the next turn on or such
    as are written now (G17).
    """

    id, title, key, section = "divide", "Divide a fleet", "V", "Scenario Preparation"
    says = "{name} divides off {fleet}"
    phases = ("movement",)
    fleet: str = fields.choice("fleet", fleet_names)
    ships: tuple[str, ...] = fields.several("ships that leave", lambda battle, order: fleet(battle, order.fleet).ships)
    name: str = fields.text("name of the new fleet")
    orders: str = fields.text(
        "its orders from the next turn on, divided by ;",
        default="-",
        shown_if=lambda battle, order: bool(fleet(battle, order.fleet).mission) and not _are_copied(battle),
    )

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require_ordered(own, "Divide")
        require(len(own.ships) > 1, f"a ship must stay with {own}")
        for ship in self.ships:
            require(battle.ship(ship) in own.ships, f"only ships of {own} can leave it")
        require(self.ships, "no ship leaves")
        staying = [ship for ship in own.ships if ship.name not in self.ships]
        require(staying, f"a ship must stay with {own}")
        for part in (staying, [battle.ship(ship) for ship in self.ships]):
            require_composition(battle, part, own.mission)
        self._check_name(battle)
        self._written(battle)

    def _check_name(self, battle: GwasBattle) -> None:
        name = self.name.strip()
        others = (each.name for each in (*fleets_ever(battle), *battle.ships()))
        taken = {word.casefold() for word in (*battle.sides, *others, "battle")}
        require(name.casefold() not in taken, f"{name} is the name of something else")
        require(name.isprintable() and len(name) <= LONGEST_NAME, f"a fleet's name has {LONGEST_NAME} letters at most")

    def _written(self, battle: GwasBattle) -> list[str]:
        mission = fleet(battle, self.fleet).mission
        return [checked_order(words, mission, battle.tables) for words in split_orders(self.orders) if words != "-"]

    def resolve(self, battle: GwasBattle) -> Effects:
        own, name = fleet(battle, self.fleet), self.name.strip()
        yield from carried_out(own)
        yield from divided_off(own, name)
        if own.mission:
            copied = [own.orders[turn] for turn in range(battle.turn + 1, battle.turn + MOST_TURNS)]
            for turn, words in enumerate(copied if _are_copied(battle) else self._written(battle), start=battle.turn + 1):
                yield from Fleet.orders[turn].set(name, words)
        for ship in map(battle.ship, self.ships):
            partner = ship.tows or ship.towed_by
            if partner and partner not in self.ships:
                yield from cast_off(ship)
            yield from GwasShip.joined.set(ship, name, said=Says.leaves_fleet(fleet=own))

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return owner(battle, self.fleet) != side and self.orders != "-"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        own = fleet(happened.before, self.fleet)
        yield done(f"DIVIDED from {own}: {self.name.strip()}, {listed(self.ships)}.", own, head="divided")


KEPT: tuple[Fact[Any], ...] = (
    Fleet.mission, Fleet.zone, Fleet.in_port, Fleet.raided, Fleet.spotted, Fleet.fought, Fleet.laid,
)  # fmt: skip
KEPT_OF_TURNS = Fleet.moved, Fleet.routes, Fleet.carried_out
KEPT_OF_FLEETS = Fleet.contact, Fleet.pursues, Fleet.searched
TURNS_BACK = 3


def divided_off(own: Fleet, name: str) -> Effects:
    """A new fleet where another is: what that one is and has done counts for it too, its orders aside (G17)."""
    battle, new = own.battle, Fleet(own.battle, name, own.side)
    yield from GwasFacts.divided.set(battle, (*GwasFacts(battle).divided, name))
    yield from Fleet.side_of.set(new, own.side)
    for fact in (*KEPT, *hooks(battle).fleet_facts):
        yield from _copied(fact, own, new)
    for turn in range(battle.turn - TURNS_BACK, battle.turn + 1):
        for of_turn in KEPT_OF_TURNS:
            yield from _copied(of_turn[turn], own, new)
    for other in enemy_fleets(battle, own):
        for of_fleet in KEPT_OF_FLEETS:
            yield from _copied(of_fleet[other], own, new)
            yield from set_fact(other, of_fleet.name, other.fact(of_fleet.name, own.name), new)


def _copied(fact: Fact[Any], own: Fleet, new: Fleet) -> Effects:
    """A fact of one fleet, as it is kept, holds for the other."""
    yield from set_fact(new, fact.name, own.fact(fact.name, fact.other), fact.other)
