"""Damage by hits: printed results, armour, boxes, speed and sinking."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.effects import Effect, Effects, lose, note, roll_on, tally
from fleetbook.core.tables.table import Table
from fleetbook.core.words.sentence import Words
from fleetbook.rules.gwas.ground.facts import GwasFacts
from fleetbook.rules.gwas.ground.fleets import ALL
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import HULL, PRIMARY, SECONDARY, SUNK, TERTIARY, TORPEDO, WEAPONS, GwasBattle, GwasShip
from fleetbook.rules.gwas.words import Says

CRITICAL, NOTHING, LEADER_KILLED, PLUNGING, EXPLOSION, LESS_BY_SECONDARY = (
    "critical", "no damage", "leader killed", "plunging", "explosion", "or 1 by secondary",
)  # fmt: skip
WORDS = (CRITICAL, NOTHING, LEADER_KILLED, PLUNGING, EXPLOSION, LESS_BY_SECONDARY)
KINDS = (*WEAPONS, HULL)
SPEED = "speed"
NO_EFFECT = "no effect"
NEVER, SOME, ALL_HIT, ANY = "never", "some", "all hit", "-"
STATUSES_OF = {SOME: (SOME, ALL_HIT)}
"""In the table of referred hits, ``some`` fits a ship that has boxes of this kind, even if all of them are hit. Any other word
fits only the state that it names.
"""


@dataclass(frozen=True)
class Damage:
    """The parts of a printed damage result: boxes by kind, speed classes lost, and other words. None means all boxes or all
    speed.
    """

    boxes: tuple[tuple[str, int | None], ...]
    speed: int | None
    words: tuple[str, ...]


@lru_cache(maxsize=256)
def read(result: str) -> Damage:
    """Read a printed damage result, such as ``2 hull, -1 speed``, into its parts. Raises InvalidInput if it cannot be played."""
    boxes: list[tuple[str, int | None]] = []
    speed: int | None = 0
    words: list[str] = []
    for part in result.split(", "):
        number, _, kind = part.partition(" ")
        if part in WORDS:
            words.append(part)
        elif kind == SPEED:
            speed = None if number == ALL else abs(_whole(number, result))
        elif kind in KINDS:
            boxes.append((kind, None if number == ALL else _whole(number, result)))
        else:
            raise InvalidInput(
                f"result {result}", part, f"a number of {', '.join(KINDS)} or speed, or one of: {'; '.join(WORDS)}"
            )
    return Damage(tuple(boxes), speed, tuple(words))


def _whole(text: str, result: str) -> int:
    if not text.lstrip("-").isdecimal():
        raise InvalidInput(f"result {result}", text, "a whole number, or all")
    return int(text)


def penetrates(battle: GwasBattle, by: str, ship: GwasShip, area: str) -> bool:
    """Whether this weapon can damage this area of a ship (G6)."""
    return battle.tables.table("penetration").text(by, ship.armour_of(area)) == "yes"


def referred(battle: GwasBattle, ship: GwasShip, kind: str) -> str:
    """The kind of box that a hit marks off. The table may refer a hit from one kind to another, several times, or to no effect
    (G7).
    """

    def status(track: str) -> str:
        return NEVER if not ship.full(track) else SOME if ship.left(track) else ALL_HIT

    table = battle.tables.table("referred")
    while kind not in (HULL, NO_EFFECT):
        row = first_row(table, status, kind)
        if row is None:
            return kind
        kind = table.text(row, "goes to")
    return kind


def first_row(table: Table, status_of: Callable[[str], str], kind: str) -> str | None:
    """The first row of the table that fits this kind of hit on this ship, or None if the hit is not referred. ``status_of`` is
    asked only for the boxes that a row names.
    """
    for row in table.rows.labels:
        if table.text(row, "hit on") == kind:
            printed = {name: table.text(row, name) for name in WEAPONS}
            if all(word == ANY or status_of(name) in STATUSES_OF.get(word, (word,)) for name, word in printed.items()):
                return row
    return None


def lose_boxes(battle: GwasBattle, ship: GwasShip, kind: str, boxes: int, by: str, *, spared: bool = False) -> Effects:
    """Mark off ``boxes`` boxes of a kind, or of the kinds to which the table of referred hits leads. The rest is lost without
    effect if the table says so, or if the weapon ``by`` does not penetrate the armour there. ``spared`` hits need not penetrate
    (critical 8 by secondary fire).
    """
    first = hooks(battle).hit_kind(battle, ship, kind)
    while boxes > 0:
        place = referred(battle, ship, first)
        if place == NO_EFFECT:
            yield from note(Says.no_effect_on(kind=kind), "G7")
            return
        if not spared and not penetrates(battle, by, ship, place):
            yield from note(Says.not_penetrated(weapon=by, armour=ship.armour_of(place), area=place), "G6")
            return
        struck = min(boxes, ship.left(place))
        if not struck:
            return
        yield from lose(ship, place, struck, "" if place == kind else Says.referred_from(kind=kind))
        yield from GwasShip.damaged.mark(ship)
        boxes -= struck


@dataclass(frozen=True)
class Blow:
    """A hit on a ship: its weapon, the range in hexes, and whether it is critical."""

    ship: GwasShip
    by: str
    hexes: int = 0
    critical: bool = False


def strike_by_weapon(battle: GwasBattle, blow: Blow) -> Effects:
    """Apply one hit by guns or a torpedo: throw on the damage table and apply the result."""
    table = battle.tables.table("torpedo_damage" if blow.by == TORPEDO else "gunnery_damage")
    result = read(str((yield from roll_on(table))))
    if CRITICAL not in result.words:
        yield from take_damage(battle, blow, result)
    elif blow.by == TERTIARY:
        yield from note(Says.no_critical_by_tertiary, "G5")
    else:
        yield from critical(battle, blow)


def critical(battle: GwasBattle, blow: Blow) -> Effects:
    """Throw on the critical damage table and apply the result."""
    ship = blow.ship
    result = read(str((yield from roll_on(battle.tables.table("critical_damage")))))
    if LEADER_KILLED in result.words:
        yield from hooks(battle).leader_killed(battle, ship)
    elif EXPLOSION in result.words and explodes(battle, ship) and penetrates(battle, blow.by, ship, HULL):
        yield from sink(battle, ship, Says.explodes)
    else:
        yield from take_damage(battle, replace(blow, critical=True), result)


def explodes(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether critical 2 makes this ship explode: a British battlecruiser before 1917 (G5)."""
    nation = battle.tables.table("nations").text(ship.card.nation, "as")
    alike = ship.card.type == battle.reading("explosion_type") and nation == battle.reading("explosion_nation")
    return alike and int(GwasFacts(battle).year) < battle.figure("explosion: scenarios before")


def take_damage(battle: GwasBattle, blow: Blow, result: Damage) -> Effects:
    """Apply a damage result and its footnotes (G5): boxes of each kind, then speed."""
    ship = blow.ship
    was_over_half = ship.over_half
    for kind, boxes in result.boxes:
        if not ship.hull:
            break
        less = kind == HULL and LESS_BY_SECONDARY in result.words and blow.by == SECONDARY
        spared = less and not penetrates(
            battle, blow.by, ship, HULL
        )  # armour does not count for critical 8 by secondary fire (G5, G6)
        if boxes is None:
            number = ship.left(kind)
        elif kind == HULL and PLUNGING in result.words and hooks(battle).plunging(battle, blow.by, blow.hexes):
            number = boxes + battle.figure("plunging: further hull hits")
        else:
            number = battle.figure("critical 8 by secondary, heavy hull: hull hits") if spared else boxes
        number += yield from light_armour(battle, blow, kind)
        yield from lose_boxes(battle, ship, kind, number, blow.by, spared=spared)
    if not ship.hull and ship.fact(GwasShip.fate.name) is None:
        yield from sink(battle, ship, Says.sinks)
    if ship.repaired and ship.afloat and ship.over_half and not was_over_half:
        yield from lose_repair(battle, ship)
    held = bool(battle.reading("speed_needs_hull")) and not penetrates(battle, blow.by, ship, HULL)
    if result.speed != 0 and ship.afloat and not held:
        yield from lose_speed(battle, ship, result.speed)


def light_armour(battle: GwasBattle, blow: Blow, kind: str) -> Generator[Effect, Any, int]:
    """Roll for one more hit by primary fire at light armour or none. A ship with a boxed hull never takes it (G5)."""
    ship = blow.ship
    if blow.by != PRIMARY or ship.card.boxed_hull or (blow.critical and not battle.reading("light_armour_on_criticals")):
        return 0
    area = referred(battle, ship, hooks(battle).hit_kind(battle, ship, kind))
    if area == NO_EFFECT or battle.tables.table("light_armour_areas").text(ship.armour_of(area), "further die") != "yes":
        return 0
    more = yield from roll_on(battle.tables.table("light_armour"))
    return battle.figure("light armour or none, by primary: further hits") if more == "1 more hit" else 0


def lose_speed(battle: GwasBattle, ship: GwasShip, rungs: int | None) -> Effects:
    """Lose speed classes: ``rungs`` of them, or all if it is None. A ship that got under way by an emergency repair loses only
    that repair (G30).
    """
    if ship.repaired:
        yield from lose_repair(battle, ship)
        return
    left = battle.tables.table("speeds").rows.labels.index(ship.card.speed) - ship.speed_lost
    lost = left if rungs is None else min(rungs, left)
    if lost > 0:
        yield from GwasShip.damaged.mark(ship)
        said = Says.loses_all_speed if rungs is None else Says.loses_speed(lost=lost)
        yield from GwasShip.speed_lost.add(ship, lost, said=said)


def lose_repair(battle: GwasBattle, ship: GwasShip) -> Effects:
    """Lose the speed that an emergency repair gave the ship. A reading says whether she may roll for another repair (G30)."""
    yield from GwasShip.repaired.clear(ship, said=Says.repair_lost)
    if not battle.reading("repaired_ship_rolls_again"):
        yield from GwasShip.beyond_repair.set(ship)


def sink(battle: GwasBattle, ship: GwasShip, said: Words, cause: Cause | None = None) -> Effects:
    """Sink a ship. A leader aboard is lost with her, and her tow is cast off."""
    yield from GwasShip.fate.gone(ship, SUNK, said=said, cause=cause)
    yield from tally(SUNK, 1, ship)
    if ship.leader:
        yield from GwasShip.leader.clear(ship, said=Says.leader_lost)
    yield from cast_off(ship)


def cast_off(ship: GwasShip) -> Effects:
    """End the tow of a ship, whether she tows or is towed."""
    for own, others in ((GwasShip.tows, GwasShip.towed_by), (GwasShip.towed_by, GwasShip.tows)):
        other = own.value(ship)
        if other:
            yield from own.clear(ship)
            yield from others.clear(other)
