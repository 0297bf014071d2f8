"""Critical hits on cargo (8.3): each kind of cargo, burning ammunition, flooding a hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import GOOD, Result
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, draw, note, roll, roll_on
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.criticals.critical_context import Blow, burn, put_out
from fleetbook.rules.fgdn.ground.card import HoldEntry
from fleetbook.rules.fgdn.ground.dice import HUNDRED, chance
from fleetbook.rules.fgdn.ground.facts import is_intermediate
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, require_fit
from fleetbook.rules.fgdn.ground.ship_values import Ring
from fleetbook.rules.fgdn.ground.sinking import EXPLODES, blow_up
from fleetbook.rules.fgdn.ground.terms import PLOTTING
from fleetbook.rules.fgdn.results import as_told, lost
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.sides import every_ship

AMMUNITION_FIRE = "ammunition"
FUELS = {"crude oil": "crude oil", "refined petroleum": "refined product", "avgas": "avgas"}
"""The cause of the fire by each kind of petroleum."""
BURNS = {"ammo": AMMUNITION_FIRE, **FUELS}
"""The cause of the fire by each kind of cargo that burns."""


def cargo_left(ship: FgdnShip, hold: HoldEntry) -> int:
    """What is left in a hold."""
    return max(hold.amount - ship.cargo_lost[hold.name], 0)


def cargo(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """One hold is hit, by chance; on small craft a quarter of the cargo goes."""
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
    """Part of a hold's cargo is lost, as far as there is any."""
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
    """A hold of ammunition goes up, perhaps with others: the ship is lost, and ships about it are hurt by the tons."""
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
    """General supplies, vehicles, crated planes: so many points for each one lost."""
    each = battle.tables.table("cargo_by_points").whole(hold.contents, "points for one")
    yield from lose_cargo(ship, hold, ship.batch_points // each)


CargoEffect: TypeAlias = Callable[[FgdnBattle, FgdnShip, HoldEntry, Blow], Effects]

CONTENTS: dict[str, CargoEffect] = {
    "ammo": _ammunition,
    **dict.fromkeys(FUELS, _petroleum),
    "troops": _troops,
    **dict.fromkeys(("general supplies", "vehicles", "aircraft"), _by_points),
}


def ammunition_risks(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Burning ammunition may explode in each Intermediate Turn after it was hit, unless the hold is flooded or the fire out."""
    percent = battle.figure("burning ammunition, each Intermediate Turn")
    for hold in ship.card.holds:
        if not (ship.fires and cargo_left(ship, hold)) and ship.may_explode[hold.name]:
            yield from FgdnShip.may_explode[hold.name].clear(ship)
        due = 0 < (ship.may_explode[hold.name] or 0) < battle.turn and ship.fit
        said = Says.hold_explodes(hold=hold.name, ship=ship, percent=percent)
        if due and (yield from chance(said, percent, "8.3")):
            yield from explode(battle, ship, hold, Cause(how="burning ammunition", through=FgdnShip.may_explode.name))


def burning_cargo(battle: FgdnBattle) -> list[FgdnShip]:
    """Ships whose burning ammunition may explode in this Intermediate Turn."""
    ships = fit_ships(battle) if is_intermediate(battle) else []
    return [ship for ship in ships if any(ship.may_explode[hold.name] for hold in ship.card.holds)]


class CargoRisk(Part[FgdnShip]):
    """Burning ammunition in a hold may explode in an Intermediate Turn."""

    id, title, section = "cargo-risk", "Burning ammunition", "8.3"
    says = "{ship}: ammunition burns"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from ammunition_risks(battle, battle.ship(self.ship))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship = happened.after.ship(self.ship)
        if not ship.afloat:
            yield lost(happened, self.ship)
            return
        burning = any(ship.may_explode[hold.name] for hold in ship.card.holds)
        percent = happened.before.figure("burning ammunition, each Intermediate Turn")
        words = f"{ship}: THE AMMUNITION {'DOES NOT EXPLODE' if burning else 'BURNS NO LONGER'}."
        means = f"{percent} % a hold in each Intermediate Turn until the fire is out or the hold flooded." if burning else ""
        yield Result(kind=GOOD, head="no explosion", words=words, means=means, subject=self.ship)


class FloodHold(Order[FgdnShip]):
    """A hold is flooded: no fire and no explosion in it, and all its cargo is lost."""

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
        """The hold by its name. Raises InvalidInput with the nearest name for an unknown one."""
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
        yield as_told(happened, self.ship, "hold flooded")
