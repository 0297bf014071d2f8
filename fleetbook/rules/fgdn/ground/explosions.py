"""Explosions that destroy a ship, and what they do to those near by (8.3)."""

from __future__ import annotations

from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, set_fact, tally
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships
from fleetbook.rules.fgdn.ground.sinking import sink

BLAST = "blast"
EXPLODES = "explodes"
"""The result of the magazine table."""


def battery_he(ship: FgdnShip) -> int:
    """Short-range high-explosive damage of the main battery (8.3)."""
    main = ship.battery("main")
    return ship.card.gun(main[0]).he_damage if main else 0


def blow_up(battle: FgdnBattle, ship: FgdnShip, how: str, rings: tuple[tuple[int, int], ...]) -> Effects:
    """The ship is destroyed at once; within each distance in yards, ships near by take so many points."""
    if not ship.afloat:
        return
    yield from sink(battle, ship, how)
    yield from set_fact(ship, BLAST, rings or None)
    for yards, points in rings:
        yield from note(f"ships within {yards} yds of {ship} take {points} points: order the blast for each", "8.3")


class MagazineExplodes(Order[FgdnShip]):
    """A main magazine detonates: the ship is destroyed, and ships close by are hurt."""

    id, title, section = "magazine-explodes", "Magazine explosion", "8.3"
    ship: str = fields.ship("ship", among=fit_ships)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if ship.afloat:
            yards = battle.tables.table("blast").whole("magazine", "yards")
            points = battery_he(ship)
            yield from tally("magazine explosions", 1, ship)
            yield from blow_up(battle, ship, "magazine explosion", ((yards, points),) if points else ())

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}'s magazine explodes"
