"""A ship's fires and flooding as facts keep them, and what follows from how severe they are (8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fleetbook.core.orders.effects import Effects, note_new
from fleetbook.rules.fgdn.ground.casualties_on_ship import LEVELS
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip

FIRE, FLOODING = "fire", "flooding"
KINDS = (FIRE, FLOODING)
NONE, MINOR, MAJOR, SEVERE, OVERWHELMED = LEVELS


class Casualty(NamedTuple):
    """One fire or flooding: its % of the original points, the turn it began, its cause, and whether its first damage was done
    at once.
    """

    percent: int
    since: int
    cause: str = ""
    at_once: bool = False


def casualties(ship: FgdnShip, kind: str) -> tuple[Casualty, ...]:
    """A ship's fires or floodings, the oldest first."""
    return tuple(Casualty(*one) for one in ship.casualties(kind))  # type: ignore[arg-type]


def is_stricken(ship: FgdnShip) -> bool:
    """Whether a ship has any fire or flooding."""
    return bool(ship.fire or ship.flooding)


def limit(battle: FgdnBattle, name: str) -> int:
    """A figure that one of 8.2's sentences names."""
    return battle.tables.table("casualty_limits").whole(name, "value")


def at_least(found: str, level: str) -> bool:
    """Whether a level found is this one or worse."""
    return LEVELS.index(found) >= LEVELS.index(level)


def is_lit(ship: FgdnShip) -> bool:
    """Whether a fire lights the ship, and others beside her, at night (8.2)."""
    return at_least(ship.fire_level, MAJOR)


def fights_with_the_wind(battle: FgdnBattle, ship: FgdnShip) -> bool:
    """Whether a ship has done what a Major fire asks: the wind 30 degrees on either bow, and slow (8.2)."""
    return ship.has("wind on bow") and ship.speed <= limit(battle, "slowed to, knots")


def obligations(battle: FgdnBattle, ship: FgdnShip) -> Iterator[str]:
    """What a ship's fires and flooding ask of her, in words (8.2)."""
    yield from _of_fire(battle, ship)
    if at_least(ship.flooding_level, MAJOR):
        yield f"{limit(battle, 'slowed to, knots')} knots or less: flooding"
    if ship.is_submarine and at_least(ship.flooding_level, SEVERE):
        yield "must surface unless one roll brings the flooding below Severe"
    elif ship.is_submarine and at_least(ship.flooding_level, MAJOR):
        yield "must come to shallow depth"
    if ship.flooding_level == OVERWHELMED:
        yield "may capsize"


def new_obligations(battle: FgdnBattle, ship: FgdnShip, changes: Effects) -> Effects:
    """Make changes, and say what a ship's fires and flooding then ask of her and did not before."""
    yield from note_new(lambda: [f"{ship}: {words}" for words in obligations(battle, ship) if ship.fit], changes, "8.2")


def _of_fire(battle: FgdnBattle, ship: FgdnShip) -> Iterator[str]:
    if ship.is_submarine and ship.fire:
        yield "must surface: fire"
    elif is_lit(ship):
        yield f"no flight operations; wind on the bow and {limit(battle, 'slowed to, knots')} knots or less"
    if ship.fire_level == OVERWHELMED and not ship.has("magazines flooded"):
        yield "flood the magazines or risk them"
