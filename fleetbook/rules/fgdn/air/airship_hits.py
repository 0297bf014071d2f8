"""What a critical hit does to an airship (8.8): engines, fuel, control, wireless, weapons, gas cells."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, add, draw, note, roll_on, set_fact, strike_boxes
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED
from fleetbook.rules.fgdn.ground.ship import CELLS, FgdnBattle, FgdnShip

PORT, STARBOARD = SIDES = ("port", "starboard")
FUEL, USED = "fuel lost", "fuel used"
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


def lose_engine(battle: FgdnBattle, ship: FgdnShip) -> Effects:
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


def lose_fuel(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """A quarter of the fuel is lost; once some was used up, the tank hit is drawn and may be empty. Without any it drifts."""
    quarters = limit(battle, "fuel in all, quarters")
    gone = ship.count(USED) + ship.count(FUEL)
    tank = quarters
    if ship.count(USED):
        tanks = [(f"tank {number}", 1) for number in range(1, quarters + 1)]
        tank = 1 + tanks.index(((yield from draw("fuel tank hit", tanks, SECTION)), 1))
    if tank <= gone:
        yield from note("that tank is empty", SECTION)
        return
    lost = min(limit(battle, "fuel a hit, quarters"), quarters - gone)
    yield from add(ship, FUEL, lost, text=f"{ship}: {ship.count(FUEL) + lost} of {quarters} quarters of the fuel lost")
    if gone + lost == quarters:  # with what was used up, none is left
        yield from set_fact(ship, FUEL, quarters)
        yield from note(f"{ship} drifts with the wind, without elevator and rudder", SECTION)
        for control in ("elevator", "rudder"):
            yield from set_fact(ship, "control lost", True, control)


CONTROLS = {
    "elevator": "height is no longer hers to choose",
    "rudder": "steers by her engines at half speed",
    "valving": "cannot release gas; cells can be ripped",
    "ballast": "cannot release ballast; fuel and weapons can be thrown out",
}


def lose_control(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Elevator, rudder, valving or ballast control is lost."""
    control = str((yield from roll_on(battle.tables.table("airship_control"))))
    yield from set_fact(ship, "control lost", True, control, f"{ship}: no {control} control, {CONTROLS[control]}")


def lose_wireless(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Wireless is gone; lights and message streamers are left."""
    yield from set_fact(ship, "out", True, "wireless", f"{ship}: wireless destroyed; signal lights and streamers are left")


def lose_weapon(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """One of the weapons, drawn from all."""
    if not ship.card.weapons:
        yield from note("no weapon", SECTION)
        return
    name = yield from draw("weapon hit", tuple((weapon.name, 1) for weapon in ship.card.weapons), SECTION)
    yield from set_fact(ship, "out", True, name, f"{ship}: {name} destroyed")


def lose_cell(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """One gas cell is ruptured, drawn from all, ruptured before or not."""
    cells = tuple((f"cell {number}", 1) for number in range(1, ship.card.cells + 1))
    name = yield from draw("gas cell hit", cells, SECTION)
    yield from rupture(battle, ship, name)


def rupture(battle: FgdnBattle, ship: FgdnShip, name: str) -> Effects:
    """A cell loses its gas."""
    if ship.is_out(name):
        yield from note(f"{name} is empty already", SECTION)
        return
    yield from set_fact(ship, "out", True, name)
    yield from strike_boxes(ship.name, CELLS, 1, name)
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
