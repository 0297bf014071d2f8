"""What follows from how severe a ship's fires and flooding are (8.2)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.conditions import Queue
from fleetbook.core.orders.effects import Effects, note_new
from fleetbook.core.orders.happened import Happened
from fleetbook.core.words.sentence import Said
from fleetbook.rules.fgdn.ground.casualties_on_ship import Casualty
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import FIRE, MAJOR, OVERWHELMED, SEVERE, at_least
from fleetbook.rules.fgdn.words import Says

SLOWED = "slowed by a casualty to"
HERS = tuple(duty.key for duty in (Says.surface_unless_fought, Says.come_to_shallow, Says.may_capsize, Says.surface_for_fire))
"""The sentences of what she must or may do."""


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


def duties(battle: FgdnBattle, ship: FgdnShip) -> Iterator[Said]:
    """What a ship's fires and flooding ask of her (8.2)."""
    yield from _of_fire(battle, ship)
    level = ship.casualties.flooding_level
    if at_least(level, MAJOR):
        yield Says.slow_for_flooding(knots=battle.figure(SLOWED))
    if ship.is_submarine and at_least(level, SEVERE):
        yield Says.surface_unless_fought()
    elif ship.is_submarine and at_least(level, MAJOR):
        yield Says.come_to_shallow()
    if level == OVERWHELMED:
        yield Says.may_capsize()


def _of_fire(battle: FgdnBattle, ship: FgdnShip) -> Iterator[Said]:
    if ship.is_submarine and ship.fires:
        yield Says.surface_for_fire()
    elif is_lit(ship):
        asked = Says.grounded_wind_and_slow if ship.card.aircraft else Says.wind_and_slow
        yield asked(knots=battle.figure(SLOWED))
    if ship.casualties.fire_level == OVERWHELMED and not ship.magazines_flooded:
        yield Says.flood_or_risk_magazines()


def new_duties(battle: FgdnBattle, ship: FgdnShip, changes: Effects) -> Effects:
    """Make changes, and say what a ship's fires and flooding then ask of her and did not before."""
    yield from note_new(
        lambda: [Says.asked_of(ship=ship, duty=duty) for duty in duties(battle, ship) if ship.fit], changes, "8.2"
    )


def duties_told(happened: Happened[FgdnShip], name: str) -> list[str]:
    """What a ship's fires and flooding ask of her and did not before an order, in words."""
    ship = happened.after.ship(name)
    return list(new_on(happened.before.ship(name), ship)) if ship.fit else []


def new_on(before: FgdnShip, ship: FgdnShip) -> Iterator[str]:
    """What they ask of a ship and did not before, as it is said of her: ``she must surface: fire``."""
    known = list(duties(before.battle, before))
    yield from (_of_her(ship, duty) for duty in duties(ship.battle, ship) if duty not in known)


def _of_her(ship: FgdnShip, duty: Said) -> str:
    """A duty as it is said of a ship; what she must or may do with her as its subject."""
    return ship.battle.wording.of(Says.she(duty=duty) if duty.key in HERS else duty)
