"""What follows from how severe a ship's fires and flooding are (8.2)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.conditions import Queue
from fleetbook.core.orders.effects import Effects, note_new
from fleetbook.rules.fgdn.ground.casualties_on_ship import Casualty
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import FIRE, MAJOR, OVERWHELMED, SEVERE, at_least

SLOWED = "slowed by a casualty to"


def kept(kind: str) -> Queue[Casualty]:
    """The fact that keeps a ship's fires, or its flooding."""
    return FgdnShip.fires if kind == FIRE else FgdnShip.floods


def is_stricken(ship: FgdnShip) -> bool:
    """Whether a ship has any fire or flooding."""
    return bool(ship.fires or ship.floods)


def is_lit(ship: FgdnShip) -> bool:
    """Whether a fire lights the ship, and others beside her, at night (8.2)."""
    return at_least(ship.casualties.fire_level, MAJOR)


def fights_with_the_wind(battle: FgdnBattle, ship: FgdnShip) -> bool:
    """Whether a ship has done what a Major fire asks: the wind 30 degrees on either bow, and slow (8.2)."""
    return ship.wind_on_bow and ship.speed <= battle.figure(SLOWED)


def obligations(battle: FgdnBattle, ship: FgdnShip) -> Iterator[str]:
    """What a ship's fires and flooding ask of her, in words (8.2)."""
    yield from _of_fire(battle, ship)
    level = ship.casualties.flooding_level
    if at_least(level, MAJOR):
        yield f"{battle.figure(SLOWED)} knots or less: flooding"
    if ship.is_submarine and at_least(level, SEVERE):
        yield "must surface unless one roll brings the flooding below Severe"
    elif ship.is_submarine and at_least(level, MAJOR):
        yield "must come to shallow depth"
    if level == OVERWHELMED:
        yield "may capsize"


def _of_fire(battle: FgdnBattle, ship: FgdnShip) -> Iterator[str]:
    if ship.is_submarine and ship.fires:
        yield "must surface: fire"
    elif is_lit(ship):
        grounded = "no flight operations; " * bool(ship.card.aircraft)
        yield f"{grounded}wind on the bow and {battle.figure(SLOWED)} knots or less"
    if ship.casualties.fire_level == OVERWHELMED and not ship.magazines_flooded:
        yield "flood the magazines or risk them"


def new_obligations(battle: FgdnBattle, ship: FgdnShip, changes: Effects) -> Effects:
    """Make changes, and say what a ship's fires and flooding then ask of her and did not before."""
    yield from note_new(lambda: [f"{ship}: {words}" for words in obligations(battle, ship) if ship.fit], changes, "8.2")
