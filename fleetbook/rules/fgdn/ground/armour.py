"""Armour (8.1.6, 8.1.7): the place of a hit, its penetration, and the damage that gets through."""

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
"""The id of the table that says whether shells hit belt or deck."""
BRITISH, CAPPED = "Great Britain", "APC"


class Shell(NamedTuple):
    """A shell that hits: its firer, its gun and the range band."""

    firer: FgdnShip
    gun: GunEntry
    band: str


def penetrates(penetration: float, armour: float) -> bool:
    """Whether a weapon pierces armour. Its penetration must be greater than the rating, or there is no armour (8.1.6)."""
    return penetration > armour or not armour


def pierces_casemate(battle: FgdnBattle, penetration: float, ship: FgdnShip, place: str) -> bool:
    """Whether a hit pierces a casemate. Its armour rating is two thirds of the belt's, not rounded. A hit on the deck must pierce
    the deck (F22).
    """
    if place == DECK and battle.reading("casemate_deck"):
        return penetrates(penetration, ship.card.deck)
    table = battle.tables.table("casemate_armour")
    return penetrates(penetration * table.whole(BELT, "divided by"), ship.card.belt * table.whole(BELT, "times"))


def armour_at(ship: FgdnShip, place: str) -> int:
    """The armour rating of the belt or the deck."""
    return ship.card.deck if place == DECK else ship.card.belt


def strikes(battle: FgdnBattle, ship: FgdnShip, band: str) -> Generator[Effect, Any, str]:
    """Throw whether a battery's shells hit belt or deck, once for each attack (F54). Flat fire, and a ship without armour, need
    no die.
    """
    places = places_struck(battle, ship, band)
    if len(places) == 1:
        return places[0]
    return str((yield from roll_on(battle.tables.table(PLUNGING_FIRE), band, label=Says.struck_on(ship=ship))))


def places_struck(battle: FgdnBattle, ship: FgdnShip, band: str) -> list[str]:
    """The places that shells from a range band may hit: belt, deck or both. On a ship without
    armour it is the belt if possible.
    """
    places = list({str(row.result): None for row in battle.tables.table(PLUNGING_FIRE).faces(band)})
    return places if ship.card.armoured or len(places) == 1 else [BELT]


def not_penetrating(battle: FgdnBattle, points: int) -> int:
    """The damage of a hit that does not penetrate: half, rounded down (F15)."""
    parts = battle.figure("damage not penetrating, one part in")
    return points // parts if battle.reading("half_damage_rounded") == DOWN else -(-points // parts)


def shell_damage(battle: FgdnBattle, shell: Shell, target: FgdnShip, place: str, *, pierced: bool) -> int:
    """The damage points of one shell. They are fewer if it does not penetrate or fails (8.1.6, 8.1.6.1)."""
    points = shell.gun.damage[BANDS.index(shell.band)] * HUNDRED
    if pierced and is_faulty(battle, shell, target, place):
        points = points * battle.figure("faulty British shells, left") // HUNDRED
    if FgdnFacts(battle).shell_failures:
        points = points * battle.figure("shell failures of all nations, left") // HUNDRED
    points //= HUNDRED
    return points if pierced else not_penetrating(battle, points)


def is_faulty(battle: FgdnBattle, shell: Shell, target: FgdnShip, place: str) -> bool:
    """Whether a British capped shell fails against this armour. It does if the belt is at least a third of the shell's calibre
    (8.1.6.1, F55).
    """
    british = shell.firer.card.nation == BRITISH and shell.gun.shell == CAPPED
    strikes_so = place == BELT or battle.reading("faulty_at_deck")
    if not (FgdnFacts(battle).faulty_shells and british and shell.band in FAR and strikes_so):
        return False
    millimetres = 10 * battle.figure("faulty British shells, belt in parts of the shell")
    return target.card.belt >= shell.gun.mm // millimetres


def shallow_points(battle: FgdnBattle, target: FgdnShip, points: int) -> int:
    """The points of a shallow-running torpedo that the armour belt lets through (8.1.7.1, F6)."""
    less = battle.tables.table("shallow_torpedo").whole(target.card.belt, "per cent less")
    return points * (HUNDRED - less) // HUNDRED


def protection_left(target: FgdnShip, side: str) -> int:
    """The points that the torpedo protection on one side can still absorb: its rating less the points absorbed before
    (8.1.7.2).
    """
    return max(target.card.underwater - target.protection_used[side], 0)


def absorbed(battle: FgdnBattle, target: FgdnShip, side: str, points: int) -> int:
    """The points of one torpedo that the protection absorbs, at most a third of the protection's rating (8.1.7.2, F59)."""
    parts = battle.figure("protection a torpedo can use, one part in")
    down = battle.reading("protection_rounded") == DOWN
    third = target.card.underwater // parts if down else -(-target.card.underwater // parts)
    return min(points, third, protection_left(target, side))
