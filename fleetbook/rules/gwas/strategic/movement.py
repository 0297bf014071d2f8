"""Fleets on the map: moves as plotted, escorts with their charges, towing, orders carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, add, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.fleets import (
    CARRIED_OUT,
    ROUTE,
    SEEN,
    UNSEEN,
    ZONE,
    ZONES_MOVED,
    Fleet,
    carried_out,
    fleet,
    fleet_names,
    fleets,
    hidden_from,
)
from fleetbook.rules.gwas.ground.phases import MOVES, ON_THE_MAP
from fleetbook.rules.gwas.ground.rounds import ZONES_SINCE_BOX
from fleetbook.rules.gwas.ground.ship import IN_PORT, TOWED_BY, TOWS, GwasBattle, GwasShip, afloat, all_afloat, require_afloat
from fleetbook.rules.gwas.strategic.minefields import fields_in, find
from fleetbook.rules.gwas.strategic.mines import enter_mines
from fleetbook.rules.gwas.strategic.plotting import ESCORT, LONGEST_ZONE, MOVE, charge_of
from fleetbook.rules.gwas.weapons.damage import cast_off


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


def plotted_zones(battle: GwasBattle, own: Fleet) -> tuple[str, ...]:
    """The zones of the move that is plotted for this turn."""
    name, *zones = own.order(battle.turn).split() or [""]
    return tuple(zones) if name == MOVE else ()


def charges(battle: GwasBattle, own: Fleet) -> list[Fleet]:
    """The fleets that one with the order to escort goes with: those of its side that were in its zone as the turn's moves began
    (G16); the one that the order names, if it names one.
    """
    here, named = (own.route or (own.zone,))[0], charge_of(own.order(battle.turn))
    others = [other for other in fleets(battle, own.side) if other.name != own.name]
    return [other for other in others if (other.route or (other.zone,))[0] == here and named in ("", other.name)]


def ways(battle: GwasBattle, own: Fleet) -> list[tuple[str, ...]]:
    """The zones that a fleet with a mission may still move through this turn: as plotted, or with one of its charges."""
    whole = [plotted_zones(battle, own)]
    if own.order(battle.turn).split()[:1] == [ESCORT]:
        whole = [other.route[1:] for other in charges(battle, own)]
    done = own.route[1:]
    return [zones[len(done) :] for zones in whole if zones[: len(done)] == done and len(zones) > len(done)]


def may_go_on(battle: GwasBattle, own: Fleet) -> bool:
    """Whether a fleet has not moved yet, or has zones left of a move that it has begun."""
    if not own.has_moved:
        return True
    left = bool(ways(battle, own)) if own.mission else own.zones_moved(battle.turn) < allowance(battle, own)
    return bool(own.route) and left


def movers(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that have still to move this turn."""
    return [own.name for own in fleets(battle) if may_go_on(battle, own)]


def _zones_to_come(battle: GwasBattle, given: InputsSoFar) -> str | None:
    if not given.get("fleet"):
        return None
    own = fleet(battle, given["fleet"])
    return " ".join(next(iter(ways(battle, own)), ())) or None if own.mission else None


class MoveFleet(Order[GwasShip]):
    """A fleet moves through the zones that it has plotted, all at once or one by one; mines that it enters are thrown for."""

    id, title, key, section = "move", "Move a fleet", "m", "Game Turn Sequence of Play"
    phases: ClassVar[tuple[str, ...]] = ("movement",)
    fleet: str = fields.choice("fleet", nameable=fleet_names, among=movers, default=lambda b, g: next(iter(movers(b, g)), None))
    zones: str = fields.text("zones moved through", default=_zones_to_come)
    port: bool = fields.flag("ends in port")

    def check(self, battle: GwasBattle) -> None:
        own, zones = fleet(battle, self.fleet), tuple(self.zones.split())
        require(may_go_on(battle, own), f"{own} has moved this turn")
        if own.mission:
            self._ordered(battle, own, zones)
        most = allowance(battle, own)
        slow = next((ship for ship in own.ships if ship.towing), None) or min(own.ships, key=lambda s: _zones(battle, s))
        words = f"{own} may move {most} zones this turn, for {slow} makes {slow.speed_out_of_port}"
        require(1 <= len(zones) <= most - own.zones_moved(battle.turn), words, "Movement Allowance Modifiers")
        require(all(len(zone) <= LONGEST_ZONE for zone in zones), f"a zone's name has {LONGEST_ZONE} letters at most")

    def _ordered(self, battle: GwasBattle, own: Fleet, zones: tuple[str, ...]) -> None:
        order = own.order(battle.turn)
        require(order, f"{own} has no order for turn {battle.turn}", self.section)
        name = order.split()[0]
        require(name in (MOVE, ESCORT), f"{own} is ordered to {order} this turn", self.section)
        open_to = ways(battle, own)
        if name == ESCORT:
            require(open_to, f"no fleet that {own} may escort has moved from {own.zone or 'its zone'} this turn", "G16")
        as_ordered = any(zones == way[: len(zones)] for way in open_to)
        require(as_ordered, f"{own} is ordered to {order}, not to {self.zones}", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        own, zones = fleet(battle, self.fleet), self.zones.split()
        yield from set_fact(own, ROUTE, (*(own.route or (own.zone,)), *zones), battle.turn)
        yield from sail(battle, own, zones, len(zones), port=self.port)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: moves to {self.zones}"


def _zones(battle: GwasBattle, ship: GwasShip) -> int:
    return battle.tables.table("speeds").whole(ship.speed_out_of_port, "zones a turn")


def sail(battle: GwasBattle, own: Fleet, zones: Sequence[str], cost: int, *, port: bool = False) -> Effects:
    """A fleet goes through zones, into the mines that the enemy has laid there, and its ships' logs go on by what that costs."""
    yield from set_fact(own, ZONES_MOVED, own.zones_moved(battle.turn) + cost, battle.turn)
    for ship in own.ships:
        yield from add(ship, ZONES_SINCE_BOX, cost)
    for zone in zones:
        last = zone == zones[-1]
        yield from set_fact(own, ZONE, zone, text=f"{own}: {'in port at' if port else 'in'} {zone}" if last else "")
        yield from set_fact(own, IN_PORT, (port and last) or None)
        yield from enter_mines(battle, own)
    if not ways(battle, own):
        yield from set_fact(own, CARRIED_OUT, SEEN if own.on_the_map else UNSEEN, battle.turn)


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
        done = own.fact(CARRIED_OUT, str(battle.turn))
        require(not done, f"{own} has carried out its order this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        order = own.order(battle.turn)
        yield from carried_out(own, f"{own}: {order}, {self.words}")
        if order == "Detect":
            yield from detect(battle, own)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: order carried out"


def detect(battle: GwasBattle, own: Fleet) -> Effects:
    """Minesweepers find what mines there are in their zone (G12)."""
    number = sum(fields_in(battle, side, own.zone) for side in battle.sides)
    yield from find(battle, own.side, own.zone, f"minefields in {own.zone}: {number or 'none'}")


class LieInPort(Order[GwasShip]):
    """A fleet is in port, or leaves it, by the referee's ruling."""

    id, title, key, section = "port", "In port or at sea", "Q", "Movement Allowance Modifiers"
    phases = ON_THE_MAP
    fleet: str = fields.choice("fleet", among=fleet_names)
    port: bool = fields.flag("in port", default=lambda b, g: not fleet(b, g["fleet"]).in_port if g.get("fleet") else True)
    zone: str = fields.text("zone", default=lambda b, g: fleet(b, g["fleet"]).zone or "-" if g.get("fleet") else None)

    def resolve(self, battle: GwasBattle) -> Effects:
        words = f"{self.fleet} is {'in port at' if self.port else 'at sea in'} {self.zone}"
        yield from set_fact(self.fleet, ZONE, self.zone if self.zone != "-" else None, text=words)
        yield from set_fact(self.fleet, IN_PORT, self.port or None)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet} {'in port' if self.port else 'at sea'}"


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
