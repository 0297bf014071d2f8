"""Explosions that destroy a ship, and what they do to those near by (8.3)."""

from __future__ import annotations

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.orders.effects import Effects, note, tally
from fleetbook.core.orders.part import Part
from fleetbook.core.words.sentence import Words
from fleetbook.rules.fgdn.ground.card import MAIN
from fleetbook.rules.fgdn.ground.pending_hits import Ring
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.sinking import sink
from fleetbook.rules.fgdn.words import Says

MAGAZINE, EXPLODES = "magazine", "explodes"
"""A table, and its result."""
BLOWN_UP = (Says.magazine_explosion, Says.ammunition_cargo_exploded)
"""How a ship that blows up is lost."""


def battery_he(ship: FgdnShip) -> int:
    """Short-range high-explosive damage of the main battery (8.3)."""
    main = ship.battery(MAIN)
    return ship.card.gun(main[0]).he_damage if main else 0


def blow_up(ship: FgdnShip, how: Words, *rings: Ring, cause: Cause | None = None) -> Effects:
    """The ship is destroyed at once; within each distance in yards, ships near by take so many points."""
    if not ship.afloat:
        return
    yield from sink(ship, how, cause)
    yield from FgdnShip.blast.set(ship, rings)
    for ring in rings:
        yield from note(Says.blast_near(yards=ring.yards, ship=ship, points=ring.points), "8.3")


class MagazineExplodes(Part[FgdnShip]):
    """A main magazine detonates: the ship is destroyed, and ships close by are hurt."""

    id, title, section = "magazine-explodes", "Magazine explosion", "8.3"
    says = "{ship}'s magazine explodes"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if ship.afloat:
            ring = Ring(battle.tables.table("blast").whole(MAGAZINE, "yards"), battery_he(ship))
            yield from tally("magazine explosions", 1, ship)
            yield from blow_up(ship, Says.magazine_explosion, *[ring] * bool(ring.points))
