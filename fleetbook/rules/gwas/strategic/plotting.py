"""Orders plotted turns ahead: which a mission allows, how they are written, and who may read them when."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fleetbook.core.battle.result import HURT, Result
from fleetbook.core.errors import Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.ground.card import ABORT, ESCORT, RAID
from fleetbook.rules.gwas.ground.composition import orders_of
from fleetbook.rules.gwas.ground.facts import FleetFacts, Writes, owner
from fleetbook.rules.gwas.ground.fleets import SEEN, Fleet, fleet, fleet_names, fleets, zone_named
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import ABORTING, LAST, PLOTTING
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.ground.told import done, fleet_now
from fleetbook.rules.gwas.words import Says

MOVE, PURSUE = "Move", "Pursue"
LONGEST_ZONE, MOST_TURNS = 20, 99


def checked_order(words: str, mission: str, tables: RuleTables) -> str:
    """An order as it is kept, such as ``Move C12 C13``. Raises Refused for one that the mission does not allow."""
    name, *rest = words.split()
    allowed = orders_of(mission, tables) if mission else (MOVE,)
    found = next((order for order in allowed if order.casefold() == name.casefold()), "")
    told = f"{name} is no order of {mission or 'a fleet without a mission'}: {', '.join(allowed)}"
    require(found, told, "Scenario Preparation")
    if found == MOVE:
        speeds = tables.table("speeds")
        most = max(speeds.whole(speed, "zones a turn") for speed in speeds.rows.labels)
        rest = named_zones(" ".join(rest))
        require(1 <= len(rest) <= most, f"Move names {most} zones at most, such as Move C12 C13, not {words}")
        require_zones(*rest)
    elif found != ESCORT:
        require(not rest, f"{found} names no zone")
    return " ".join((found, *rest))


def named_zones(words: str) -> list[str]:
    """Zones, parted at blanks, commas and semicolons alike."""
    return [zone_named(zone) for zone in re.split(r"[\s,;]+", words) if zone]


def require_zones(*zones: str) -> None:
    """Raise Refused for a zone's name that is too long, or that is several."""
    several = next((zone for zone in zones if re.search(r"[,;]", zone)), "")
    require(not several, f"{several} is no one zone: commas and semicolons stand between zones")
    require(all(len(zone) <= LONGEST_ZONE for zone in zones), f"a zone's name has {LONGEST_ZONE} letters at most")


def split_orders(text: str) -> list[str]:
    """The orders of turns one after another, divided by semicolons."""
    return [part.strip() for part in text.split(";") if part.strip()]


def _next_unplotted(battle: GwasBattle, order: PlotOrders) -> int | None:
    """The first turn from now on that a fleet's orders may be written for and that has none."""
    own = fleet(battle, order.fleet)
    first = hooks(battle).plots_from(battle, own) or battle.turn
    return next((turn for turn in range(first, battle.turn + MOST_TURNS) if not own.orders[turn]), None)


class PlotOrders(Order[GwasShip]):
    """Write a fleet's orders for turns to come; the enemy does not learn of them before he has seen all of them carried out."""

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
            raise Refused(f"{own}'s orders are not written in this step")
        require(self.turn >= first, f"orders are written for turn {first} on, not for turn {self.turn}")
        plotted = split_orders(self.orders)
        require(plotted, "no order; such as Move C12; Move C13 C14")
        last, allowed = self.turn + len(plotted) - 1, hooks(battle).plots_to(battle, own)
        if allowed is not None:
            require(last <= allowed, f"{own.mission} is plotted to turn {allowed} now, not to turn {last}")
        elif own.writes[0] != battle.phase:
            written = [turn for turn in range(self.turn, last + 1) if own.orders[turn]]
            require(not written, f"{own}'s orders for turn {' and '.join(map(str, written))} are written")
        require(len(plotted) <= MOST_TURNS, f"orders for {MOST_TURNS} turns at most")
        self._kept(battle)

    def _kept(self, battle: GwasBattle) -> list[tuple[int, str]]:
        own = fleet(battle, self.fleet)
        kept = [checked_order(words, own.mission, battle.tables) for words in split_orders(self.orders)]
        for words in kept:
            _require_charge(battle, own, words)
        return list(enumerate(kept, start=self.turn))

    def resolve(self, battle: GwasBattle) -> Effects:
        for turn, words in self._kept(battle):
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
        kept = self._kept(happened.before)
        told = "; ".join(f"turn {turn}: {words}" for turn, words in kept)
        yield done(f"ORDERS of {self.fleet}, {told}.", fleet(happened.before, self.fleet), head="plotted")


def charge_of(words: str) -> str:
    """The fleet that an order to escort names; empty where it names none."""
    name, _, charge = words.partition(" ")
    return charge if name == ESCORT else ""


def _require_charge(battle: GwasBattle, own: Fleet, words: str) -> None:
    """Raise Refused where an order escorts what is no other fleet of the side."""
    charge = charge_of(words)
    others = [other.name for other in fleets(battle, own.side) if other != own]
    require(not charge or charge in others, f"{charge} is no other fleet of {own.side}", "Scenario Preparation")


class ChangeToAbort(Order[GwasShip]):
    """A fleet gives up its mission; what it has plotted from two turns hence on (after combat, from the next) is written anew."""

    id, title, key, section = "abort", "Abort a mission", "A", "Game Turn Sequence of Play"
    says = "{fleet}: mission aborted"
    phases = (ABORTING, LAST)
    fleet: str = fields.choice("fleet", fleet_names)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(own.mission, f"{own} has no mission")
        require(own.mission != ABORT, f"{own} has aborted its mission")
        in_time = battle.phase != LAST or own.fought
        require(in_time, f"{own} has not fought this turn; its mission is aborted in step 4", "G18")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from abort_after_combat(battle, own) if battle.phase == LAST else abort(battle, own)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return owner(battle, self.fleet) != side

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        own = fleet_now(happened, self.fleet)
        yield given_up(own, f"MISSION GIVEN UP: {own}.")


def given_up(own: Fleet, words: str) -> Result:
    """A mission given up, for its own side to read: from when and in which step new orders are written."""
    step, first = own.writes
    number = own.battle.ruleset.sequence.phase(step).number
    return done(words, own, means=f"It writes orders from turn {first} on, in step {number}.", head="aborts", kind=HURT)


def abort(battle: GwasBattle, own: Fleet) -> Effects:
    """The fleet's mission becomes Abort; its orders are written anew in the step for it, from two turns hence."""
    first = battle.turn + battle.whole_reading("plotted_ahead")
    yield from _aborted(battle, own, Writes(ABORTING, first), first)


def abort_after_combat(battle: GwasBattle, own: Fleet, *, void: bool = False) -> Effects:
    """The fleet's mission becomes Abort; its orders are written anew in the last step, from the next turn on (G18). ``void``: its
    order of this turn is not carried out (V21).
    """
    yield from _aborted(battle, own, Writes(LAST, battle.turn + 1), battle.turn + (not void))


def _aborted(battle: GwasBattle, own: Fleet, writes: Writes, struck_from: int) -> Effects:
    if own.mission == RAID:
        yield from Fleet.raided.set(own)
    yield from Fleet.mission.set(own, ABORT, said=Says.mission_is)
    yield from Fleet.written[battle.turn].set(own, writes)
    for turn in range(struck_from, battle.turn + MOST_TURNS):
        yield from Fleet.orders[turn].clear(own)
