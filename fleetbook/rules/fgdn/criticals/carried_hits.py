"""Critical hits on aircraft, flight deck and cargo (8.3)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeAlias

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import GOOD, Result
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, draw, note, roll, roll_on, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.critical_context import Blow, HitEffect, burn, casualty, put_out
from fleetbook.rules.fgdn.fire_flooding.casualties import AIRCRAFT, ARMED
from fleetbook.rules.fgdn.ground.card import CARRIER, HoldEntry
from fleetbook.rules.fgdn.ground.dice import HUNDRED, chance
from fleetbook.rules.fgdn.ground.facts import FgdnFacts, is_intermediate
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, require_fit
from fleetbook.rules.fgdn.ground.ship_values import EXPLOSION, Ring
from fleetbook.rules.fgdn.ground.sinking import EXPLODES, MAGAZINE, MagazineExplodes, blow_up, follow
from fleetbook.rules.fgdn.ground.terms import AFT, FIRE, FORWARD, FUEL, PLOTTING
from fleetbook.rules.fgdn.results import lost_result, result_of_changes
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.sides import every_ship

AMMUNITION_FIRE = "ammunition"
FUELS = {"crude oil": "crude oil", "refined petroleum": "refined product", "avgas": "avgas"}
"""The cause that a fire has, for each kind of petroleum."""
BURNS = {"ammo": AMMUNITION_FIRE, **FUELS}
"""The cause that a fire has, for each kind of cargo that burns."""
STOWED_AT_RISK = (FORWARD, AFT)
AVIATION_FUEL = "aviation fuel"
NEAR_BY = "parked aircraft, near by at most"


def cargo_left(ship: FgdnShip, hold: HoldEntry) -> int:
    """The amount of cargo left in a hold."""
    return max(hold.amount - ship.cargo_lost[hold.name], 0)


def cargo(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Hit one hold, drawn by chance. Small craft lose a quarter of their cargo instead."""
    holds = [hold for hold in ship.card.holds if cargo_left(ship, hold)]
    if not holds:
        yield from note(Says.no_cargo(ship=ship), "8.3")
    elif ship.small:
        for hold in holds:
            yield from lose_cargo(ship, hold, hold.amount // battle.figure("small craft, one part of the cargo in"))
    else:
        name = yield from draw(Says.hold_hit, [(hold.name, 1) for hold in holds], "8.3")
        hold = next(hold for hold in holds if hold.name == name)
        yield from CONTENTS[hold.contents](battle, ship, hold, blow)


def lose_cargo(ship: FgdnShip, hold: HoldEntry, amount: int) -> Effects:
    """Lose this amount of a hold's cargo, or all that is left if there is less."""
    lost = min(amount, cargo_left(ship, hold))
    if lost:
        said = Says.cargo_lost(amount=lost, contents=hold.contents)
        yield from FgdnShip.cargo_lost[hold.name].add(ship, lost, said=said)


def _ammunition(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    what = yield from roll_on(battle.tables.table("ammunition_cargo"), label=Says.ammunition_in(hold=hold.name))
    if what == EXPLODES:
        yield from explode(battle, ship, hold)
        return
    said = Says.ammunition_lost_in(hold=hold.name)
    percent = yield from roll(said, battle.printed("ammunition lost"), section="8.3")
    yield from lose_cargo(ship, hold, cargo_left(ship, hold) * percent // HUNDRED)
    if what == "lost, fire":
        yield from burn(battle, ship, blow, AMMUNITION_FIRE)
        if cargo_left(ship, hold):
            yield from FgdnShip.may_explode[hold.name].set(ship, battle.turn, said=Says.hold_may_explode)


def explode(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, cause: Cause | None = None) -> Effects:
    """A hold of ammunition explodes, and other holds may explode with it. The ship is lost. The tons that exploded decide the
    damage to ships near her.
    """
    tons, percent = cargo_left(ship, hold), battle.figure("ammunition that explodes, each other hold")
    for other in ship.card.holds:
        if other == hold or other.contents != hold.contents or not cargo_left(ship, other):
            continue
        if (yield from chance(Says.hold_explodes_too(hold=other.name, percent=percent), percent, "8.3")):
            tons += cargo_left(ship, other)
    table = battle.tables.table("ammunition_blast")
    rings = [Ring(int(yards), tons // table.whole(yards, "tons for a point")) for yards in table.rows.labels]
    yield from blow_up(ship, Says.ammunition_cargo_exploded, *(ring for ring in rings if ring.points), cause=cause)


def _petroleum(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    yield from burn(battle, ship, blow, FUELS[hold.contents])


def _troops(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    times = yield from roll_on(battle.tables.table("troops"), label=Says.casualties_in(hold=hold.name))
    yield from lose_cargo(ship, hold, int(times) * ship.batch_points)


def _by_points(battle: FgdnBattle, ship: FgdnShip, hold: HoldEntry, blow: Blow) -> Effects:
    """Damage general supplies, vehicles or crated planes. The table gives the points of damage for each one lost."""
    each = battle.tables.table("cargo_by_points").whole(hold.contents, "points for one")
    yield from lose_cargo(ship, hold, ship.batch_points // each)


CargoEffect: TypeAlias = Callable[[FgdnBattle, FgdnShip, HoldEntry, Blow], Effects]

CONTENTS: dict[str, CargoEffect] = {
    "ammo": _ammunition,
    **dict.fromkeys(FUELS, _petroleum),
    "troops": _troops,
    **dict.fromkeys(("general supplies", "vehicles", "aircraft"), _by_points),
}


def burning_cargo(battle: FgdnBattle) -> list[FgdnShip]:
    """Ships with burning ammunition that may explode in this Intermediate Turn."""
    ships = fit_ships(battle) if is_intermediate(battle) else []
    return [ship for ship in ships if any(ship.may_explode[hold.name] for hold in ship.card.holds)]


class CargoRisk(Part[FgdnShip]):
    """Burning ammunition may explode. It is rolled for in each Intermediate Turn, until the hold
    is flooded or the fire is out.
    """

    id, title, section = "cargo-risk", "Burning ammunition", "8.3"
    says = "{ship}: ammunition burns"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, percent = battle.ship(self.ship), battle.figure("burning ammunition, each Intermediate Turn")
        for hold in ship.card.holds:
            if not (ship.fires and cargo_left(ship, hold)) and ship.may_explode[hold.name]:
                yield from FgdnShip.may_explode[hold.name].clear(ship)
            due = 0 < (ship.may_explode[hold.name] or 0) < battle.turn and ship.fit
            said = Says.hold_explodes(hold=hold.name, ship=ship, percent=percent)
            if due and (yield from chance(said, percent, "8.3")):
                cause = Cause(how="burning ammunition", through=FgdnShip.may_explode.name)
                yield from explode(battle, ship, hold, cause)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship = happened.after.ship(self.ship)
        if not ship.afloat:
            yield lost_result(happened, self.ship)
            return
        burning = any(ship.may_explode[hold.name] for hold in ship.card.holds)
        percent = happened.before.figure("burning ammunition, each Intermediate Turn")
        words = f"{ship}: THE AMMUNITION {'DOES NOT EXPLODE' if burning else 'BURNS NO LONGER'}."
        means = f"{percent} % a hold in each Intermediate Turn until the fire is out or the hold flooded." if burning else ""
        yield Result(kind=GOOD, head="no explosion", words=words, means=means, subject=self.ship)


class FloodHold(Order[FgdnShip]):
    """Flood a hold. Its cargo is lost, and it can no longer burn or explode."""

    id, title, key, section = "flood-hold", "Flood a hold", "H", "8.3"
    says = "{ship} floods {hold}"
    phases = (PLOTTING,)
    ship: str = fields.ship("ship", every_ship)
    hold: str = fields.choice("hold", lambda battle, order: [hold.name for hold in battle.ship(order.ship).card.holds])

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.card.holds for ship in battle.ships()), "no ship carries cargo")
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(ship.card.holds, f"{ship} carries no cargo")
        hold = self._hold(ship)
        dry = not ship.flooded[self.hold] and (cargo_left(ship, hold) or ship.fires)
        require(dry, f"nothing to flood in {self.hold}")

    def _hold(self, ship: FgdnShip) -> HoldEntry:
        """The hold that the order names. Raises InvalidInput, with the most similar name, if there is none."""
        holds = {hold.name: hold for hold in ship.card.holds}
        if self.hold not in holds:
            raise InvalidInput.word(f"hold of {ship}", self.hold, holds)
        return holds[self.hold]

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from FgdnShip.flooded[self.hold].set(ship, said=Says.hold_flooded)
        yield from FgdnShip.may_explode[self.hold].clear(ship)
        hold = self._hold(ship)
        yield from lose_cargo(ship, hold, cargo_left(ship, hold))
        if hold.contents in BURNS:
            yield from put_out(ship, BURNS[hold.contents])

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield result_of_changes(happened, self.ship, "hold flooded")


def aircraft(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Destroy a plane, which may burn. Under optional rules the plane may also explode and destroy other planes. The explosion
    does two thirds of the damage of the plane's ordnance and does not pierce armour.
    """
    if ship.planes_left <= 0:
        yield from note(Says.no_aircraft(ship=ship), "8.3")
        return
    yield from FgdnShip.planes_lost.add(ship, 1, said=Says.aircraft_lost)
    yield from tally(FgdnShip.planes_lost.name, 1, ship)
    facts = FgdnFacts(battle)
    armed = facts.armed_aircraft and ship.planes_armed
    severity = yield from casualty(battle, ship, blow, FIRE, ARMED if armed else AIRCRAFT).begin(battle)
    if severity.explodes:
        table = battle.tables.table("ordnance_explosion")
        points = ship.card.ordnance * table.whole("ordnance", "times") // table.whole("ordnance", "divided by")
        yield from note(Says.plane_explodes(ship=ship), "8.3")
        yield from follow(ship, blow.hit(EXPLOSION, points, "aircraft ordnance", penetrated=not ship.card.armoured))
    if facts.parked_aircraft and ship.planes_parked and (severity.percent or severity.explodes):
        how = "by an explosion" if severity.explodes else "by fire"
        percent = battle.figure(f"parked aircraft, {how}")
        for number in range(min(battle.figure(NEAR_BY), ship.planes_left)):
            if (yield from chance(Says.plane_near_by_hit(number=number + 1, percent=percent), percent, "8.3")):
                yield from FgdnShip.planes_lost.add(ship, 1, said=Says.plane_near_by_lost)
                yield from burn(battle, ship, blow, AIRCRAFT)


def ammunition_or_fuel(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Hit the aviation stores. The magazine may detonate and destroy the ship. Aviation fuel burns and is hard to put out."""
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
    """Hit the flight deck. A hit forward prevents take-off, a hit aft prevents landing. Planes on deck or in the hangar may be
    hit too.
    """
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
    natures.CARGO: cargo,
    natures.AIRCRAFT: aircraft,
    "Ammo/Fuel": ammunition_or_fuel,
    natures.FLIGHT_DECK: flight_deck,
}
"""The function that applies each critical hit of this module, by its name in the table."""


class PurgeStores(Order[FgdnShip]):
    """A carrier floods and purges her aviation stores. The fire in them goes out, and planes can
    no longer be fuelled or armed.
    """

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
        yield result_of_changes(happened, self.ship, "purged", "no plane can be fuelled or armed any more")
