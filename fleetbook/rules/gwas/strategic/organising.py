"""Fleets put together and divided."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.composition import wrong_for_mission, wrong_nations
from fleetbook.rules.gwas.ground.fleets import (
    DIVIDED,
    KNOWN,
    MISSION,
    RAIDED,
    SIDE,
    ZONE,
    divided,
    fleet,
    fleet_names,
    fleets,
    hidden_from,
)
from fleetbook.rules.gwas.ground.ship import FLEET, IN_PORT, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.plotting import ABORT

LONGEST_NAME = 40


def require_composition(battle: GwasBattle, ships: list[GwasShip], mission: str) -> None:
    """Raise Refused unless these ships may form a fleet with this mission."""
    cards = [ship.card for ship in ships]
    wrong = wrong_nations(cards, battle.tables)
    if not wrong and mission != ABORT:
        wrong = wrong_for_mission(cards, mission, any(ship.leads for ship in ships), battle.tables)
    require(not wrong, wrong, "Scenario Preparation")


def combinable(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets in the same zone as the first one."""
    if not given.get("fleet"):
        return []
    own = fleet(battle, given["fleet"])
    return [other.name for other in fleets(battle, own.side) if other.name != own.name and other.zone == own.zone]


class CombineFleets(Order[GwasShip]):
    """A fleet takes in another of its side in the same zone."""

    id, title, key, section = "combine", "Combine fleets", "c", "Game Turn Sequence of Play"
    phases = ("combining",)
    fleet: str = fields.choice("fleet that goes on", among=fleet_names)
    other: str = fields.choice("fleet taken in", among=combinable, nameable=fleet_names)

    def check(self, battle: GwasBattle) -> None:
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        require(own.name != other.name, f"{own} cannot be combined with itself")
        require(own.side == other.side, f"{other} is of {other.side}")
        require(
            own.zone == other.zone, f"{own} is in {own.zone or 'no zone'} and {other} in {other.zone or 'no zone'}", self.section
        )
        require_composition(battle, [*own.ships, *other.ships], own.mission)

    def resolve(self, battle: GwasBattle) -> Effects:
        for ship in fleet(battle, self.other).ships:
            yield from set_fact(ship, FLEET, self.fleet, text=f"{ship} joins {self.fleet}")

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet} takes in {self.other}"


def members(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """Ships of the fleet."""
    return [ship.name for ship in fleet(battle, given["fleet"]).ships] if given.get("fleet") else []


class DivideFleet(Order[GwasShip]):
    """Some ships leave a fleet and are a fleet of their own, with the same mission."""

    id, title, key, section = "divide", "Divide a fleet", "V", "Scenario Preparation"
    phases = ("movement",)
    fleet: str = fields.choice("fleet", among=fleet_names)
    ships: tuple[str, ...] = fields.several("ships that leave", among=members)
    name: str = fields.text("name of the new fleet")

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        order = own.order(battle.turn)
        require(not own.mission or order == "Divide", f"{own} is ordered to {order or 'do nothing'} this turn, not to divide")
        require(self.ships, "no ship leaves")
        require(set(self.ships) <= set(members(battle, self.inputs())), f"only ships of {own} can leave it")
        staying = [ship for ship in own.ships if ship.name not in self.ships]
        require(staying, f"a ship must stay with {own}")
        taken = {own.name, *battle.sides, *fleet_names_ever(battle), *(ship.name for ship in battle.ships()), "battle"}
        name = self.name.strip()
        require(name.casefold() not in {word.casefold() for word in taken}, f"{name} is the name of something else")
        require(name.isprintable() and len(name) <= LONGEST_NAME, f"a fleet's name has {LONGEST_NAME} letters at most")
        for part in (staying, [battle.ship(ship) for ship in self.ships]):
            require_composition(battle, part, own.mission)

    def resolve(self, battle: GwasBattle) -> Effects:
        own, name = fleet(battle, self.fleet), self.name.strip()
        yield from set_fact("", DIVIDED, (*divided(battle), name))
        yield from set_fact(name, SIDE, own.side)
        for fact in (MISSION, ZONE, KNOWN, IN_PORT, RAIDED):
            if own.fact(fact) is not None:
                yield from set_fact(name, fact, own.fact(fact))
        for ship in self.ships:
            yield from set_fact(ship, FLEET, name, text=f"{ship} leaves {own} for {name}")

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.name} divides off {self.fleet}"


def fleet_names_ever(battle: GwasBattle) -> list[str]:
    """Names of all fleets of the scenario and those divided off, with ships or without."""
    return [*(squadron.name for squadron in battle.setup.squadrons), *divided(battle)]
