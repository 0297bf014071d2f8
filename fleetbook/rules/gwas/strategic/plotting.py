"""Plotting orders turns ahead, aborting missions, and combining and dividing fleets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.fact import Fact
from fleetbook.core.battle.result import DONE, HURT, Result
from fleetbook.core.errors import Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.ground.card import ABORT, ESCORT, RAID
from fleetbook.rules.gwas.ground.facts import SEEN, FleetFacts, GwasFacts, Writes, owner
from fleetbook.rules.gwas.ground.fleets import (
    MOVE,
    Fleet,
    carried_out,
    done,
    enemy_fleets,
    fleet,
    fleet_names,
    fleet_now,
    fleets,
    fleets_ever,
    orders_of,
    plotted,
    require_ordered,
    wrong_for_mission,
    wrong_nations,
    zone_named,
)
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import ABORTING, LAST, PLOTTING
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.damage import cast_off
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import counted, listed

LONGEST_ZONE, MOST_TURNS = 20, 99
LONGEST_NAME = 40
TAKEN_OVER: tuple[Fact[Any], ...] = (
    Fleet.mission, Fleet.zone, Fleet.in_port, Fleet.raided, Fleet.spotted, Fleet.fought, Fleet.laid,
)  # fmt: skip
OF_TURNS = Fleet.moved, Fleet.routes, Fleet.carried_out
OF_FLEETS = Fleet.contact, Fleet.pursues, Fleet.searched
TURNS_BACK = 3
"""A part divided off a fleet takes over the fleet's facts. Facts by turn are taken over for the present turn and this number of
earlier turns.
"""


def checked_order(words: str, mission: str, tables: RuleTables) -> str:
    """The text of an order as it is stored, such as ``Move C12 C13``. Raises Refused if the mission does not allow the order."""
    name, *rest = words.split()
    allowed = orders_of(mission, tables) if mission else (MOVE,)
    found = next((order for order in allowed if order.casefold() == name.casefold()), "")
    refusal = f"{name} is no order of {mission or 'a fleet without a mission'}: {', '.join(allowed)}"
    require(found, refusal, "Scenario Preparation")
    if found == MOVE:
        speeds = tables.table("speeds")
        most = max(speeds.whole(speed, "zones a turn") for speed in speeds.rows.labels)
        rest = named_zones(" ".join(rest))
        require(1 <= len(rest) <= most, f"Move names {counted(most, 'zone')} at most, such as Move C12 C13, not {words}")
        require_zones(*rest)
    elif found != ESCORT:
        require(not rest, f"{found} names no zone")
    return " ".join((found, *rest))


def named_zones(words: str) -> list[str]:
    """The zones in a text, with blanks, commas or semicolons between them."""
    return [zone_named(zone) for zone in re.split(r"[\s,;]+", words) if zone]


def require_zones(*zones: str) -> None:
    """Raise Refused if a zone's name is too long or holds several names."""
    several = next((zone for zone in zones if re.search(r"[,;]", zone)), "")
    require(not several, f"{several} is more than one zone: commas and semicolons stand between zones")
    require(all(len(zone) <= LONGEST_ZONE for zone in zones), f"a zone's name has {LONGEST_ZONE} letters at most")


def split_orders(text: str) -> list[str]:
    """The orders in a text, one for each turn, with semicolons between them."""
    return [part.strip() for part in text.split(";") if part.strip()]


def _next_unplotted(battle: GwasBattle, order: PlotOrders) -> int | None:
    """The first turn without an order of the fleet. None if all turns that it may plot have an order."""
    own = fleet(battle, order.fleet)
    first = hooks(battle).plots_from(battle, own) or battle.turn
    return next((turn for turn in range(first, battle.turn + MOST_TURNS) if not own.orders[turn]), None)


class PlotOrders(Order[GwasShip]):
    """Write a fleet's orders for coming turns. The enemy may read them only once he has seen all of them carried out."""

    id, title, key, section = "plot", "Plot orders", "p", "Game Turn Sequence of Play"
    says = "{fleet}: orders from turn {turn}: {orders}"
    phases = (PLOTTING, ABORTING, LAST)
    fleet: str = fields.choice("fleet", fleet_names)
    turn: int = fields.number("from turn", 1, 9999, default=_next_unplotted)
    orders: str = fields.text("orders, a turn each, divided by ;")

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        first = hooks(battle).plots_from(battle, own)
        if first is None:
            raise Refused(f"{own} cannot write orders in this step")
        require(self.turn >= first, f"orders are written for turn {first} on, not for turn {self.turn}")
        texts = split_orders(self.orders)
        require(texts, "write at least one order, such as Move C12; Move C13 C14")
        last, allowed = self.turn + len(texts) - 1, hooks(battle).plots_to(battle, own)
        if allowed is not None:
            require(last <= allowed, f"{own.mission} is plotted to turn {allowed} now, not to turn {last}")
        elif own.writes[0] != battle.phase:
            written = [turn for turn in range(self.turn, last + 1) if own.orders[turn]]
            require(not written, f"{own}'s orders for turn {' and '.join(map(str, written))} are written")
        require(len(texts) <= MOST_TURNS, f"orders for {MOST_TURNS} turns at most")
        self._orders(battle)

    def _orders(self, battle: GwasBattle) -> list[tuple[int, str]]:
        """The orders by turn. Raises Refused if the mission does not allow one, or if one escorts a fleet that is not of this
        side.
        """
        own = fleet(battle, self.fleet)
        orders = [checked_order(words, own.mission, battle.tables) for words in split_orders(self.orders)]
        for charge in (plotted(words).charge for words in orders):
            others = [other.name for other in fleets(battle, own.side) if other != own]
            require(not charge or charge in others, f"{charge} is no other fleet of {own.side}", "Scenario Preparation")
        return list(enumerate(orders, start=self.turn))

    def resolve(self, battle: GwasBattle) -> Effects:
        for turn, words in self._orders(battle):
            yield from Fleet.orders[turn].set(self.fleet, words, said=Says.ordered)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return owner(battle, self.fleet) != side

    def opened(self, then: GwasBattle, now: GwasBattle, side: str) -> bool:
        own = FleetFacts(now, self.fleet)
        return all(
            own.carried_out[turn] == SEEN and own.orders[turn].casefold() == " ".join(words.split()).casefold()
            for turn, words in enumerate(split_orders(self.orders), start=self.turn)
        )

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        orders = "; ".join(f"turn {turn}: {words}" for turn, words in self._orders(happened.before))
        yield done(f"ORDERS of {self.fleet}, {orders}.", fleet(happened.before, self.fleet), head="plotted")


class ChangeToAbort(Order[GwasShip]):
    """A fleet gives up its mission and writes new orders. They begin in two turns or, if it gives up after a combat, in the next
    turn.
    """

    id, title, key, section = "abort", "Abort a mission", "A", "Game Turn Sequence of Play"
    says = "{fleet}: mission aborted"
    phases = (ABORTING, LAST)
    fleet: str = fields.choice("fleet", fleet_names)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(own.mission, f"{own} has no mission")
        require(own.mission != ABORT, f"{own} has aborted its mission")
        in_time = battle.phase != LAST or own.fought
        require(in_time, f"{own} has not fought this turn; it may abort its mission in step 4 only", "G18")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from abort_after_combat(battle, own) if battle.phase == LAST else abort(battle, own)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return owner(battle, self.fleet) != side

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        own = fleet_now(happened, self.fleet)
        yield given_up(own, f"MISSION GIVEN UP: {own}.")


def given_up(own: Fleet, words: str) -> Result:
    """The result for a mission that was given up. It tells when the fleet writes new orders. Only its own side may read it."""
    step, first = own.writes
    number = own.battle.ruleset.sequence.phase(step).number
    return done(words, own, means=f"It writes orders from turn {first} on, in step {number}.", head="aborts", kind=HURT)


def abort(battle: GwasBattle, own: Fleet) -> Effects:
    """Change a fleet's mission to Abort. In the step for aborting, the fleet writes new orders that begin in two turns."""
    first = battle.turn + battle.whole_reading("plotted_ahead")
    yield from _aborted(battle, own, Writes(ABORTING, first), first)


def abort_after_combat(battle: GwasBattle, own: Fleet, *, void: bool = False) -> Effects:
    """Change a fleet's mission to Abort. In the last step of the turn the fleet writes new orders that begin in the next turn
    (G18). With ``void`` its order for this turn is not carried out either (V21).
    """
    yield from _aborted(battle, own, Writes(LAST, battle.turn + 1), battle.turn + (not void))


def _aborted(battle: GwasBattle, own: Fleet, writes: Writes, struck_from: int) -> Effects:
    if own.mission == RAID:
        yield from Fleet.raided.set(own)
    yield from Fleet.mission.set(own, ABORT, said=Says.mission_is)
    yield from Fleet.written[battle.turn].set(own, writes)
    for turn in range(struck_from, battle.turn + MOST_TURNS):
        yield from Fleet.orders[turn].clear(own)


# ------------------------------------------------------------ fleets combined and divided


def require_composition(battle: GwasBattle, ships: list[GwasShip], mission: str) -> None:
    """Raise Refused unless these ships may form a fleet with this mission."""
    cards = [ship.card for ship in ships]
    wrong = wrong_nations(cards, battle.tables)
    if not wrong and mission != ABORT:
        wrong = wrong_for_mission(cards, mission, any(ship.leader for ship in ships), battle.tables)
    require(not wrong, wrong, "Scenario Preparation")


class CombineFleets(Order[GwasShip]):
    """A fleet takes in another fleet of its side in the same zone."""

    id, title, key, section = "combine", "Combine fleets", "c", "Game Turn Sequence of Play"
    says = "{fleet} takes in {other}"
    phases = ("combining",)
    fleet: str = fields.choice("fleet that goes on", fleet_names)
    other: str = fields.choice("fleet taken in", fleet_names)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        other = fleet(battle, self.other)
        require(own != other, f"{own} cannot be combined with itself")
        require(own.side == other.side, f"{other} belongs to {other.side}")
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
    """Some ships leave a fleet and form a new fleet with the same mission. From the next turn on the new fleet has the old
    fleet's orders, or orders that are written now (G17).
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
        require(self.ships, "name the ships that leave")
        staying = [ship for ship in own.ships if ship.name not in self.ships]
        require(staying, f"a ship must stay with {own}")
        for part in (staying, [battle.ship(ship) for ship in self.ships]):
            require_composition(battle, part, own.mission)
        name = self.name.strip()
        others = (each.name for each in (*fleets_ever(battle), *battle.ships()))
        taken = {word.casefold() for word in (*battle.sides, *others, "battle")}
        require(name.casefold() not in taken, f"{name} is the name of something else")
        require(name.isprintable() and len(name) <= LONGEST_NAME, f"a fleet's name has {LONGEST_NAME} letters at most")
        self._written(battle)

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


def divided_off(own: Fleet, name: str) -> Effects:
    """Create a new fleet in the same place as an existing fleet. The new fleet takes over the facts of the other, except its
    orders (G17).
    """
    battle, new = own.battle, Fleet(own.battle, name, own.side)
    yield from GwasFacts.divided.set(battle, (*GwasFacts(battle).divided, name))
    yield from Fleet.side_of.set(new, own.side)
    for fact in (*TAKEN_OVER, *hooks(battle).fleet_facts):
        yield from _copied(fact, own, new)
    for turn in range(battle.turn - TURNS_BACK, battle.turn + 1):
        for of_turn in OF_TURNS:
            yield from _copied(of_turn[turn], own, new)
    for other in enemy_fleets(battle, own):
        for of_fleet in OF_FLEETS:
            yield from _copied(of_fleet[other], own, new)
            yield from set_fact(other, of_fleet.name, other.fact(of_fleet.name, own.name), new)


def _copied(fact: Fact[Any], own: Fleet, new: Fleet) -> Effects:
    """Copy a fact of one fleet to another fleet."""
    yield from set_fact(new, fact.name, own.fact(fact.name, fact.other), fact.other)
