"""What a critical hit does to an airship (8.8): engines, fuel, control, wireless, weapons, gas cells."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, draw, note, roll_on
from fleetbook.core.words.sentence import Words
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.speed import max_speed
from fleetbook.rules.fgdn.ground.terms import COMMUNICATIONS, CONTROL, FUEL, PORT, RUDDER, SIDES, WEAPONS
from fleetbook.rules.fgdn.words import Says

SECTION = "8.8"
FUEL_IN_ALL = "fuel in all, quarters"
ELEVATOR, BALLAST = "elevator", "ballast"
WITHOUT = {
    ELEVATOR: Says.no_elevator,
    RUDDER: Says.no_rudder,
    "valving": Says.no_valving,
    BALLAST: Says.no_ballast,
}
"""What each control that is lost means to her."""


def engines(ship: FgdnShip, side: str) -> int:
    """Engines on a side when whole."""
    return ship.card.port_engines if side == PORT else ship.card.starboard_engines


def lose_engine(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """One of the engines is destroyed, drawn from all, hit before or not."""
    every = [(side, number) for side in SIDES for number in range(1, engines(ship, side) + 1)]
    name = yield from draw(Says.engine_hit, [(f"{side} engine {number}", 1) for side, number in every], SECTION)
    side, number = next((side, number) for side, number in every if name == f"{side} engine {number}")
    if number <= ship.engines_lost[side]:
        yield from note(Says.engine_gone_already(engine=name), SECTION)
        return
    yield from FgdnShip.engines_lost[side].add(ship, 1, Says.engine_lost)
    yield from note(Says.airship_steers(ship=ship, knots=max_speed(ship), steering=steering(ship)), SECTION)


def steering(ship: FgdnShip) -> Words:
    """How an airship steers with the engines and the rudder that are left."""
    bare = [side for side in SIDES if engines(ship, side) and engines(ship, side) <= ship.engines_lost[side]]
    if bare and ship.control_lost[RUDDER]:
        return Says.circles(side=bare[0])
    return Says.half_speed_to_steer if bare else Says.steers_as_before


def lose_fuel(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """A quarter of the fuel is lost; once some was used up, the tank hit is drawn and may be empty. Without any it drifts."""
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
    if gone + lost == quarters:  # with what was used up, none is left
        yield from FgdnShip.fuel_lost.set(ship, quarters)
        yield from note(Says.drifts_with_wind(ship=ship), SECTION)
        for control in (ELEVATOR, RUDDER):
            yield from FgdnShip.control_lost[control].set(ship)


def lose_control(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Elevator, rudder, valving or ballast control is lost."""
    control = str((yield from roll_on(battle.tables.table("airship_control"))))
    yield from FgdnShip.control_lost[control].set(ship, said=WITHOUT[control])


def lose_wireless(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Wireless is gone; lights and message streamers are left."""
    yield from FgdnShip.out["wireless"].set(ship, said=Says.wireless_destroyed)


def lose_weapon(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """One of the weapons, drawn from all."""
    if not ship.card.weapons:
        yield from note(Says.no_weapon, SECTION)
        return
    name = yield from draw(Says.weapon_hit, tuple((weapon.name, 1) for weapon in ship.card.weapons), SECTION)
    yield from FgdnShip.out[name].set(ship, said=Says.weapon_destroyed)


def lose_cell(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """One gas cell is ruptured, drawn from all, ruptured before or not."""
    name = yield from draw(Says.gas_cell_hit, tuple((cell, 1) for cell in cells_of(ship)), SECTION)
    yield from rupture(battle, ship, name)


def cells_of(ship: FgdnShip) -> list[str]:
    """Names of all gas cells."""
    return [f"cell {number}" for number in range(1, ship.card.cells + 1)]


def rupture(battle: FgdnBattle, ship: FgdnShip, name: str) -> Effects:
    """A cell loses its gas."""
    if ship.out[name]:
        yield from note(Says.cell_empty(cell=name), SECTION)
        return
    yield from FgdnShip.out[name].set(ship)
    yield from FgdnShip.cells.strike(ship, 1, Says.cell_ruptured(cell=name))
    yield from note(Says.height_now(ship=ship, effect=buoyancy(battle, ship)), SECTION)


def buoyancy(battle: FgdnBattle, ship: FgdnShip) -> str:
    """What the cells lost so far mean to an airship; one cell may be made good for."""
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
"""What each result of the table does; its keys are the table's words."""
