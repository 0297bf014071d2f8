"""Critical hits on ships that carry aircraft (8.3): planes, aviation ordnance and fuel, the flight deck."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, note, roll, roll_on, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.critical_context import Blow, HitEffect, burn, casualty, put_out
from fleetbook.rules.fgdn.fire_flooding.casualties import AIRCRAFT, ARMED
from fleetbook.rules.fgdn.ground.card import CARRIER
from fleetbook.rules.fgdn.ground.dice import chance
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, require_fit
from fleetbook.rules.fgdn.ground.ship_values import EXPLOSION
from fleetbook.rules.fgdn.ground.sinking import EXPLODES, MAGAZINE, MagazineExplodes, follow
from fleetbook.rules.fgdn.ground.terms import (
    AFT,
    FIRE,
    FORWARD,
    FUEL,
    PLOTTING,
)
from fleetbook.rules.fgdn.results import as_told
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.sides import every_ship

STOWED_AT_RISK = (FORWARD, AFT)
AVIATION_FUEL = "aviation fuel"
NEAR_BY = "parked aircraft, near by at most"


def aircraft(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A plane is destroyed and may burn; where the options say so, it may explode and take others with it."""
    if ship.planes_left <= 0:
        yield from note(Says.no_aircraft(ship=ship), "8.3")
        return
    yield from FgdnShip.planes_lost.add(ship, 1, said=Says.aircraft_lost)
    yield from tally(FgdnShip.planes_lost.name, 1, ship)
    facts = FgdnFacts(battle)
    armed = facts.armed_aircraft and ship.planes_armed
    severity = yield from casualty(battle, ship, blow, FIRE, ARMED if armed else AIRCRAFT).begin(battle)
    if severity.explodes:
        yield from _ordnance_explodes(battle, ship, blow)
    if facts.parked_aircraft and ship.planes_parked and (severity.percent or severity.explodes):
        how = "by an explosion" if severity.explodes else "by fire"
        yield from _others(battle, ship, blow, battle.figure(f"parked aircraft, {how}"))


def _ordnance_explodes(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Two thirds of the ordnance's damage; it does not pierce an armoured ship."""
    table = battle.tables.table("ordnance_explosion")
    points = ship.card.ordnance * table.whole("ordnance", "times") // table.whole("ordnance", "divided by")
    yield from note(Says.plane_explodes(ship=ship), "8.3")
    yield from follow(ship, blow.hit(EXPLOSION, points, "aircraft ordnance", penetrated=not ship.card.armoured))


def _others(battle: FgdnBattle, ship: FgdnShip, blow: Blow, percent: int) -> Effects:
    """Planes parked close by are hit in their turn."""
    for number in range(min(battle.figure(NEAR_BY), ship.planes_left)):
        if (yield from chance(Says.plane_near_by_hit(number=number + 1, percent=percent), percent, "8.3")):
            yield from FgdnShip.planes_lost.add(ship, 1, said=Says.plane_near_by_lost)
            yield from burn(battle, ship, blow, AIRCRAFT)


def ammunition_or_fuel(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """The aviation magazine may detonate and destroy the ship; the fuel burns and is hard to put out."""
    if ship.stores_purged:
        yield from note(Says.stores_flooded(ship=ship), "8.3")
        return
    if (yield from roll_on(battle.tables.table("aviation_stores"), label=Says.stores_hit(ship=ship))) == FUEL:
        yield from burn(battle, ship, blow, AVIATION_FUEL)
    elif ship.magazines_flooded:
        yield from note(Says.magazines_are_flooded(ship=ship), "8.2")
    elif (yield from roll_on(battle.tables.table(MAGAZINE), label=Says.aviation_magazine)) == EXPLODES:
        yield from run(MagazineExplodes(ship=ship.name))


def flight_deck(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Forward no launching, aft no landing; planes stowed there or in the hangar may be hit."""
    where = str((yield from roll_on(battle.tables.table("flight_deck"), label=Says.flight_deck(ship=ship))))
    yield from FgdnShip.deck_hits[where].add(ship, 1, said=Says.flight_deck_hit)
    if where in STOWED_AT_RISK and ship.planes_stowed == where:
        yield from _planes_hit(battle, ship, blow, (yield from _number(battle, ship)))
    if ship.card.armoured_deck and not blow.penetrated:
        return
    if (yield from roll_on(battle.tables.table("hangar"), label=Says.hangar(ship=ship))) == "aircraft hit":
        yield from _planes_hit(battle, ship, blow, (yield from _number(battle, ship)))


def _number(battle: FgdnBattle, ship: FgdnShip) -> Generator[Effect, Any, int]:
    return (yield from roll(Says.number_of_aircraft_hit(ship=ship), battle.printed("aircraft on the deck"), section="8.3"))


def _planes_hit(battle: FgdnBattle, ship: FgdnShip, blow: Blow, number: int) -> Effects:
    for _ in range(min(number, ship.planes_left)):
        yield from aircraft(battle, ship, blow)


EFFECTS: dict[str, HitEffect] = {
    natures.AIRCRAFT: aircraft,
    "Ammo/Fuel": ammunition_or_fuel,
    natures.FLIGHT_DECK: flight_deck,
}
"""The effect of each critical hit by its name in the table."""


class PurgeStores(Order[FgdnShip]):
    """A carrier floods and purges its aviation stores: their fire is out, and no plane can be fuelled or armed any more."""

    id, title, key, section = "purge", "Purge aviation stores", "P", "8.3"
    says = "{ship} purges her aviation stores"
    phases = (PLOTTING,)
    ship: str = fields.ship("carrier", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.card.kind == CARRIER for ship in battle.ships()), "there is no carrier")
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(ship.card.kind == CARRIER, f"{ship} has no aviation stores")
        require(not ship.stores_purged, f"{ship}'s stores are purged already")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from FgdnShip.stores_purged.set(ship, said=Says.stores_purged)
        yield from put_out(ship, AVIATION_FUEL)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield as_told(happened, self.ship, "purged", "no plane can be fuelled or armed any more")
