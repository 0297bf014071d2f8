"""Orders plotted turns ahead: which a mission allows, how they are written, and who may read them when."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, set_fact
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.ground.composition import orders_of
from fleetbook.rules.gwas.ground.fleets import ABORTED, MISSION, ORDER, RAID, RAIDED, Fleet, fleet, fleet_names, fleets, owner
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip

MOVE, ABORT = "Move", "Abort"
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
    return [fleet.name for fleet in fleets(battle) if hooks(battle).may_plot(battle, fleet)]


def next_unplotted(battle: GwasBattle, given: InputsSoFar) -> int | None:
    """The first turn from now on that a fleet's orders may be written for and that has none."""
    if not given.get("fleet"):
        return None
    own = fleet(battle, given["fleet"])
    turns = range(hooks(battle).plots_from(battle, own), battle.turn + MOST_TURNS)
    return next((turn for turn in turns if not own.order(turn)), None)


class PlotOrders(Order[GwasShip]):
    """Write a fleet's orders for turns to come; the enemy does not learn of them before their turn."""

    id, title, key, section = "plot", "Plot orders", "p", "Game Turn Sequence of Play"
    phases = ("plotting", "aborting", "abort-orders")
    fleet: str = fields.choice(
        "fleet", nameable=fleet_names, among=plotters, default=lambda b, g: next(iter(plotters(b, g)), None)
    )
    turn: int = fields.number("from turn", low=1, high=9999, default=next_unplotted)
    orders: str = fields.text("orders, a turn each, divided by ;")

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(hooks(battle).may_plot(battle, own), f"{own}'s orders are not written in this step", self.section)
        first, plotted = hooks(battle).plots_from(battle, own), split_orders(self.orders)
        require(plotted, "no order; such as Move C12; Move C13 C14")
        require(self.turn >= first, f"orders are written for turn {first} on, not for turn {self.turn}", self.section)
        last, allowed = self.turn + len(plotted) - 1, hooks(battle).plots_to(battle, own)
        if allowed is not None:
            require(last <= allowed, f"{own.mission} is plotted to turn {allowed} now, not to turn {last}", self.section)
        require(len(plotted) <= MOST_TURNS, f"orders for {MOST_TURNS} turns at most")
        self._kept(battle)

    def _kept(self, battle: GwasBattle) -> Iterator[tuple[int, str]]:
        mission = fleet(battle, self.fleet).mission
        kept = [checked_order(words, mission, battle.tables) for words in split_orders(self.orders)]
        return iter(list(enumerate(kept, start=self.turn)))

    def resolve(self, battle: GwasBattle) -> Effects:
        for turn, words in self._kept(battle):
            yield from set_fact(self.fleet, ORDER, words, turn, text=f"turn {turn}: {words}")

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        if owner(battle, self.fleet) == side:
            return False
        plotted = split_orders(self.orders)
        ahead = self.turn + len(plotted) - 1 > battle.turn
        return ahead or still_to_come(battle, self.fleet, plotted)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: orders from turn {self.turn}: {self.orders}"


def still_to_come(battle: GwasBattle, name: str, plotted: list[str]) -> bool:
    """Whether one of these orders is plotted for a turn to come, as one that was put off is."""
    words = {" ".join(order.split()).casefold() for order in plotted}
    turns = range(battle.turn + 1, battle.turn + MOST_TURNS)
    return any(str(battle.fact(Key(name, ORDER, str(turn)))).casefold() in words for turn in turns)


def not_aborted(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that have a mission other than Abort."""
    return [fleet.name for fleet in fleets(battle) if fleet.mission not in ("", ABORT)]


class ChangeToAbort(Order[GwasShip]):
    """A fleet gives up its mission; what it has plotted for the turns from two hence on is struck out and written anew."""

    id, title, key, section = "abort", "Abort a mission", "A", "Game Turn Sequence of Play"
    phases = ("aborting",)
    fleet: str = fields.choice("fleet", nameable=fleet_names, among=not_aborted)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from abort(battle, fleet(battle, self.fleet))

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return owner(battle, self.fleet) != side

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: mission aborted"


def abort(battle: GwasBattle, own: Fleet) -> Effects:
    """The fleet's mission becomes Abort."""
    if own.mission == RAID:
        yield from set_fact(own, RAIDED, True)
    yield from set_fact(own, MISSION, ABORT, text=f"{own}: mission Abort")
    yield from set_fact(own, ABORTED, battle.turn)
    for turn in range(battle.turn + battle.whole_reading("plotted_ahead"), battle.turn + MOST_TURNS):
        if own.order(turn):
            yield from clear(own, ORDER, turn)
