"""Damage to airships (8.8): critical hits on gondola or envelope, fires and gas cells."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import DONE, GOOD, HURT, NOTHING, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, draw, note, roll_on, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.words.sentence import Words
from fleetbook.rules.fgdn.attacks import firer_of, whose
from fleetbook.rules.fgdn.ground.card import AA
from fleetbook.rules.fgdn.ground.dice import HUNDRED
from fleetbook.rules.fgdn.ground.movement import max_speed
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships
from fleetbook.rules.fgdn.ground.terms import (
    BALLAST,
    COMMUNICATIONS,
    CONTROL,
    DESTROYED,
    ELEVATOR,
    FUEL,
    MOVEMENT,
    PLOTTING,
    PORT,
    RUDDER,
    SIDES,
    VALVING,
    WEAPONS,
)
from fleetbook.rules.fgdn.results import lost_result
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import hits, sentences
from fleetbook.rules.kit.sides import every_ship, require_afloat

SECTION = "8.8"
FUEL_IN_ALL = "fuel in all, quarters"
WITHOUT = {
    ELEVATOR: Says.no_elevator,
    RUDDER: Says.no_rudder,
    VALVING: Says.no_valving,
    BALLAST: Says.no_ballast,
}
"""The sentence that records the loss of a control, for each control."""
GONDOLA, ENVELOPE = AIMS = ("gondola", "envelope")
STAR = "*"


def engines(ship: FgdnShip, side: str) -> int:
    """The number of engines that an airship had on this side when undamaged."""
    return ship.card.port_engines if side == PORT else ship.card.starboard_engines


def lose_engine(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Destroy one engine. It is drawn among all engines, so an engine already destroyed may be drawn again."""
    every = [(side, number) for side in SIDES for number in range(1, engines(ship, side) + 1)]
    name = yield from draw(Says.engine_hit, [(f"{side} engine {number}", 1) for side, number in every], SECTION)
    side, number = next((side, number) for side, number in every if name == f"{side} engine {number}")
    if number <= ship.engines_lost[side]:
        yield from note(Says.engine_gone_already(engine=name), SECTION)
        return
    yield from FgdnShip.engines_lost[side].add(ship, 1, Says.engine_lost)
    bare = [side for side in SIDES if engines(ship, side) and engines(ship, side) <= ship.engines_lost[side]]
    steering: Words = Says.half_speed_to_steer if bare else Says.steers_as_before
    if bare and ship.control_lost[RUDDER]:
        steering = Says.circles(side=bare[0])
    yield from note(Says.airship_steers(ship=ship, knots=max_speed(ship), steering=steering), SECTION)


def lose_fuel(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Lose a quarter of the fuel. If some fuel is used up, the tank hit is drawn and may be empty. An airship without fuel
    drifts.
    """
    quarters = battle.figure(FUEL_IN_ALL)
    gone = ship.fuel_used + ship.fuel_lost
    tank = quarters
    if ship.fuel_used:
        tanks = [(f"tank {number}", 1) for number in range(1, quarters + 1)]
        tank = 1 + tanks.index(((yield from draw(Says.fuel_tank_hit, tanks, SECTION)), 1))
    if tank <= gone:
        yield from note(Says.tank_empty, SECTION)
        return
    lost = min(battle.figure("fuel lost by a hit, quarters"), quarters - gone)
    yield from FgdnShip.fuel_lost.add(ship, lost, said=Says.fuel_lost(quarters=quarters))
    if gone + lost == quarters:  # nothing is left once the fuel used up is counted
        yield from FgdnShip.fuel_lost.set(ship, quarters)
        yield from note(Says.drifts_with_wind(ship=ship), SECTION)
        for control in (ELEVATOR, RUDDER):
            yield from FgdnShip.control_lost[control].set(ship)


def lose_control(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Lose the control of elevator, rudder, gas valves or ballast."""
    control = str((yield from roll_on(battle.tables.table("airship_control"))))
    yield from FgdnShip.control_lost[control].set(ship, said=WITHOUT[control])


def lose_wireless(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Destroy the wireless. Signal lights and message streamers still work."""
    yield from FgdnShip.out["wireless"].set(ship, said=Says.wireless_destroyed)


def lose_weapon(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Destroy one weapon, drawn among all the airship's weapons."""
    if not ship.card.weapons:
        yield from note(Says.no_weapon, SECTION)
        return
    name = yield from draw(Says.weapon_hit, tuple((weapon.name, 1) for weapon in ship.card.weapons), SECTION)
    yield from FgdnShip.out[name].set(ship, said=Says.weapon_destroyed)


def lose_cell(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Rupture one gas cell. It is drawn among all cells, so a cell already ruptured may be drawn again."""
    name = yield from draw(Says.gas_cell_hit, tuple((cell, 1) for cell in cells_of(ship)), SECTION)
    yield from rupture(battle, ship, name)


def cells_of(ship: FgdnShip) -> list[str]:
    """The names of all gas cells of an airship."""
    return [f"cell {number}" for number in range(1, ship.card.cells + 1)]


def rupture(battle: FgdnBattle, ship: FgdnShip, name: str) -> Effects:
    """Let all gas out of one gas cell."""
    if ship.out[name]:
        yield from note(Says.cell_empty(cell=name), SECTION)
        return
    yield from FgdnShip.out[name].set(ship)
    yield from FgdnShip.cells.strike(ship, 1, Says.cell_ruptured(cell=name))
    yield from note(Says.height_now(ship=ship, effect=buoyancy(battle, ship)), SECTION)


def buoyancy(battle: FgdnBattle, ship: FgdnShip) -> str:
    """Text that says how the loss of gas cells affects an airship's height. Dumped ballast may make up for one cell."""
    gone = ship.card.cells - ship.cells - (battle.figure("cells made good") if ship.cell_made_good else 0)
    percent = max(gone, 0) * HUNDRED
    up = battle.reading("cells_rounded") == "up"
    share = -(-percent // ship.card.cells) if up else percent // ship.card.cells
    return battle.tables.table("airship_cells").text(share, "effect")


EFFECTS = {
    "engine": lose_engine,
    FUEL: lose_fuel,
    CONTROL: lose_control,
    COMMUNICATIONS: lose_wireless,
    WEAPONS: lose_weapon,
    "gas cell": lose_cell,
}
"""The function that applies each result of the airship table, by the result's name."""


def airships(battle: FgdnBattle) -> list[FgdnShip]:
    """The airships that are in the air."""
    return [ship for ship in fit_ships(battle) if ship.is_airship]


def require_airship(battle: FgdnBattle, order: AirshipHit | RipCells | DumpForLift) -> FgdnShip:
    """The airship that an order names. Raises Refused if the ship is no airship, or is lost."""
    require(any(ship.is_airship for ship in battle.ships()), "there is no airship")
    ship = battle.ship(order.ship)
    require(ship.is_airship, f"{ship} is no airship", SECTION)
    require_afloat(ship)
    return ship


def lost(ship: FgdnShip, how: Words, cause: Cause | None = None) -> Effects:
    """The airship is lost at once."""
    yield from FgdnShip.fate.gone(ship, DESTROYED, how, said=Says.airship_lost(how=how), cause=cause)
    yield from FgdnShip.gondola_fire.clear(ship)
    yield from tally("ships sunk", 1, ship.side)


def most_used(battle: FgdnBattle, order: AirshipHit) -> int:
    """The greatest number of quarters of fuel that may be entered as used up. One of the quarters not lost to hits must
    be left.
    """
    ship = battle.ship(order.ship)
    return max(battle.figure(FUEL_IN_ALL) - 1 - ship.fuel_lost, ship.fuel_used)


class AirshipHit(Order[FgdnShip]):
    """An aircraft or anti-aircraft gun hits an airship. She takes one critical hit on the gondola or envelope, as aimed."""

    id, title, key, section = "airship-hit", "Airship hit", "z", SECTION
    says = "{ship} is hit in the {aim}"
    by_referee = True
    ship: str = fields.ship("airship", every_ship)
    aim: str = fields.choice("aimed at", AIMS)
    used: int = fields.number(
        "quarters of its fuel used up", 0, most_used, default=lambda battle, order: battle.ship(order.ship).fuel_used
    )

    by: str | None = whose("fired by", lambda ship: any(weapon.kind == AA for weapon in ship.card.weapons), "ship")

    def check(self, battle: FgdnBattle) -> None:
        require_airship(battle, self)

    @property
    def doing(self) -> Cause | None:
        return Cause(firer_of(self.by), "gunfire") if self.by else None

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if not ship.afloat:
            return
        yield from FgdnShip.fuel_used.set(ship, self.used)
        printed = str((yield from roll_on(battle.tables.table("airship_critical"), self.aim)))
        yield from EFFECTS[printed.removesuffix(STAR)](battle, ship)
        if not printed.endswith(STAR):
            return
        if self.aim == ENVELOPE:
            if ship.card.helium:
                yield from note(Says.helium_does_not_burn)
            else:
                yield from lost(ship, Says.hydrogen_on_fire)
        elif ship.card.helium and not battle.reading("gondola_fire_helium"):
            yield from note(Says.no_fire_under_helium, "F37")
        elif not ship.gondola_fire:
            yield from FgdnShip.gondola_fire.set(ship, said=Says.gondola_on_fire)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        if not happened.after.ship(self.ship).afloat:
            yield lost_result(happened, self.ship)
            return
        ship, wording = happened.after.ship(self.ship), happened.after.wording
        harm = [wording.of_her(said, self.ship) for said in happened.sentences_about(self.ship)]
        if ship.cells < happened.before.ship(self.ship).cells:
            harm = [f"a gas cell is ruptured, {ship.cells} of {ship.card.cells} left"]
            harm.append(f"her height: {buoyancy(happened.after, ship)}")
        beside = [said for said in happened.noted() if said.key != Says.height_now.key]
        notes = [wording.of_her(said, self.ship) for said in beside]
        first, *others = [*harm, *notes] or ["nothing more to lose there"]
        kind, head = (HURT, hits(1)) if harm else (NOTHING, "without effect")
        words = f"{self.ship}, {self.aim.upper()} HIT: {first}."
        yield Result(kind=kind, head=head, words=words, means=sentences(*others), subject=self.ship)


class GondolaFire(Part[FgdnShip]):
    """At the start of a turn, a fire in a gondola goes out, burns on, or spreads to an envelope full of hydrogen."""

    id, title, section = "gondola-fire", "Gondola fire", SECTION
    says = "{ship}: gondola fire"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        result = yield from roll_on(battle.tables.table("airship_fire"))
        if result == "out":
            yield from FgdnShip.gondola_fire.clear(ship, said=Says.gondola_fire_out)
        elif result == "spreads" and not ship.card.helium:
            cause = Cause(how="gondola fire", through=FgdnShip.gondola_fire.name)
            yield from lost(ship, Says.fire_spread, cause)
        else:
            yield from FgdnShip.burns_on.mark(ship, said=Says.gondola_burns_on)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship = happened.after.ship(self.ship)
        if not ship.afloat:
            yield lost_result(happened, self.ship)
        elif ship.gondola_fire:
            means = "It does one more critical hit at the end of the turn."
            words = f"{ship}: THE GONDOLA BURNS ON."
            yield Result(kind=HURT, head="burns on", words=words, means=means, subject=self.ship)
        else:
            yield Result(kind=GOOD, head="fire out", words=f"{ship}: THE GONDOLA FIRE IS OUT.", subject=self.ship)


class FireSpreads(Part[FgdnShip]):
    """A gondola fire that burns on causes one more critical hit in the Resolution Phase (F51)."""

    id, title, section = "gondola-burns", "Gondola burns", SECTION
    says = "{ship}: the gondola burns"
    ship: str

    @property
    def doing(self) -> Cause:
        return Cause(how="gondola fire", through=FgdnShip.gondola_fire.name)

    def resolve(self, battle: FgdnBattle) -> Effects:
        column = str(battle.reading("fire_critical_column"))
        yield from run(AirshipHit(ship=self.ship, aim=column, used=battle.ship(self.ship).fuel_used, by=None))


class HeightDrift(Part[FgdnShip]):
    """Each turn, chance decides whether an airship without elevators climbs, dives or keeps her height."""

    id, title, section = "height", "Height of an airship", SECTION
    says = "{ship}: height"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        table = battle.tables.table("airship_height")
        options = tuple((row, table.whole(row, "weight")) for row in table.rows.labels)
        drift = yield from draw(Says.without_elevators(ship=self.ship), options)
        yield from note(Says.height_changes(ship=self.ship, drift=drift))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        words = sentences(*map(happened.after.wording.words, happened.noted(Says.height_changes)))
        yield Result(kind=DONE, head="height", words=words, means="Her elevator is lost.", subject=self.ship)


class RipCells(Order[FgdnShip]):
    """The crew rips gas cells open so that the airship comes down."""

    id, title, key, section = "rip", "Rip a gas cell", "r", SECTION
    is_aside = True
    phases = (PLOTTING, MOVEMENT)
    ship: str = fields.ship("airship", every_ship)
    cells: int = fields.number("cells", 1, lambda battle, order: battle.ship(order.ship).cells)

    def check(self, battle: FgdnBattle) -> None:
        ship = require_airship(battle, self)
        require(ship.cells, f"{ship} has no cell left to rip")
        require(self.cells <= ship.cells, f"{ship} has {ship.cells} cells left")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        whole = [cell for cell in cells_of(ship) if not ship.out[cell]]
        for name in whole[: self.cells]:
            yield from rupture(battle, ship, name)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} rips {self.cells} cell{'s' if self.cells > 1 else ''}"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship = happened.after.ship(self.ship)
        words = f"{ship} RIPS {self.cells} cell{'s' if self.cells > 1 else ''}: {ship.cells} of {ship.card.cells} left."
        means = sentences(f"her height: {buoyancy(happened.after, ship)}")
        yield Result(kind=DONE, head="cells ripped", words=words, means=means, subject=self.ship)


class DumpForLift(Order[FgdnShip]):
    """Throw ballast and payload overboard and run the engines at full speed. This makes up for one lost gas cell."""

    id, title, key, section = "dump", "Dump ballast and payload", "Q", SECTION
    is_aside = True
    says = "{ship} dumps ballast and payload"
    phases = (PLOTTING, MOVEMENT)
    ship: str = fields.ship("airship", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        ship = require_airship(battle, self)
        require(not ship.cell_made_good, f"{ship} has dumped everything already")
        require(not ship.control_lost[BALLAST], f"{ship} cannot release ballast")

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from FgdnShip.cell_made_good.set(self.ship, said=Says.dumps_for_lift)
        yield from note(Says.height_now(ship=self.ship, effect=buoyancy(battle, battle.ship(self.ship))))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        words = f"{self.ship} dumps ballast and payload and goes to full speed."
        height = buoyancy(happened.after, happened.after.ship(self.ship))
        means = sentences("that makes good for a lost cell", f"her height: {height}")
        yield Result(kind=DONE, head="dumped", words=words, means=means, subject=self.ship)


def drift_and_burn(battle: FgdnBattle) -> Effects:
    """At the start of a turn, settle gondola fires and move airships that have no elevators."""
    yield from run(*(GondolaFire(ship=ship.name) for ship in airships(battle) if ship.gondola_fire))
    yield from run(*(HeightDrift(ship=ship.name) for ship in airships(battle) if ship.control_lost[ELEVATOR]))


def gondolas_burn(battle: FgdnBattle) -> Effects:
    """Apply the damage of gondola fires that burn on."""
    yield from run(*(FireSpreads(ship=ship.name) for ship in airships(battle) if ship.gondola_fire and ship.burns_on))


ORDERS = (AirshipHit, RipCells, DumpForLift)
PARTS = (GondolaFire, FireSpreads, HeightDrift)
