"""Fleets on the map: plotted moves, escorts, and ships in tow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from fleetbook.core.battle.firing import Movement
from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.card import ESCORT
from fleetbook.rules.gwas.ground.facts import SEEN, UNSEEN
from fleetbook.rules.gwas.ground.fleets import (
    MOVE,
    Fleet,
    carried_out,
    done,
    fleet,
    fleet_names,
    fleet_of,
    fleets,
    hidden_from,
    zone_named,
)
from fleetbook.rules.gwas.ground.phases import CONTACT, MOVES, ON_THE_MAP
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.mines import enter_mines, fields_in, find
from fleetbook.rules.gwas.strategic.plotting import named_zones, require_zones
from fleetbook.rules.gwas.weapons.damage import cast_off
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import counted, sentences
from fleetbook.rules.kit.sides import every_ship, require_afloat

NOWHERE = "-"
"""The entry that means no zone."""


def allowance(battle: GwasBattle, own: Fleet) -> int:
    """The number of zones that a fleet may move through this turn. Its slowest ship sets the number. A fleet with a tow moves one
    zone in several turns (G28).
    """
    slowest = min((ship.zones_a_turn for ship in steaming(own)), default=0)
    if not has_a_tow(own):
        return slowest
    return 0 if tow_waits(battle, own) else min(slowest, battle.figure("towed or towing: zones"))


def steaming(own: Fleet) -> list[GwasShip]:
    """The ships that decide a fleet's speed. A ship in tow counts only if aground (G28)."""
    carried = own.battle.reading("tow_carries_the_towed")
    return [ship for ship in own.ships if ship.aground or not (carried and ship.towed_by)]


def has_a_tow(own: Fleet) -> bool:
    """Whether a ship of the fleet tows another."""
    return any(ship.towing for ship in own.ships)


def tow_waits(battle: GwasBattle, own: Fleet) -> bool:
    """Whether a fleet with a tow may not move this turn, because it moved in one of the turns before."""
    return any(own.zones_moved(battle.turn - ago) for ago in range(1, battle.figure("towed or towing: turns for them")))


def _what_slows(battle: GwasBattle, own: Fleet) -> str:
    """The reason why a fleet may not move through more zones."""
    slow = min(steaming(own), key=lambda ship: ship.zones_a_turn, default=None)
    if slow and (not slow.zones_a_turn or not has_a_tow(own)):
        return f"{slow} makes {slow.speed_out_of_port}"
    zones, turns = (battle.figure(f"towed or towing: {what}") for what in ("zones", "turns for them"))
    return f"a tow moves {counted(zones, 'zone')} in {turns} turns"


def charges(battle: GwasBattle, own: Fleet, named: str) -> list[Fleet]:
    """The fleets that an escort may go with: fleets of its side that were in its zone when this turn's moves began (G16). If the
    order of the escort names a fleet, it is that fleet only.
    """
    here = (own.route or (own.zone,))[0]
    others = [other for other in fleets(battle, own.side) if other != own]
    return [other for other in others if (other.route or (other.zone,))[0] == here and named in ("", other.name)]


def ways(battle: GwasBattle, own: Fleet) -> list[tuple[str, ...]]:
    """The moves open to a fleet with a mission this turn. An escort may move as a fleet that it escorts. Each move is a tuple of
    zones.
    """
    whole = [own.plan.zones]
    if own.plan.verb == ESCORT:
        whole = [other.route[1:] for other in charges(battle, own, own.plan.charge)]
    gone = own.route[1:]
    return [zones[len(gone) :] for zones in whole if zones[: len(gone)] == gone and len(zones) > len(gone)]


def _zones_to_come(battle: GwasBattle, order: MoveFleet) -> str | None:
    own = fleet(battle, order.fleet)
    return " ".join(next(iter(ways(battle, own)), ())) or None if own.mission else None


class MoveFleet(Order[GwasShip]):
    """Move a fleet through its plotted zones, all at once or one by one. The program throws for minefields that it enters."""

    id, title, key, section = "move", "Move a fleet", "m", "Game Turn Sequence of Play"
    phases: ClassVar[tuple[str, ...]] = ("movement",)
    fleet: str = fields.choice("fleet", fleet_names)
    zones: str = fields.text("zones moved through", default=_zones_to_come)
    port: bool = fields.flag("ends in port")

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        if own.has_moved:
            left = ways(battle, own) if own.mission else own.zones_moved(battle.turn) < allowance(battle, own)
            require(own.route and left, f"{own} has moved this turn")
        if own.mission:
            require(own.order, f"{own} has no order for turn {battle.turn}")
            require(own.plan.verb in (MOVE, ESCORT), f"{own} is ordered to {own.order} this turn")
            alone = f"no fleet that {own} may escort has moved from {own.zone or 'its zone'} this turn"
            require(own.plan.verb != ESCORT or ways(battle, own), alone, "G16")
        most = allowance(battle, own)
        words = f"{own} may move {counted(most, 'zone')} this turn, for {_what_slows(battle, own)}"
        require(most > own.zones_moved(battle.turn), words, "Movement Allowance Modifiers")
        zones = tuple(named_zones(self.zones))
        as_ordered = not own.mission or any(zones == way[: len(zones)] for way in ways(battle, own))
        require(as_ordered, f"{own} is ordered to {own.order}, not to {self.zones}")
        require(1 <= len(zones) <= most - own.zones_moved(battle.turn), words, "Movement Allowance Modifiers")
        require_zones(*zones)

    def movement(self, battle: GwasBattle) -> Movement:
        own, zones = fleet(battle, self.fleet), named_zones(self.zones)
        manner = ("into port",) * bool(self.port)
        return Movement(self.fleet, tuple(map(str, own.ships)), len(zones), "zones", zones[-1] if zones else "", manner)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: moves to {' '.join(named_zones(self.zones))}"

    def resolve(self, battle: GwasBattle) -> Effects:
        own, zones = fleet(battle, self.fleet), named_zones(self.zones)
        yield from Fleet.routes[battle.turn].set(own, (*(own.route or (own.zone,)), *zones))
        yield from sail(battle, own, zones, len(zones), port=self.port)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from happened.parts
        own = fleet(happened.before, self.fleet)
        words = f"{own} TO {' '.join(named_zones(self.zones))}{', and in port there' * self.port}."
        yield Result(kind=DONE, head="moves", words=words, side=own.side)


def sail(battle: GwasBattle, own: Fleet, zones: Sequence[str], cost: int, *, port: bool = False) -> Effects:
    """Move a fleet through zones. It runs into the enemy's minefields there. The zones count against its ships' fuel."""
    yield from Fleet.moved[battle.turn].set(own, own.zones_moved(battle.turn) + cost)
    for ship in own.ships:
        yield from GwasShip.zones_run.add(ship, cost)
    for zone in zones:
        last = zone == zones[-1]
        said = Says.enters_port if port else Says.enters_zone
        yield from Fleet.zone.set(own, zone, said=said if last else "")
        yield from Fleet.in_port.set(own, port and last)
        yield from enter_mines(battle, own)
    if not ways(battle, own):
        yield from Fleet.carried_out[battle.turn].set(own, SEEN if own.on_the_map else UNSEEN)


OF_THEIR_OWN = {"Mine": "lay", "Fuel": "take-fuel", "Sweep": "sweep", "Divide": "divide"}
"""Plotted verbs that an order of their own carries out, each with that order's id."""


class CarryOut(Order[GwasShip]):
    """Carry out a plotted order other than a move, such as Load, Shell or Escort."""

    id, title, key, section = "carry-out", "Carry out an order", "e", "Scenario Preparation"
    says = "{fleet}: order carried out"
    phases = ("movement", "aircraft", CONTACT)
    fleet: str = fields.choice("fleet", fleet_names)
    words: str = fields.text("what it does", default="as ordered")

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        verb = own.plan.verb
        require(verb not in ("", MOVE), f"{own} has no order to carry out except to move")
        by = next((order.title for order in battle.ruleset.all_orders if order.id == OF_THEIR_OWN.get(verb)), "")
        require(not by, f"{verb} has an order of its own: give {by}", "Scenario Preparation")
        require(not own.carried_out[battle.turn], f"{own} has carried out its order this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        order = Says.escorting(order=own.plan.verb, charge=own.plan.charge) if own.plan.charge else own.order
        yield from carried_out(own, Says.order_done(order=order, what=Says.typed(words=self.words)))
        if own.order == "Detect":
            number = sum(fields_in(battle, side, own.zone) for side in battle.sides)
            yield from find(battle, own.side, own.zone, Says.minefields_found(number=number))

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        own = fleet(happened.before, self.fleet)
        wording, changes = happened.after.wording, happened.changed(Says.minefields_found)
        found = [wording.words(change.said, {"other": change.other}) for change in changes if change.said]
        yield done(f"{own}: {own.order.upper()}, {self.words}.", own, means=sentences(*found), head="carried out")


class LieInPort(Order[GwasShip]):
    """The referee rules that a fleet is in port, or at sea."""

    id, title, key, section = "port", "In port or at sea", "Q", "Movement Allowance Modifiers"
    is_aside = True
    phases = ON_THE_MAP
    fleet: str = fields.choice("fleet", fleet_names)
    port: bool = fields.flag("in port", default=lambda battle, order: not fleet(battle, order.fleet).in_port)
    zone: str = fields.text("zone", default=lambda battle, order: fleet(battle, order.fleet).zone or NOWHERE)

    def check(self, battle: GwasBattle) -> None:
        require_zones(self.zone)

    def resolve(self, battle: GwasBattle) -> Effects:
        zone = zone_named(self.zone)
        if zone == NOWHERE:
            yield from Fleet.zone.clear(self.fleet, said=Says.lies_in_some_port if self.port else Says.lies_somewhere_at_sea)
        else:
            yield from Fleet.zone.set(self.fleet, zone, said=Says.lies_in_port if self.port else Says.lies_at_sea)
        yield from Fleet.in_port.set(self.fleet, self.port)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet} {'in port' if self.port else 'at sea'}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        at = f" in {zone_named(self.zone)}" if self.zone != NOWHERE else ""
        yield Result(kind=DONE, head="port", words=f"{'IN PORT' if self.port else 'AT SEA'}{at}: {self.fleet}.")


# ------------------------------------------------------------ towing


class Tow(Order[GwasShip]):
    """A ship takes another ship of her fleet in tow."""

    id, title, key, section = "tow", "Take in tow", "k", "Movement Allowance Modifiers"
    is_aside = True
    says = "{ship} takes {other} in tow"
    phases = ("movement", *MOVES)
    ship: str = fields.ship("ship that tows", every_ship)
    other: str = fields.ship("ship towed", lambda battle, order: fleet_of(battle, battle.ship(order.ship)).ships)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        _require_free(ship)
        require(ship.rung, f"{ship} is dead in the water")
        other = battle.ship(self.other)
        _require_free(other)
        require(other != ship and other.fleet == ship.fleet, f"name another ship of {ship.fleet} to tow")
        require(not other.aground, f"{other} is aground: refloat her first", "G28")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasShip.tows.set(self.ship, self.other, said=Says.tows)
        yield from GwasShip.towed_by.set(self.other, self.ship)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        battle = happened.before
        zones, turns = (battle.figure(f"towed or towing: {what}") for what in ("zones", "turns for them"))
        makes = battle.tables.table("movement_allowance").text("towed or towing", "speed")
        means = f"In combat {makes}, and no first fire; outside it {counted(zones, 'zone')} in {turns} turns."
        yield Result(kind=DONE, head="in tow", words=f"{self.ship} TAKES {self.other} IN TOW.", means=means, subject=self.other)


def _require_free(ship: GwasShip) -> None:
    require_afloat(ship)
    require(ship.waterborne, f"{ship} is an airship", "G29")
    require(not ship.towing, f"{ship} is in a tow already")


class CastOff(Order[GwasShip]):
    """End a tow. Either ship of it may be named."""

    id, title, key, section = "cast-off", "Cast off a tow", "K", "Movement Allowance Modifiers"
    is_aside = True
    says = "{ship} casts off"
    phases = ("movement", *MOVES)
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: GwasBattle) -> None:
        require(battle.ship(self.ship).towing, f"{self.ship} is in no tow")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from cast_off(battle.ship(self.ship))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        was = happened.before.ship(self.ship)
        yield Result(kind=DONE, head="cast off", words=f"{self.ship} and {was.tows or was.towed_by} CAST OFF.", subject=self.ship)
