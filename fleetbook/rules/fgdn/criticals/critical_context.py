"""Code that all critical hits share (8.1.2, 8.3). It deals with fires, flooding, and critical hits that end after some turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from fleetbook.core.battle.conditions import Flag, Number
from fleetbook.core.battle.fact import Keyed
from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import GOOD, Result
from fleetbook.core.orders.effects import Effects, roll, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.fire_flooding.casualties import HALVINGS, StartCasualty
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.ship_values import TORPEDO, Clearing, Hit
from fleetbook.rules.fgdn.ground.terms import (
    FIRE,
    FLOODING,
)
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import listed

LETHAL, MAJOR_DAMAGE, MINOR_DAMAGE = SUBMERGED = ("lethal", "major damage", "minor damage")
"""The columns of the critical hit table for attacks on a submerged submarine."""
LIGHT_SHELLS = "light shells"
NOBODY = Cause()
AGAIN = {
    FgdnShip.bridge_out.name: "bridge manned again",
    FgdnShip.bridge_hit.name: "bridge in order again",
    FgdnShip.no_flying.name: "flight operations again",
    FgdnShip.no_propulsion.name: "power again",
    FgdnShip.levels_out.name: "a level of speed back",
    FgdnShip.depth_control_lost.name: "depth control again",
}
"""Words that tell the end of a temporary critical hit, by the fact that stores it."""


@dataclass(frozen=True, slots=True)
class Blow:
    """How a batch of damage came about. All its critical hits share these values.

    column      the column of the critical hit table
    penetrated  whether any hit pierced the armour
    casemate    whether any hit pierced a casemate's armour
    mm          calibre of the largest gun that hit, 0 for other weapons (F52)
    cause       the ship and weapon that did it
    """

    column: str
    penetrated: bool = True
    casemate: bool = True
    mm: int = 0
    cause: Cause = NOBODY

    def hit(self, kind: str, points: int, cause: str, *, penetrated: bool = True) -> Hit:
        """Damage that follows from a critical hit of this blow, for example from an explosion aboard."""
        return Hit(kind, points, penetrated, cause, by=self.cause.names[0], through=self.cause.through)

    def is_light(self, battle: FgdnBattle, ship: FgdnShip) -> bool:
        """Whether the ship was hit by light weapons only, and is too large for them to cause every critical hit (8.1.3)."""
        return 0 < self.mm <= battle.figure("light weapons, up to") and not ship.small

    def allows(self, battle: FgdnBattle, ship: FgdnShip, name: str) -> bool:
        """Whether weapons of this size can cause the named critical hit on this ship (8.1.3)."""
        return not self.is_light(battle, ship) or battle.tables.table("light_weapons").text(self.mm, name) == "yes"


def burn(battle: FgdnBattle, ship: FgdnShip, blow: Blow, *causes: str, half: bool = False) -> Effects:
    """Start a fire because of this blow (8.2)."""
    yield from run(casualty(battle, ship, blow, FIRE, *causes, half=half))


def flood(battle: FgdnBattle, ship: FgdnShip, blow: Blow, half: bool = False) -> Effects:
    """Start flooding because of this blow (8.2)."""
    causes = (LIGHT_SHELLS,) if blow.is_light(battle, ship) else ()
    yield from run(casualty(battle, ship, blow, FLOODING, *causes, half=half))


def casualty(battle: FgdnBattle, ship: FgdnShip, blow: Blow, kind: str, *causes: str, half: bool = False) -> StartCasualty:
    """The fire or flooding that this blow starts. It is halved for each of these reasons: no armour was pierced, the gun is of 76
    mm or less, ``half`` is given (8.2).
    """
    light = 0 < blow.mm <= battle.figure("light guns for fire and flooding, up to")
    halvings = tuple(name for name, holds in zip(HALVINGS, (not blow.penetrated, light, half), strict=True) if holds)
    torpedo = blow.column == TORPEDO and kind == FLOODING
    return StartCasualty(ship=ship.name, kind=kind, causes=causes, halvings=halvings, torpedo=torpedo, by=blow.cause.names[0])


HitEffect: TypeAlias = Callable[[FgdnBattle, FgdnShip, Blow], Effects]
"""A function that applies a critical hit to a ship."""


def clears_in_time(battle: FgdnBattle, ship: FgdnShip, blow: Blow, fact: Flag | Number) -> Effects:
    """Let a critical hit in the column for minor damage to a submarine end after D6 turns (note to the critical hit table)."""
    if blow.column == MINOR_DAMAGE:
        turns = yield from roll(Says.turns_until_right(ship=ship), battle.printed("minor damage, turns"))
        yield from clears_on(ship, battle.turn + turns, fact)


def clears_on(ship: FgdnShip, turn: int, fact: Flag | Number) -> Effects:
    """When this turn begins, clear a fact of the ship, or lower it by one if it is a count."""
    yield from FgdnShip.clearing.append(ship, Clearing(turn, fact.name, fact.other))


def clear_due(battle: FgdnBattle) -> Effects:
    """End the critical hits whose time is over this turn."""
    yield from run(*(PutRight(ship=ship.name) for ship in battle.ships() if _due(ship)))


def _due(ship: FgdnShip) -> list[Clearing]:
    return [entry for entry in ship.clearing if entry.turn <= ship.turn_now]


class PutRight(Part[FgdnShip]):
    """Temporary critical hits of one ship end. A count goes down by one. A flag is cleared when the last hit that set it ends."""

    id, title, section, inline = "put-right", "Put right in time", "8.3", True
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        due = _due(ship)
        lasting = tuple(entry for entry in ship.clearing if entry not in due)
        yield from FgdnShip.clearing.set(ship, lasting)
        for entry in due:
            again = any(entry[1:] == other[1:] for other in lasting)
            declared = next(
                one for one in ship.declared.values() if one.name == entry.fact and bool(one.key_name) == bool(entry.other)
            )
            fact: object = declared[entry.other] if isinstance(declared, Keyed) else declared
            said = (Says.one_put_right if entry.other else Says.put_right)(fact=entry.fact)
            if isinstance(fact, Number) and fact.value(ship):
                yield from fact.set(ship, fact.value(ship) - 1, said)
            elif isinstance(fact, Flag) and fact.value(ship) and not again:
                yield from fact.clear(ship, said)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        before, after = happened.before.ship(self.ship), happened.after.ship(self.ship)
        over = {entry: before.fact(*entry[1:]) != after.fact(*entry[1:]) for entry in _due(before)}
        words = [AGAIN.get(entry.fact, f"{entry.other} in order again") for entry, is_over in over.items() if is_over]
        if words:
            yield Result(kind=GOOD, head="put right", words=f"{self.ship}: {listed(words)}.", subject=self.ship)


def put_out(ship: FgdnShip, cause: str) -> Effects:
    """Put out all fires with this cause."""
    left = tuple(one for one in ship.fires if one.cause != cause)
    if len(left) < len(ship.fires):
        yield from FgdnShip.fires.set(ship, left, said=Says.fire_out(cause=cause))
