"""Fleets put together and divided."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.composition import wrong_for_mission, wrong_nations
from fleetbook.rules.gwas.ground.fleets import (
    CARRIED_OUT,
    CONTACT,
    DIVIDED,
    FOUGHT,
    LAID,
    MISSION,
    ORDER,
    PURSUES,
    RAIDED,
    ROUTE,
    SEARCHED,
    SIDE,
    SPOTTED,
    ZONE,
    ZONES_MOVED,
    Fleet,
    carried_out,
    divided,
    enemy_fleets,
    fleet,
    fleet_names,
    fleets,
    owner,
)
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import FLEET, IN_PORT, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.plotting import ABORT, MOST_TURNS, checked_order, split_orders

DIVIDE = "Divide"
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

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet} takes in {self.other}"


def members(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """Ships of the fleet."""
    return [ship.name for ship in fleet(battle, given["fleet"]).ships] if given.get("fleet") else []


def _writes_its_own(battle: GwasBattle, given: InputsSoFar) -> bool:
    own = fleet(battle, given["fleet"]) if given.get("fleet") else None
    return own is not None and bool(own.mission) and battle.reading("divided_orders") == "written"


class DivideFleet(Order[GwasShip]):
    """Some ships leave a fleet and are a fleet of their own, with the same mission, and its orders from the next turn on or such
    as are written now (G17).
    """

    id, title, key, section = "divide", "Divide a fleet", "V", "Scenario Preparation"
    phases = ("movement",)
    fleet: str = fields.choice("fleet", among=fleet_names)
    ships: tuple[str, ...] = fields.several("ships that leave", among=members)
    name: str = fields.text("name of the new fleet")
    orders: str = fields.text("its orders from the next turn on, divided by ;", default="-", wanted=_writes_its_own)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        order = own.order(battle.turn)
        require(not own.mission or order == DIVIDE, f"{own} is ordered to {order or 'do nothing'} this turn, not to divide")
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
        self._written(battle)

    def _written(self, battle: GwasBattle) -> list[str]:
        mission = fleet(battle, self.fleet).mission
        return [checked_order(words, mission, battle.tables) for words in split_orders(self.orders) if words != "-"]

    def resolve(self, battle: GwasBattle) -> Effects:
        own, name = fleet(battle, self.fleet), self.name.strip()
        yield from carried_out(own)
        yield from divided_off(own, name)
        if own.mission:
            copied = [own.order(turn) for turn in range(battle.turn + 1, battle.turn + MOST_TURNS)]
            written = copied if battle.reading("divided_orders") == "copied" else self._written(battle)
            for turn, words in enumerate(written, start=battle.turn + 1):
                yield from set_fact(name, ORDER, words or None, turn)
        for ship in self.ships:
            yield from set_fact(ship, FLEET, name, text=f"{ship} leaves {own} for {name}")

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return owner(battle, self.fleet) != side and self.orders != "-"

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.name} divides off {self.fleet}"


KEPT = (MISSION, ZONE, IN_PORT, RAIDED, SPOTTED, FOUGHT, LAID)
KEPT_OF_TURNS = (ZONES_MOVED, ROUTE, CARRIED_OUT)
KEPT_OF_FLEETS = (CONTACT, PURSUES, SEARCHED)
TURNS_BACK = 3


def divided_off(own: Fleet, name: str) -> Effects:
    """A new fleet where another is: what that one is and has done counts for it too, its orders aside (G17)."""
    battle = own.battle
    yield from set_fact("", DIVIDED, (*divided(battle), name))
    yield from set_fact(name, SIDE, own.side)
    for fact in (*KEPT, *hooks(battle).fleet_facts):
        yield from set_fact(name, fact, own.fact(fact))
    for turn in range(battle.turn - TURNS_BACK, battle.turn + 1):
        for fact in KEPT_OF_TURNS:
            yield from set_fact(name, fact, own.fact(fact, str(turn)), turn)
    for other in enemy_fleets(battle, own.name):
        for fact in KEPT_OF_FLEETS:
            yield from set_fact(name, fact, own.fact(fact, other), other)
            yield from set_fact(other, fact, battle.fact(Key(other, fact, own.name)), name)


def fleet_names_ever(battle: GwasBattle) -> list[str]:
    """Names of all fleets of the scenario and those divided off, with ships or without."""
    return [*(squadron.name for squadron in battle.setup.squadrons), *divided(battle)]
