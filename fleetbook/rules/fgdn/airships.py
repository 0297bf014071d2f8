"""Damage to airships (8.8): critical hits on gondola and envelope, fires, gas cells."""

from __future__ import annotations

from fleetbook.core import fields
from fleetbook.core.errors import require
from fleetbook.core.fields import Given
from fleetbook.core.procedure import Procedure
from fleetbook.core.steps import Steps, add, clear, count, draw, note, put, roll_on, run, strike
from fleetbook.rules.fgdn.chances import HUNDRED
from fleetbook.rules.fgdn.ship import CELLS, FgdnBattle, FgdnShip, fit_ships

GONDOLA, ENVELOPE = AIMS = ("gondola", "envelope")
PORT, STARBOARD = SIDES = ("port", "starboard")
FIRE, FUEL = "gondola fire", "fuel lost"
STAR = "*"
SECTION = "8.8"


def limit(battle: FgdnBattle, name: str) -> int:
    """A figure that one of the sentences on airships names."""
    return battle.tables.table("airship_limits").whole(name, "value")


def engines(ship: FgdnShip, side: str) -> int:
    """Engines on a side when whole."""
    return ship.card.port_engines if side == PORT else ship.card.starboard_engines


def engines_left(ship: FgdnShip, side: str) -> int:
    """Engines on a side that still run."""
    return engines(ship, side) - ship.count("engines lost", side)


def airships(battle: FgdnBattle, given: Given) -> list[FgdnShip]:
    """The airships in the air."""
    return [ship for ship in fit_ships(battle, given) if ship.is_airship]


def require_airship(ship: FgdnShip) -> None:
    """Raise Refused unless it is an airship in the air."""
    require(ship.is_airship, f"{ship} is no airship", SECTION)
    require(ship.afloat, f"{ship} is gone: {ship.fate}")


def lost(ship: FgdnShip, how: str, turn: int) -> Steps:
    """The airship is lost at once."""
    yield from put(ship, "fate", f"destroyed T{turn}: {how}", text=f"{ship} is lost: {how}")
    yield from clear(ship, FIRE)
    yield from count("ships sunk", 1, ship.side)


class AirshipHit(Procedure[FgdnShip]):
    """A hit by an aircraft's gun or an anti-aircraft gun: one critical hit on the gondola or the envelope, as it was aimed."""

    id, title, key, section = "airship-hit", "Airship hit", "z", SECTION
    ship: str = fields.ship("airship", among=airships)
    aim: str = fields.choice("aimed at", among=AIMS)

    def check(self, battle: FgdnBattle) -> None:
        require_airship(battle.ship(self.ship))

    def resolve(self, battle: FgdnBattle) -> Steps:
        ship = battle.ship(self.ship)
        if not ship.afloat:
            return
        printed = str((yield from roll_on(battle.tables.table("airship_critical"), self.aim)))
        yield from EFFECTS[printed.removesuffix(STAR)](battle, ship)
        if printed.endswith(STAR):
            yield from self._fire(battle, ship)

    def _fire(self, battle: FgdnBattle, ship: FgdnShip) -> Steps:
        if self.aim == ENVELOPE:
            if ship.card.helium:
                yield from note("helium does not burn", SECTION)
            else:
                yield from lost(ship, "hydrogen on fire", battle.turn)
        elif ship.card.helium and not battle.reading("gondola_fire_helium"):
            yield from note("no fire under helium", "F37")
        elif not ship.has(FIRE):
            yield from put(ship, FIRE, battle.turn, text=f"{ship}: fire in the gondola")

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} is hit in the {self.aim}"


def lose_engine(battle: FgdnBattle, ship: FgdnShip) -> Steps:
    """One of the engines is destroyed, drawn from all, hit before or not."""
    every = [(side, number) for side in SIDES for number in range(1, engines(ship, side) + 1)]
    name = yield from draw("engine hit", [(f"{side} engine {number}", 1) for side, number in every], SECTION)
    side, number = next((side, number) for side, number in every if name == f"{side} engine {number}")
    if number <= ship.count("engines lost", side):
        yield from note(f"{name} is destroyed already", SECTION)
        return
    yield from add(ship, "engines lost", 1, side, f"{ship} loses an engine to {side}")
    yield from note(f"{ship}: {ship.max_speed} kt at most; {steering(battle, ship)}", SECTION)


def steering(battle: FgdnBattle, ship: FgdnShip) -> str:
    """How an airship steers with the engines and the rudder that are left."""
    bare = [side for side in SIDES if engines(ship, side) and not engines_left(ship, side)]
    if bare and ship.has("control lost", "rudder"):
        return f"circles to {bare[0]}: no engine on that side and no rudder"
    return "half speed to keep control: no engine on one side" if bare else "steers as before"


def lose_fuel(battle: FgdnBattle, ship: FgdnShip) -> Steps:
    """A quarter of the fuel is lost; without any it drifts with the wind."""
    quarters = limit(battle, "fuel in all, quarters")
    after = min(ship.count(FUEL) + limit(battle, "fuel a hit, quarters"), quarters)
    if after == ship.count(FUEL):
        yield from note("no fuel is left to lose", SECTION)
        return
    yield from put(ship, FUEL, after, text=f"{ship}: {after} of {quarters} quarters of the fuel lost")
    if after == quarters:
        yield from note(f"{ship} drifts with the wind, without elevator and rudder", SECTION)
        for control in ("elevator", "rudder"):
            yield from put(ship, "control lost", True, control)


CONTROLS = {
    "elevator": "height is no longer hers to choose",
    "rudder": "steers by her engines at half speed",
    "valving": "cannot release gas; cells can be ripped",
    "ballast": "cannot release ballast; fuel and weapons can be thrown out",
}


def lose_control(battle: FgdnBattle, ship: FgdnShip) -> Steps:
    """Elevator, rudder, valving or ballast control is lost."""
    control = str((yield from roll_on(battle.tables.table("airship_control"))))
    yield from put(ship, "control lost", True, control, f"{ship}: no {control} control, {CONTROLS[control]}")


def lose_wireless(battle: FgdnBattle, ship: FgdnShip) -> Steps:
    """Wireless is gone; lights and message streamers are left."""
    yield from put(ship, "out", True, "wireless", f"{ship}: wireless destroyed; signal lights and streamers are left")


def lose_weapon(battle: FgdnBattle, ship: FgdnShip) -> Steps:
    """One of the weapons, drawn from all."""
    if not ship.card.weapons:
        yield from note("no weapon", SECTION)
        return
    name = yield from draw("weapon hit", tuple((weapon.name, 1) for weapon in ship.card.weapons), SECTION)
    yield from put(ship, "out", True, name, f"{ship}: {name} destroyed")


def lose_cell(battle: FgdnBattle, ship: FgdnShip) -> Steps:
    """One gas cell is ruptured, drawn from all, ruptured before or not."""
    cells = tuple((f"cell {number}", 1) for number in range(1, ship.card.cells + 1))
    name = yield from draw("gas cell hit", cells, SECTION)
    yield from rupture(battle, ship, name)


def rupture(battle: FgdnBattle, ship: FgdnShip, name: str) -> Steps:
    """A cell loses its gas."""
    if ship.is_out(name):
        yield from note(f"{name} is empty already", SECTION)
        return
    yield from put(ship, "out", True, name)
    yield from strike(ship.name, CELLS, 1, name)
    yield from note(f"{ship}: {buoyancy(battle, ship)}", SECTION)


def buoyancy(battle: FgdnBattle, ship: FgdnShip) -> str:
    """What the cells lost so far mean to an airship; one cell may be made good for."""
    gone = ship.card.cells - ship.left(CELLS) - (limit(battle, "cells made good") if ship.has("cell made good") else 0)
    percent = max(gone, 0) * HUNDRED
    up = battle.reading("cells_rounded") == "up"
    share = -(-percent // ship.card.cells) if up else percent // ship.card.cells
    return battle.tables.table("airship_cells").text(share, "effect")


EFFECTS = {
    "engine": lose_engine,
    "fuel": lose_fuel,
    "control": lose_control,
    "communications": lose_wireless,
    "weapons": lose_weapon,
    "gas cell": lose_cell,
}
"""What each result of the table does; its keys are the table's words."""


class GondolaFire(Procedure[FgdnShip]):
    """A fire in the gondola, at the beginning of each turn: it goes out, burns on, or spreads to a hydrogen envelope."""

    id, title, section = "gondola-fire", "Gondola fire", SECTION
    ship: str = fields.ship("airship", among=airships)

    def resolve(self, battle: FgdnBattle) -> Steps:
        ship = battle.ship(self.ship)
        result = yield from roll_on(battle.tables.table("airship_fire"))
        if result == "out":
            yield from clear(ship, FIRE, text=f"{ship}: the gondola fire is out")
        elif result == "spreads" and not ship.card.helium:
            yield from lost(ship, "the gondola fire spread to the envelope", battle.turn)
        else:
            yield from put(ship, "burns on", battle.turn, text=f"{ship}: the gondola burns on")

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: gondola fire"


class FireSpreads(Procedure[FgdnShip]):
    """A gondola fire that was not put out does one more critical hit in the Resolution Phase (F51)."""

    id, title, section = "gondola-burns", "Gondola burns", SECTION
    ship: str = fields.ship("airship", among=airships)

    def resolve(self, battle: FgdnBattle) -> Steps:
        yield from run(AirshipHit(ship=self.ship, aim=str(battle.reading("fire_critical_column"))))

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: the gondola burns"


class HeightDrift(Procedure[FgdnShip]):
    """An airship without elevators climbs, dives or keeps its height by chance, each turn."""

    id, title, section = "height", "Height of an airship", SECTION
    ship: str = fields.ship("airship", among=airships)

    def resolve(self, battle: FgdnBattle) -> Steps:
        table = battle.tables.table("airship_height")
        options = tuple((row, table.whole(row, "weight")) for row in table.rows.labels)
        drift = yield from draw(f"{self.ship} without elevators", options, SECTION)
        yield from note(f"{self.ship} {drift}", SECTION)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: height"


class RipCells(Procedure[FgdnShip]):
    """The crew rips one cell open to come down."""

    id, title, key, section = "rip", "Rip a gas cell", "q", SECTION
    phases = ("plotting", "movement")
    ship: str = fields.ship("airship", among=airships)
    cells: int = fields.number("cells", low=1, high=lambda b, g: b.ship(g["ship"]).left(CELLS) if g.get("ship") else HUNDRED)

    def check(self, battle: FgdnBattle) -> None:
        require_airship(battle.ship(self.ship))

    def resolve(self, battle: FgdnBattle) -> Steps:
        ship = battle.ship(self.ship)
        whole = [f"cell {n}" for n in range(1, ship.card.cells + 1) if not ship.is_out(f"cell {n}")]
        for name in whole[: self.cells]:
            yield from rupture(battle, ship, name)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} rips {self.cells} cell{'s' if self.cells > 1 else ''}"


class DumpForLift(Procedure[FgdnShip]):
    """All ballast and payload go overboard and the engines run at full speed: that makes good for one lost cell."""

    id, title, key, section = "dump", "Dump ballast and payload", "Q", SECTION
    phases = ("plotting", "movement")
    ship: str = fields.ship("airship", among=airships)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_airship(ship)
        require(not ship.has("cell made good"), f"{ship} has dumped everything already", SECTION)
        require(not ship.has("control lost", "ballast"), f"{ship} cannot release ballast", SECTION)

    def resolve(self, battle: FgdnBattle) -> Steps:
        yield from put(self.ship, "cell made good", True, text=f"{self.ship} dumps ballast and payload and goes to full speed")
        yield from note(f"{self.ship}: {buoyancy(battle, battle.ship(self.ship))}", SECTION)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} dumps ballast and payload"


def plotting_begins(battle: FgdnBattle) -> Steps:
    """Gondola fires and airships without elevators, at the beginning of a turn."""
    yield from run(*(GondolaFire(ship=ship.name) for ship in airships(battle, {}) if ship.has(FIRE)))
    yield from run(*(HeightDrift(ship=ship.name) for ship in airships(battle, {}) if ship.has("control lost", "elevator")))


def resolution_ends(battle: FgdnBattle) -> Steps:
    """Gondola fires that were not put out."""
    burning = [ship for ship in airships(battle, {}) if ship.has(FIRE) and ship.this_turn("burns on")]
    yield from run(*(FireSpreads(ship=ship.name) for ship in burning))


PROCEDURES = (AirshipHit, GondolaFire, FireSpreads, HeightDrift, RipCells, DumpForLift)
