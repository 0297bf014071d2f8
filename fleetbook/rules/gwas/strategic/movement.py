"""Fleets on the map: moves as plotted, fuel, towing, orders carried out."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, add, clear, lose, note, restore_boxes, set_fact
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import is_settled, settled
from fleetbook.rules.gwas.ground.fleets import ZONE, ZONES_MOVED, Fleet, fleet, fleet_names, fleets, hidden_from, owner
from fleetbook.rules.gwas.ground.phases import MOVES
from fleetbook.rules.gwas.ground.rounds import ZONES_SINCE_BOX
from fleetbook.rules.gwas.ground.ship import (
    FUEL,
    FUELING,
    IN_PORT,
    TOWED_BY,
    TOWS,
    GwasBattle,
    GwasShip,
    afloat,
    all_afloat,
    require_afloat,
)
from fleetbook.rules.gwas.strategic.minefields import FOUND, fields_in
from fleetbook.rules.gwas.strategic.plotting import LONGEST_ZONE, MOVE
from fleetbook.rules.gwas.weapons.damage import cast_off

CARRIED_OUT = "carried out"


def allowance(battle: GwasBattle, own: Fleet) -> int:
    """How many zones a fleet may move through this turn: as many as its slowest ship."""
    ships = own.ships
    if any(ship.towing for ship in ships):
        zones, turns = _towing(battle)
        return 0 if any(own.zones_moved(battle.turn - ago) for ago in range(1, turns)) else zones
    speeds = battle.tables.table("speeds")
    return min((speeds.whole(ship.speed_out_of_port, "zones a turn") for ship in ships), default=0)


def _towing(battle: GwasBattle) -> tuple[int, int]:
    table = battle.tables.table("towing")
    row = table.rows.labels[0]
    return table.whole(row, "zones"), table.whole(row, "turns")


def has_moved(battle: GwasBattle, own: Fleet) -> bool:
    """Whether a fleet has moved this turn."""
    return own.fact(ZONES_MOVED, str(battle.turn)) is not None


def movers(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that have still to move this turn."""
    return [own.name for own in fleets(battle) if not has_moved(battle, own)]


def plotted_zones(battle: GwasBattle, own: Fleet) -> tuple[str, ...]:
    """The zones of the move that is plotted for this turn."""
    name, *zones = own.order(battle.turn).split() or [""]
    return tuple(zones) if name == MOVE else ()


def _plotted(battle: GwasBattle, given: InputsSoFar) -> str | None:
    return " ".join(plotted_zones(battle, fleet(battle, given["fleet"]))) or None if given.get("fleet") else None


class MoveFleet(Order[GwasShip]):
    """A fleet moves through the zones that it has plotted."""

    id, title, key, section = "move", "Move a fleet", "m", "Game Turn Sequence of Play"
    phases = ("movement",)
    fleet: str = fields.choice("fleet", nameable=fleet_names, among=movers, default=lambda b, g: next(iter(movers(b, g)), None))
    zones: str = fields.text("zones moved through", default=_plotted)
    port: bool = fields.flag("ends in port")

    def check(self, battle: GwasBattle) -> None:
        own, zones = fleet(battle, self.fleet), self.zones.split()
        require(not has_moved(battle, own), f"{own} has moved this turn")
        order = own.order(battle.turn)
        if own.mission:
            require(order, f"{own} has no order for turn {battle.turn}", self.section)
            require(order.split()[0] == MOVE, f"{own} is ordered to {order} this turn", self.section)
            require(tuple(zones) == plotted_zones(battle, own), f"{own} is ordered to {order}, not to {self.zones}", self.section)
        most = allowance(battle, own)
        slow = next((ship for ship in own.ships if ship.towing), None) or min(own.ships, key=lambda s: _zones(battle, s))
        words = f"{own} may move {most} zones this turn, for {slow} makes {slow.speed_out_of_port}"
        require(1 <= len(zones) <= most, words, "Movement Allowance Modifiers")
        require(all(len(zone) <= LONGEST_ZONE for zone in zones), f"a zone's name has {LONGEST_ZONE} letters at most")

    def resolve(self, battle: GwasBattle) -> Effects:
        zones = self.zones.split()
        yield from sail(battle, fleet(battle, self.fleet), zones[-1], len(zones), port=self.port)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        whose = owner(battle, self.fleet)
        return whose not in ("", side) and Fleet(self.fleet, whose, battle).off_the_map

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: moves to {self.zones}"


def _zones(battle: GwasBattle, ship: GwasShip) -> int:
    return battle.tables.table("speeds").whole(ship.speed_out_of_port, "zones a turn")


def sail(battle: GwasBattle, own: Fleet, zone: str, zones: int, *, port: bool = False) -> Effects:
    """A fleet goes to a zone through so many, and its ships' logs with it."""
    yield from set_fact(own, ZONES_MOVED, zones, battle.turn)
    yield from set_fact(own, ZONE, zone, text=f"{own}: {'in port at' if port else 'in'} {zone}")
    yield from set_fact(own, IN_PORT, port or None)
    for ship in own.ships:
        yield from add(ship, ZONES_SINCE_BOX, zones)


def with_other_order(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that are ordered to do something else than move this turn."""
    return [own.name for own in fleets(battle) if own.order(battle.turn).split()[:1] not in ([], [MOVE])]


class CarryOut(Order[GwasShip]):
    """A fleet carries out an order that is no move: load, unload, shell, detect, search, escort."""

    id, title, key, section = "carry-out", "Carry out an order", "e", "Scenario Preparation"
    phases = ("movement", "aircraft", "contact")
    fleet: str = fields.choice("fleet", nameable=fleet_names, among=with_other_order)
    words: str = fields.text("what it does", default="as ordered")

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(self.fleet in with_other_order(battle, {}), f"{own} has no order to carry out but to move")
        require(own.fact(CARRIED_OUT) != battle.turn, f"{own} has carried out its order this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        order = own.order(battle.turn)
        yield from set_fact(own, CARRIED_OUT, battle.turn, text=f"{own}: {order}, {self.words}")
        if order == "Detect":
            yield from detect(battle, own)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: order carried out"


def detect(battle: GwasBattle, own: Fleet) -> Effects:
    """Minesweepers find what mines there are in their zone (G12)."""
    number = sum(fields_in(battle, side, own.zone) for side in battle.sides)
    yield from set_fact("", FOUND, True, own.zone, text=f"minefields in {own.zone}: {number or 'none'}")


# ------------------------------------------------------------ fuel


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


def use_fuel(battle: GwasBattle) -> Effects:
    """Boxes for the zones run since the last one."""
    each = battle.whole_reading("fuel_zones")
    for ship in afloat(battle):
        boxes, rest = divmod(ship.count(ZONES_SINCE_BOX), each)
        if boxes and ship.full(FUEL):
            yield from lose(ship, FUEL, boxes, f"{each} zones to a box")
        if boxes:
            yield from set_fact(ship, ZONES_SINCE_BOX, rest or None)
            if ship.out_of_fuel:
                yield from note(f"{ship} is out of fuel")


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
        require(not has_moved(battle, own), f"{own} has moved this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact(self.fleet, ZONES_MOVED, 0, battle.turn)
        for ship in fleet(battle, self.fleet).ships:
            yield from set_fact(ship, FUELING, battle.turn)
            if battle.reading("fueling_fills") and ship.left(FUEL) < ship.full(FUEL):
                yield from restore_boxes(ship.name, FUEL, ship.full(FUEL) - ship.left(FUEL), "fueling")
            yield from clear(ship, ZONES_SINCE_BOX)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: fuel taken in"


# ------------------------------------------------------------ towing


def shipmates(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """The other ships of a ship's fleet."""
    if not given.get("ship"):
        return []
    own = battle.ship(given["ship"])
    return [ship for ship in afloat(battle, own.side) if ship.fleet == own.fleet and ship != own]


class Tow(Order[GwasShip]):
    """A ship takes another of its fleet in tow."""

    id, title, key, section = "tow", "Take in tow", "k", "Movement Allowance Modifiers"
    phases = ("movement", *MOVES)
    ship: str = fields.ship("ship that tows", among=all_afloat)
    other: str = fields.ship("ship towed", among=shipmates)

    def check(self, battle: GwasBattle) -> None:
        ship, other = battle.ship(self.ship), battle.ship(self.other)
        for each in (ship, other):
            require_afloat(each)
            require(not each.towing, f"{each} is in a tow")
        require(other in shipmates(battle, self.inputs()), f"{other} is no other ship of {ship.fleet}")
        require(not ship.dead_in_water or ship.in_port, f"{ship} is dead in the water")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact(self.ship, TOWS, self.other, text=f"{self.ship} tows {self.other}")
        yield from set_fact(self.other, TOWED_BY, self.ship)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} takes {self.other} in tow"


def in_tow(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Ships that tow or are towed."""
    return [ship for ship in afloat(battle) if ship.towing]


class CastOff(Order[GwasShip]):
    """A tow is cast off."""

    id, title, key, section = "cast-off", "Cast off a tow", "K", "Movement Allowance Modifiers"
    phases = ("movement", *MOVES)
    ship: str = fields.ship("ship", among=in_tow)

    def check(self, battle: GwasBattle) -> None:
        require(battle.ship(self.ship).towing, f"{self.ship} is in no tow")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from cast_off(battle.ship(self.ship))

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} casts off"
