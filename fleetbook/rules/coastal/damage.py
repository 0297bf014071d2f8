"""What hits do (C6, C9): boxes, systems, and ships out of the fight or sunk; worked out in the owner's damage step (C2)."""

from __future__ import annotations

from collections.abc import Generator
from math import floor
from typing import Any

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import (
    Effect,
    Effects,
    clear,
    draw,
    note,
    roll,
    roll_at_least,
    run,
    set_fact,
    strike_boxes,
    tally,
)
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.coastal.card import SystemEntry
from fleetbook.rules.coastal.ship import (
    BOXED,
    DAMAGED,
    DESTROYED,
    HULL,
    SOUND,
    CoastalBattle,
    CoastalShip,
    acting_ships,
    label,
    limit,
    require_acting,
)

DAMAGE_STEPS = ("damage-1", "damage-2")


def is_large(battle: CoastalBattle, calibre: float) -> bool:
    """Whether a gun of this calibre in inches does a large gun's damage (C6)."""
    return round(calibre, 1) >= limit(battle, "large gun, inches")


def shell_points(battle: CoastalBattle, calibre: float) -> int:
    """The points of one hit by a gun of this calibre in inches; 0 for a light weapon without one (C6)."""
    points = battle.tables.table("gun_damage").whole(round(calibre, 1), "points")
    beyond = calibre - battle.whole_reading("over_8_inch_from")
    return points + floor(beyond * battle.whole_reading("over_8_inch")) if beyond > 0 else points


def sink(battle: CoastalBattle, ship: CoastalShip, how: str) -> Effects:
    """The ship goes down."""
    yield from set_fact(ship, "fate", f"sunk T{battle.turn}: {how}", text=f"{ship} sinks: {how}")
    yield from clear(ship, "sinks on")
    yield from clear(ship, "held")
    yield from tally("ships sunk", 1, ship.side)


def lose_hull(battle: CoastalBattle, ship: CoastalShip, points: int, why: str) -> Effects:
    """Strike hull boxes. A ship that had none left, or loses its last and cannot move, sinks (C9)."""
    had_none = ship.out_of_fight
    yield from strike_boxes(ship.name, HULL, points, why)
    if had_none:
        yield from sink(battle, ship, f"hit again without hull boxes ({why})")
    else:
        yield from check_hull(battle, ship, why)


def check_hull(battle: CoastalBattle, ship: CoastalShip, why: str) -> Effects:
    """Settle a ship whose hull boxes are gone (C9)."""
    if not ship.out_of_fight or not ship.afloat:
        return
    if not ship.max_speed or not battle.reading("hull_gone_out"):
        yield from sink(battle, ship, f"hull gone ({why})")
    elif not ship.has("out"):
        yield from set_fact(ship, "out", True, text=f"{ship} is out of the fight: make for the table's edge")


def draw_system(ship: CoastalShip) -> list[tuple[str, int]]:
    """The card's whole list, each place as likely as another (C6)."""
    return [(label(system), 1) for system in ship.card.systems]


def destroy(ship: CoastalShip, system: SystemEntry) -> Effects:
    """Destroy a system for good; a bridge or engines lose all their boxes."""
    if system.kind in BOXED:
        yield from clear(ship, "light hits", system.kind)
        yield from strike_boxes(ship.name, system.kind, ship.left(system.kind), "destroyed")
    elif ship.state(system) != DESTROYED:
        yield from set_fact(ship, "system", DESTROYED, label(system), text=f"{label(system)} destroyed")


def damage_lightly(battle: CoastalBattle, ship: CoastalShip, system: SystemEntry, points: int) -> Effects:
    """A light hit on a system: boxes off a bridge or engines, otherwise damaged, and destroyed when it was damaged before."""
    if system.kind in BOXED:
        lost = yield from strike_boxes(ship.name, system.kind, points, "light hit")
        if lost:
            yield from set_fact(ship, "light hits", ship.count("light hits", system.kind) + lost, system.kind)
    elif ship.state(system) == SOUND:
        yield from set_fact(ship, "system", DAMAGED, label(system), text=f"{label(system)} damaged")
    elif ship.state(system) == DAMAGED and battle.reading("second_light_hit_destroys"):
        yield from destroy(ship, system)


class ShellHit(Order[CoastalShip]):
    """One hit by cannon or gun: a random system, and points off the hull (and off a bridge's or engines' own boxes)."""

    id, title, section = "shell-hit", "Hit", "C6"
    target: str = fields.ship("ship hit", among=acting_ships)
    firer: str = fields.ship("firer", among=lambda b, g: b.ships())
    mount: str = fields.text("weapon")

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.target)
        if not ship.afloat:
            yield from note(f"{ship} is gone already")
            return
        calibre = battle.ship(self.firer).system(self.mount).calibre
        points = shell_points(battle, calibre)
        name = yield from draw("system hit", draw_system(ship), self.section)
        system = ship.system(name)
        if ship.state(system) == DESTROYED:
            yield from note(f"{name}: destroyed already", self.section)
        elif not is_large(battle, calibre):
            yield from damage_lightly(battle, ship, system, points)
        if is_large(battle, calibre):
            for place in self._destroyed_by_large(battle, ship, system):
                yield from destroy(ship, place)
        yield from lose_hull(battle, ship, points, f"{self.firer}, {self.mount}")

    @staticmethod
    def _destroyed_by_large(battle: CoastalBattle, ship: CoastalShip, system: SystemEntry) -> tuple[SystemEntry, ...]:
        """The place hit and, on a small vessel, those next above and below on the card."""
        if not ship.smaller_than(str(battle.reading("neighbours_below"))):
            return (system,)
        place = ship.card.systems.index(system)
        return ship.card.systems[max(place - 1, 0) : place + 2]

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.target} hit by {self.firer}'s {self.mount}"


class SystemLost(Order[CoastalShip]):
    """One of the systems that a torpedo's hit costs (C8): an order of its own, so that the odds need not tell them apart."""

    id, title, section = "system-lost", "System lost", "C8"
    target: str = fields.ship("ship hit", among=acting_ships)

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.target)
        name = yield from draw("system lost", draw_system(ship), self.section)
        if ship.state(ship.system(name)) == DESTROYED:
            yield from note(f"{name}: destroyed already", self.section)
        yield from destroy(ship, ship.system(name))

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.target} loses a system"


class TorpedoHit(Order[CoastalShip]):
    """A torpedo's result on a ship: hull damage, systems, explosion of the cargo, disabled, sinking in some turns (C8)."""

    id, title, section = "torpedo-hit", "Torpedo hit", "C8"
    target: str = fields.ship("ship hit", among=acting_ships)
    firer: str = fields.ship("firer", among=lambda b, g: b.ships())
    effect: str = fields.text("result")

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship, table = battle.ship(self.target), battle.tables.table("torpedo_results")
        if not ship.afloat:
            yield from note(f"{ship} is gone already")
            return
        yield from self._hull(battle, ship, table.text(self.effect, "hull damage"))
        if table.text(self.effect, "hit") == "yes" and ship.afloat:
            yield from self._explosion(battle, ship)
            yield from self._systems(battle, ship)
        if table.text(self.effect, "disabled") == "yes" and ship.afloat:
            yield from set_fact(ship, "disabled", True, text=f"{ship} is disabled: no move, no shooting")
            yield from set_fact(ship, "speed", 0)
        yield from self._sinking(battle, ship, table.text(self.effect, "sinks in turns"))
        yield from check_hull(battle, ship, f"{self.firer}, torpedo")

    def _hull(self, battle: CoastalBattle, ship: CoastalShip, dice: str) -> Effects:
        if dice != "-":
            points = yield from self._number(f"{self.effect}: hull damage", dice)
            yield from lose_hull(battle, ship, points, f"{self.firer}, torpedo")
        elif ship.out_of_fight:
            yield from sink(battle, ship, f"torpedoed without hull boxes ({self.firer})")

    def _number(self, label: str, dice: str) -> Generator[Effect, Any, int]:
        """What is printed as dice or as a number."""
        return int(dice) if dice.isdigit() else (yield from roll(label, dice))

    def _explosion(self, battle: CoastalBattle, ship: CoastalShip) -> Effects:
        if not ship.card.cargo:
            return
        die = battle.tables.table("torpedo_dice").text("explosion of ammunition or oil", "dice")
        if (yield from roll_at_least(f"{ship.card.cargo} explodes", die, limit(battle, "explosion score"))):
            yield from sink(battle, ship, f"its {ship.card.cargo} exploded ({self.firer}, torpedo)")

    def _systems(self, battle: CoastalBattle, ship: CoastalShip) -> Effects:
        if not ship.afloat:
            return
        dice = battle.tables.table("torpedo_dice").text("systems lost", "dice")
        lost = yield from roll("systems lost", dice)
        yield from run(*[SystemLost(target=self.target)] * lost)

    def _sinking(self, battle: CoastalBattle, ship: CoastalShip, dice: str) -> Effects:
        if dice == "-" or not ship.afloat:
            return
        turns = yield from self._number("sinks in turns", dice)
        due = battle.turn + turns - (not battle.reading("sinks_at_end_of_turn"))
        due = min(due, ship.count("sinks on") or due)
        yield from set_fact(ship, "sinks on", due, text=f"{ship} will sink at the end of turn {due}")

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.target}, {self.firer}'s torpedo: {self.effect}"


def damaged_ships(battle: CoastalBattle, given: InputsSoFar) -> list[CoastalShip]:
    """The acting side's ships with hits to work out."""
    return [ship for ship in battle.ships(battle.acting) if ship.held]


class WorkOutDamage(Order[CoastalShip]):
    """Work out all hits held against one ship, in the order in which they were scored."""

    id, title, key, section = "damage", "Work out damage", "d", "C2"
    phases = DAMAGE_STEPS
    ship: str = fields.ship("ship", among=damaged_ships, default=lambda b, g: next(iter(damaged_ships(b, g)), None))

    def check(self, battle: CoastalBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.held, f"{ship} has no hits to work out")
        require_acting(battle, ship)

    def resolve(self, battle: CoastalBattle) -> Effects:
        yield from run(*held_orders(battle.ship(self.ship)))
        yield from clear(self.ship, "held")
        yield from set_fact(self.ship, "damage done", battle.turn)

    def headline(self, battle: CoastalBattle) -> str:
        hits = len(battle.ship(self.ship).held)
        return f"damage to {self.ship}: {hits} hit{'s' if hits > 1 else ''}"


def held_orders(ship: CoastalShip) -> list[Order[CoastalShip]]:
    """The orders that work out the hits held against a ship: (firer, weapon), or (firer, torpedo, its result)."""
    orders: list[Order[CoastalShip]] = []
    for hit in ship.held:
        firer, weapon, *effect = (str(part) for part in hit) if isinstance(hit, tuple) else ("", "")
        if effect:
            orders.append(TorpedoHit(target=ship.name, firer=firer, effect=effect[0]))
        else:
            orders.append(ShellHit(target=ship.name, firer=firer, mount=weapon))
    return orders
