"""Armour (8.1.6, 8.1.7): the place of a hit, whether it penetrates, and the damage that is left."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from fleetbook.core.orders.effects import Effect, roll_on
from fleetbook.rules.fgdn.ground.card import BANDS, FAR, GunEntry
from fleetbook.rules.fgdn.ground.dice import HUNDRED
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import BELT, DECK, DOWN
from fleetbook.rules.fgdn.words import Says

PENETRATING = "penetrating"
PLUNGING_FIRE = "plunging_fire"
"""The table for the place that shells strike."""
BRITISH, CAPPED = "Great Britain", "APC"


class Shell(NamedTuple):
    """A shell on its way: its firer, its gun, its range band."""

    firer: FgdnShip
    gun: GunEntry
    band: str


def penetrates(penetration: float, armour: float) -> bool:
    """Whether a weapon pierces armour: its rating is greater, or there is no armour (8.1.6)."""
    return penetration > armour or not armour


def pierces_casemate(battle: FgdnBattle, penetration: float, ship: FgdnShip, place: str) -> bool:
    """Whether a hit pierces a casemate: two thirds of the belt, compared exactly. A hit on the deck meets the deck (F22)."""
    if place == DECK and battle.reading("casemate_deck"):
        return penetrates(penetration, ship.card.deck)
    table = battle.tables.table("casemate_armour")
    return penetrates(penetration * table.whole(BELT, "divided by"), ship.card.belt * table.whole(BELT, "times"))


def armour_at(ship: FgdnShip, place: str) -> int:
    """The rating of the belt or the deck."""
    return ship.card.deck if place == DECK else ship.card.belt


def strikes(battle: FgdnBattle, ship: FgdnShip, band: str) -> Generator[Effect, Any, str]:
    """Belt or deck, once for a battery's attack (F54). Flat fire and ships without armour need no die."""
    places = places_struck(battle, ship, band)
    if len(places) == 1:
        return places[0]
    return str((yield from roll_on(battle.tables.table(PLUNGING_FIRE), band, label=Says.struck_on(ship=ship))))


def places_struck(battle: FgdnBattle, ship: FgdnShip, band: str) -> list[str]:
    """The places that shells from a range band may strike. A ship without armour is struck on the belt if it is possible."""
    places = list({str(row.result): None for row in battle.tables.table(PLUNGING_FIRE).faces(band)})
    return places if ship.card.armoured or len(places) == 1 else [BELT]


def not_penetrating(battle: FgdnBattle, points: int) -> int:
    """Damage of a hit that does not penetrate: half, rounded down (F15)."""
    parts = battle.figure("damage not penetrating, one part in")
    return points // parts if battle.reading("half_damage_rounded") == DOWN else -(-points // parts)


def shell_damage(battle: FgdnBattle, shell: Shell, target: FgdnShip, place: str, *, pierced: bool) -> int:
    """Damage points of one shell. They are less if it does not penetrate or is faulty (8.1.6, 8.1.6.1)."""
    points = shell.gun.damage[BANDS.index(shell.band)] * HUNDRED
    if pierced and is_faulty(battle, shell, target, place):
        points = points * battle.figure("faulty British shells, left") // HUNDRED
    if FgdnFacts(battle).shell_failures:
        points = points * battle.figure("shell failures of all nations, left") // HUNDRED
    points //= HUNDRED
    return points if pierced else not_penetrating(battle, points)


def is_faulty(battle: FgdnBattle, shell: Shell, target: FgdnShip, place: str) -> bool:
    """Whether a British capped shell fails on this armour: a belt of at least a third of its calibre (8.1.6.1, F55)."""
    british = shell.firer.card.nation == BRITISH and shell.gun.shell == CAPPED
    strikes_so = place == BELT or battle.reading("faulty_at_deck")
    if not (FgdnFacts(battle).faulty_shells and british and shell.band in FAR and strikes_so):
        return False
    millimetres = 10 * battle.figure("faulty British shells, belt in parts of the shell")
    return target.card.belt >= shell.gun.mm // millimetres


def shallow_points(battle: FgdnBattle, target: FgdnShip, points: int) -> int:
    """Points of a shallow torpedo that the belt lets through (8.1.7.1, F6)."""
    less = battle.tables.table("shallow_torpedo").whole(target.card.belt, "per cent less")
    return points * (HUNDRED - less) // HUNDRED


def protection_left(target: FgdnShip, side: str) -> int:
    """Points that the protection of a side can still absorb: its rating less those absorbed before (8.1.7.2)."""
    return max(target.card.underwater - target.protection_used[side], 0)


def absorbed(battle: FgdnBattle, target: FgdnShip, side: str, points: int) -> int:
    """Points of one torpedo that the protection absorbs: a third of its strength at most (8.1.7.2, F59)."""
    parts = battle.figure("protection a torpedo can use, one part in")
    down = battle.reading("protection_rounded") == DOWN
    third = target.card.underwater // parts if down else -(-target.card.underwater // parts)
    return min(points, third, protection_left(target, side))
