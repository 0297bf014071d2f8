"""How fast a ship can go: damage, propulsion, rudder, flooding; an airship's engines and fuel (8.1.1, 8.2, 8.3, 8.8)."""

from __future__ import annotations

from math import floor

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from fleetbook.rules.fgdn.ground.terms import MAJOR, RUDDER, SIDES, at_least
from fleetbook.rules.kit.rounding import half_up

SINKS = "sinks"


def breakdown(ship: FgdnShip) -> tuple[tuple[int, int], ...]:
    """Damage points of each break with the best speed from there on; the last break, at which she sinks, left out (8.1.1, F1)."""
    table = ship.battle.tables.table("speed_breaks")
    shares = [(int(row), table.whole(row, "speed")) for row in table.rows.labels if table.cell(row, "speed") != SINKS]
    rounded = half_up if ship.battle.reading("breaks_rounded") == "half up" else floor
    return tuple((rounded(ship.points * at / HUNDRED), rounded(ship.card.knots * speed / HUNDRED)) for at, speed in shares)


def levels_lost(ship: FgdnShip) -> int:
    """Levels of the breakdown lost by damage, engineering and, in small craft, flotation (F23)."""
    breaks = breakdown(ship)
    level = 0 if ship.small else sum(ship.taken >= damage for damage, _ in breaks[1:])
    flotation = ship.full(FgdnShip.flotation.name) - ship.flotation if ship.small and not ship.is_airship else 0
    other = ship.levels_out + flotation
    both = level + other if ship.battle.reading("levels_add_up") else max(level, other)
    return min(both, len(breaks) - 1)


def max_speed(ship: FgdnShip) -> int:
    """The most that it can make now, in knots."""
    if not ship.fit or ship.beached or ship.no_propulsion:
        return 0
    if ship.is_airship:
        return _airship_knots(ship)
    limits = [breakdown(ship)[levels_lost(ship)][1]]
    if ship.rudder_disabled:
        limits.append(ship.card.knots // ship.battle.figure("speed with a disabled rudder, one part in"))
    if at_least(ship.casualties.flooding_level, MAJOR):
        limits.append(ship.battle.figure("slowed by a casualty to"))
    return min(limits)


def _airship_knots(ship: FgdnShip) -> int:
    """By the engines left; half without rudder control, when it steers by them (8.8)."""
    if ship.fuel_lost >= ship.battle.figure("fuel in all, quarters"):
        return 0
    fitted = (ship.card.port_engines, ship.card.starboard_engines)
    left = [max(engines - ship.engines_lost[side], 0) for engines, side in zip(fitted, SIDES, strict=True)]
    knots = ship.card.knots * sum(left) // sum(fitted)
    if ship.control_lost[RUDDER]:
        return knots // ship.battle.figure("steered by engines, one part in")
    lopsided = any(engines and not one for engines, one in zip(fitted, left, strict=True))
    return knots // ship.battle.figure("one-sided engines, one part in") if lopsided else knots


def check_breaks(tables: RuleTables) -> None:
    """Raise InvalidInput unless speeds fall break by break, and she sinks at the last."""
    table = tables.table("speed_breaks")
    cells = [table.cell(row, "speed") for row in table.rows.labels]
    speeds = [cell for cell in cells if not isinstance(cell, str)]
    falling = speeds == sorted(speeds, reverse=True) and all(0 <= speed <= HUNDRED for speed in speeds)
    if cells[-1:] != [SINKS] or len(speeds) != len(cells) - 1 or not falling:
        raise InvalidInput(table.title, ", ".join(str(cell) for cell in cells), "speeds of 100 to 0 that fall, then sinks")
