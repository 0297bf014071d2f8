"""Damage from hits (C6, C8, C9). It is worked out in the damage step of the ship's side (C2)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import ceil, floor
from typing import Any

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import Result
from fleetbook.core.errors import Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, draw, note, roll, roll_at_least, run, strike_boxes, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.words.sentence import Words
from fleetbook.rules.coastal.card import SystemEntry
from fleetbook.rules.coastal.facts import DAMAGE_STEPS, TORPEDO, CoastalBattle
from fleetbook.rules.coastal.outcomes import damage_result
from fleetbook.rules.coastal.ship import (
    DAMAGED,
    DESTROYED,
    SOUND,
    CoastalShip,
    HeldTorpedo,
    disables,
    label,
    leave_nothing_due,
    require_acting,
)
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.said import hits
from fleetbook.rules.kit.sides import own_ships


def listed_calibre(battle: CoastalBattle, calibre: float) -> float:
    """A calibre in inches, rounded to tenths for the damage list (C6). A reading decides whether it is rounded up or down."""
    if battle.reading("calibre_to_tenths"):
        return round(calibre, 1)
    tenths = round(calibre * 10, 6)
    return (ceil if calibre >= battle.figure("large gun") else floor)(tenths) / 10


def is_large(battle: CoastalBattle, calibre: float) -> bool:
    """Whether a gun of this calibre in inches does a large gun's damage (C6)."""
    return listed_calibre(battle, calibre) >= battle.figure("large gun")


def shell_points(battle: CoastalBattle, calibre: float) -> int:
    """The points of damage that one hit does, by the gun's calibre in inches (C6). A light weapon has the calibre 0 here."""
    points = battle.tables.table("gun_damage").whole(listed_calibre(battle, calibre), "points")
    beyond = calibre - battle.whole_reading("over_8_inch_from")
    return points + floor(beyond * battle.whole_reading("over_8_inch")) if beyond > 0 else points


def sink(ship: CoastalShip, how: Words, cause: Cause | None = None) -> Effects:
    """Sink a ship, and forget her hits that still wait for the damage step."""
    yield from CoastalShip.fate.gone(ship, "sunk", how, said=Says.sinks(how=how), cause=cause)
    yield from leave_nothing_due(ship)
    yield from tally("ships sunk", 1, ship.side)


def lose_hull(battle: CoastalBattle, ship: CoastalShip, points: int, firer: str, weapon: str) -> Effects:
    """Take points off the hull. A ship that had no hull boxes left sinks. A ship that loses her last box and cannot move sinks
    too (C9).
    """
    had_none = ship.out_of_fight
    yield from CoastalShip.hull.strike(ship, points, Says.weapon_of(firer=firer, weapon=weapon))
    if had_none:
        yield from sink(ship, Says.hit_again(firer=firer, weapon=weapon))
    else:
        yield from check_hull(battle, ship, firer, weapon)


def check_hull(battle: CoastalBattle, ship: CoastalShip, firer: str, weapon: str) -> Effects:
    """If the ship has no hull boxes left, sink her if she cannot move. Otherwise she is out of the fight (C9)."""
    if not ship.out_of_fight or not ship.afloat:
        return
    if not ship.max_speed or not battle.reading("hull_gone_out"):
        yield from sink(ship, Says.hull_gone(firer=firer, weapon=weapon))
    elif not ship.out:
        yield from CoastalShip.out.set(ship, said=Says.out_of_fight)


def draw_system(ship: CoastalShip) -> list[tuple[str, int]]:
    """All systems on the ship's card, each as likely to be drawn as any other (C6)."""
    return [(label(system), 1) for system in ship.card.systems]


def destroy(ship: CoastalShip, system: SystemEntry) -> Effects:
    """Destroy a system for good. A bridge or engines lose all their boxes."""
    if system.boxed:
        yield from CoastalShip.light_hits[system.kind].clear(ship)
        yield from strike_boxes(ship.name, system.kind, ship.left(system.kind), Says.destroyed)
    elif ship.state(system) != DESTROYED:
        yield from CoastalShip.states[label(system)].set(ship, DESTROYED, said=Says.system_destroyed(system=label(system)))


def damage_lightly(battle: CoastalBattle, ship: CoastalShip, system: SystemEntry, points: int) -> Effects:
    """Apply a light hit to a system.

    A bridge or engines lose boxes. Any other system is damaged if it was sound, and destroyed if it was damaged.
    """
    if system.boxed:
        lost = yield from strike_boxes(ship.name, system.kind, points, Says.light_hit)
        if lost:
            yield from CoastalShip.light_hits[system.kind].set(ship, ship.light_hits[system.kind] + lost)
    elif ship.state(system) == SOUND:
        yield from CoastalShip.states[label(system)].set(ship, DAMAGED, said=Says.system_damaged(system=label(system)))
    elif ship.state(system) == DAMAGED and battle.reading("second_light_hit_destroys"):
        yield from destroy(ship, system)


class ShellHit(Part[CoastalShip]):
    """One hit by a cannon or gun: it hits a random system and takes points off the hull."""

    id, title, section, works_out_a_hit = "shell-hit", "Hit", "C6", True
    suffered_by = "target"
    says = "{target} hit by {firer}'s {mount}"
    doing = Cause(by="{firer}", how="{mount}")
    target: str
    firer: str
    mount: str

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.target)
        if not ship.afloat:
            yield from note(Says.gone_already(ship=ship))
            return
        calibre = battle.ship(self.firer).system(self.mount).calibre
        points = shell_points(battle, calibre)
        name = yield from draw(Says.system_hit, draw_system(ship))
        system = ship.system(name)
        if ship.state(system) == DESTROYED:
            yield from note(Says.destroyed_already(system=name))
        elif not is_large(battle, calibre):
            yield from damage_lightly(battle, ship, system, points)
        if is_large(battle, calibre):
            for place in self._destroyed_by_large(battle, ship, system):
                yield from destroy(ship, place)
        yield from lose_hull(battle, ship, points, self.firer, self.mount)

    @staticmethod
    def _destroyed_by_large(battle: CoastalBattle, ship: CoastalShip, system: SystemEntry) -> tuple[SystemEntry, ...]:
        """The systems that a large gun's hit destroys. On a small vessel, neighbours on the card are included."""
        if not ship.smaller_than(str(battle.reading("neighbours_below"))):
            return (system,)
        place = ship.card.systems.index(system)
        return ship.card.systems[max(place - 1, 0) : place + 2]


class SystemLost(Part[CoastalShip]):
    """One system lost to a torpedo hit (C8). It is a part of its own so that the odds add up such losses."""

    id, title, section = "system-lost", "System lost", "C8"
    suffered_by = "target"
    says = "{target} loses a system"
    target: str

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.target)
        name = yield from draw(Says.system_lost, draw_system(ship))
        system = ship.system(name)
        if ship.state(system) == DESTROYED:
            yield from note(Says.destroyed_already(system=name))
        if battle.reading("torpedo_destroys_systems"):
            yield from destroy(ship, system)
        elif ship.state(system) != DESTROYED:
            yield from damage_lightly(battle, ship, system, shell_points(battle, 0))


class TorpedoHit(Part[CoastalShip]):
    """A torpedo's effect on a ship (C8), such as hull damage, lost systems, exploding cargo or sinking."""

    id, title, section, works_out_a_hit = "torpedo-hit", "Torpedo hit", "C8", True
    suffered_by = "target"
    says = "{target}, {firer}'s torpedo: {effect}"
    doing = Cause(by="{firer}", how="torpedo")
    target: str
    firer: str
    effect: str

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship, table = battle.ship(self.target), battle.tables.table("torpedo_results")
        if not ship.afloat:
            yield from note(Says.gone_already(ship=ship))
            return
        dice = table.text(self.effect, "hull damage")
        if dice != "-":
            points = yield from _rolled(Says.hull_damage(result=self.effect), dice)
            yield from lose_hull(battle, ship, points, self.firer, TORPEDO)
        elif ship.out_of_fight:
            yield from sink(ship, Says.torpedoed_again(firer=self.firer))
        if table.text(self.effect, "hit") == "yes" and ship.afloat:
            yield from self._explosion(battle, ship)
            if ship.afloat:
                lost = yield from roll(Says.systems_lost, battle.printed("systems lost"))
                yield from run(*[SystemLost(target=self.target)] * lost)
        if disables(battle, self.effect) and ship.afloat:
            yield from CoastalShip.disabled.set(ship, said=Says.disabled)
            yield from CoastalShip.ordered.set(ship, 0)
        yield from self._sinking(battle, ship, table.text(self.effect, "sinks in turns"))
        yield from check_hull(battle, ship, self.firer, TORPEDO)

    def _explosion(self, battle: CoastalBattle, ship: CoastalShip) -> Effects:
        die, needed = battle.printed("explosion of ammunition or oil"), battle.figure("explosion score")
        words = "no explosion", f"her {ship.cargo} blows up"
        if ship.cargo and (yield from roll_at_least(Says.cargo_explodes(cargo=ship.cargo), die, needed, words=words)):
            yield from sink(ship, Says.cargo_exploded(cargo=ship.cargo, firer=self.firer))

    def _sinking(self, battle: CoastalBattle, ship: CoastalShip, dice: str) -> Effects:
        if dice == "-" or not ship.afloat:
            return
        turns = yield from _rolled(Says.sinks_in_turns, dice)
        due = battle.turn + turns - (not battle.reading("sinks_at_end_of_turn"))
        due = min(due, ship.sinks_on or due)
        yield from CoastalShip.sinks_on.set(ship, due, said=Says.will_sink)


def _rolled(what: Words, dice: str) -> Generator[Effect, Any, int]:
    """The value of a table entry, which may be a number or dice to roll."""
    return int(dice) if dice.isdigit() else (yield from roll(what, dice))


class WorkOutDamage(Order[CoastalShip]):
    """Work out all hits on one ship that wait for the damage step, in the order in which they were scored."""

    id, title, key, section = "damage", "Work out damage", "d", "C2"
    phases = DAMAGE_STEPS
    ship: str = fields.ship("ship", own_ships)

    def check(self, battle: CoastalBattle) -> None:
        ship = battle.ship(self.ship)
        require_acting(ship)
        own = [*own_ships(battle)]
        if any(other.held for other in own):
            require(ship.held, f"{ship} has no hits to work out")
        elif any(other.damage_done for other in own):
            raise Refused(f"nothing to work out: all hits on ships of {battle.acting} are worked out")
        else:
            raise Refused(f"nothing to work out: no ship of {battle.acting} was hit")

    def resolve(self, battle: CoastalBattle) -> Effects:
        yield from run(*held_hits(battle.ship(self.ship)))
        yield from CoastalShip.held.clear(self.ship)
        yield from CoastalShip.damage_done.mark(battle.ship(self.ship))

    def headline(self, battle: CoastalBattle) -> str:
        return f"damage to {self.ship}: {hits(len(battle.ship(self.ship).held)).lower()}"

    def results(self, happened: Happened[CoastalShip]) -> Iterator[Result]:
        yield damage_result(happened, self.ship)

    def sealed(self, battle: CoastalBattle, side: str) -> bool:
        """Whether the damage is secret. It is secret from an enemy who has never seen the ship."""
        return not battle.ship(self.ship).is_known_to(side)

    def sealed_words(self, battle: CoastalBattle) -> str:
        return f"damage to {self.ship}"


def held_hits(ship: CoastalShip) -> list[ShellHit | TorpedoHit]:
    """The parts that work out a ship's waiting hits, one for each hit."""
    return [
        TorpedoHit(target=ship.name, firer=hit.firer, effect=hit.result)
        if isinstance(hit, HeldTorpedo)
        else ShellHit(target=ship.name, firer=hit.firer, mount=hit.mount)
        for hit in ship.held
    ]
