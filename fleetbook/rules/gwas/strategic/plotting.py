"""Orders plotted turns ahead: which a mission allows, how they are written, and who may read them when."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.ground.composition import orders_of
from fleetbook.rules.gwas.ground.fleets import (
    CARRIED_OUT,
    FOUGHT,
    MISSION,
    ORDER,
    RAID,
    RAIDED,
    SEEN,
    WRITES,
    Fleet,
    fleet,
    fleet_names,
    fleets,
    owner,
)
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import ABORTING, LAST, PLOTTING
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip

MOVE, ABORT, ESCORT = "Move", "Abort", "Escort"
LONGEST_ZONE, MOST_TURNS = 20, 99


def checked_order(words: str, mission: str, tables: RuleTables) -> str:
    """An order as it is kept, such as ``Move C12 C13``. Raises Refused for one that the mission does not allow."""
    name, *rest = words.split()
    allowed = orders_of(mission, tables) if mission else (MOVE,)
    found = next((order for order in allowed if order.casefold() == name.casefold()), None)
    require(
        found, f"{name} is no order of {mission or 'a fleet without a mission'}: {', '.join(allowed)}", "Scenario Preparation"
    )
    assert found is not None
    if found == ESCORT:
        return " ".join((found, *rest))
    if found != MOVE:
        require(not rest, f"{found} names no zone")
        return found
    speeds = tables.table("speeds")
    most = max(speeds.whole(speed, "zones a turn") for speed in speeds.rows.labels)
    require(1 <= len(rest) <= most, f"Move names {most} zones at most, such as Move C12 C13, not {words}")
    require(all(len(zone) <= LONGEST_ZONE for zone in rest), f"a zone's name has {LONGEST_ZONE} letters at most")
    return " ".join((found, *rest))


def split_orders(text: str) -> list[str]:
    """The orders of turns one after another, divided by semicolons."""
    return [part.strip() for part in text.split(";") if part.strip()]


def plotters(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets whose orders are written in this step."""
    return [own.name for own in fleets(battle) if hooks(battle).plots_from(battle, own) is not None]


def next_unplotted(battle: GwasBattle, given: InputsSoFar) -> int | None:
    """The first turn from now on that a fleet's orders may be written for and that has none."""
    if not given.get("fleet"):
        return None
    own = fleet(battle, given["fleet"])
    first = hooks(battle).plots_from(battle, own) or battle.turn
    return next((turn for turn in range(first, battle.turn + MOST_TURNS) if not own.order(turn)), None)


class PlotOrders(Order[GwasShip]):
    """Write a fleet's orders for turns to come; the enemy does not learn of them before he has seen all of them carried out."""

    id, title, key, section = "plot", "Plot orders", "p", "Game Turn Sequence of Play"
    phases = (PLOTTING, ABORTING, LAST)
    fleet: str = fields.choice(
        "fleet", nameable=fleet_names, among=plotters, default=lambda b, g: next(iter(plotters(b, g)), None)
    )
    turn: int = fields.number("from turn", low=1, high=9999, default=next_unplotted)
    orders: str = fields.text("orders, a turn each, divided by ;")

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        first, plotted = hooks(battle).plots_from(battle, own), split_orders(self.orders)
        require(first is not None, f"{own}'s orders are not written in this step", self.section)
        require(plotted, "no order; such as Move C12; Move C13 C14")
        require(self.turn >= (first or 0), f"orders are written for turn {first} on, not for turn {self.turn}", self.section)
        last, allowed = self.turn + len(plotted) - 1, hooks(battle).plots_to(battle, own)
        if allowed is not None:
            require(last <= allowed, f"{own.mission} is plotted to turn {allowed} now, not to turn {last}", self.section)
        elif own.writes[0] != battle.phase:
            written = [turn for turn in range(self.turn, last + 1) if own.order(turn)]
            require(not written, f"{own}'s orders for turn {' and '.join(map(str, written))} are written", self.section)
        require(len(plotted) <= MOST_TURNS, f"orders for {MOST_TURNS} turns at most")
        self._kept(battle)

    def _kept(self, battle: GwasBattle) -> list[tuple[int, str]]:
        own = fleet(battle, self.fleet)
        kept = [checked_order(words, own.mission, battle.tables) for words in split_orders(self.orders)]
        for words in kept:
            require_charge(battle, own, words)
        return list(enumerate(kept, start=self.turn))

    def resolve(self, battle: GwasBattle) -> Effects:
        for turn, words in self._kept(battle):
            yield from set_fact(self.fleet, ORDER, words, turn, text=f"turn {turn}: {words}")

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return owner(battle, self.fleet) != side

    def opened(self, battle: GwasBattle, side: str) -> bool:
        return all(
            battle.fact(Key(self.fleet, CARRIED_OUT, str(turn))) == SEEN
            and str(battle.fact(Key(self.fleet, ORDER, str(turn)))).casefold() == " ".join(words.split()).casefold()
            for turn, words in enumerate(split_orders(self.orders), start=self.turn)
        )

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: orders from turn {self.turn}: {self.orders}"


def charge_of(words: str) -> str:
    """The fleet that an order to escort names; empty where it names none."""
    name, _, charge = words.partition(" ")
    return charge if name == ESCORT else ""


def require_charge(battle: GwasBattle, own: Fleet, words: str) -> None:
    """Raise Refused where an order escorts what is no other fleet of the side."""
    charge = charge_of(words)
    others = [other.name for other in fleets(battle, own.side) if other.name != own.name]
    require(not charge or charge in others, f"{charge} is no other fleet of {own.side}", "Scenario Preparation")


def not_aborted(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that may give up their mission in this step."""
    return [own.name for own in fleets(battle) if own.mission not in ("", ABORT) and _in_time(battle, own)]


def _in_time(battle: GwasBattle, own: Fleet) -> bool:
    """Any fleet in the step for it, after combat those that fought (G18)."""
    return battle.phase != LAST or own.fact(FOUGHT) == battle.turn


class ChangeToAbort(Order[GwasShip]):
    """A fleet gives up its mission; what it has plotted from two turns hence on (after combat, from the next) is written anew."""

    id, title, key, section = "abort", "Abort a mission", "A", "Game Turn Sequence of Play"
    phases = (ABORTING, LAST)
    fleet: str = fields.choice("fleet", nameable=fleet_names, among=not_aborted)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(own.mission, f"{own} has no mission")
        require(own.mission != ABORT, f"{own} has aborted its mission")
        require(_in_time(battle, own), f"{own} has not fought this turn; its mission is aborted in step 4", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from abort_after_combat(battle, own) if battle.phase == LAST else abort(battle, own)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return owner(battle, self.fleet) != side

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: mission aborted"


def abort(battle: GwasBattle, own: Fleet) -> Effects:
    """The fleet's mission becomes Abort; its orders are written anew in the step for it, from two turns hence."""
    first = battle.turn + battle.whole_reading("plotted_ahead")
    yield from _aborted(battle, own, (ABORTING, first), first)


def abort_after_combat(battle: GwasBattle, own: Fleet, *, void: bool = False) -> Effects:
    """The fleet's mission becomes Abort; its orders are written anew in the last step, from the next turn on (G18). ``void``: its
    order of this turn is not carried out (V21).
    """
    yield from _aborted(battle, own, (LAST, battle.turn + 1), battle.turn + (not void))


def _aborted(battle: GwasBattle, own: Fleet, writes: tuple[str, int], struck_from: int) -> Effects:
    if own.mission == RAID:
        yield from set_fact(own, RAIDED, True)
    yield from set_fact(own, MISSION, ABORT, text=f"{own}: mission Abort")
    yield from set_fact(own, WRITES, writes, battle.turn)
    for turn in range(struck_from, battle.turn + MOST_TURNS):
        if own.order(turn):
            yield from clear(own, ORDER, turn)
