"""What a hit does: the damage tables, footnotes, critical hits, speed, sinking."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.orders.effects import Effect, Effects, note, roll_on, tally
from fleetbook.core.words.sentence import Words
from fleetbook.rules.gwas.ground.facts import GwasFacts
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import HULL, PRIMARY, SECONDARY, SUNK, TERTIARY, TORPEDO, GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.boxes import NO_EFFECT, lose_boxes, penetrates, referred
from fleetbook.rules.gwas.weapons.damage_results import (
    CRITICAL,
    EXPLOSION,
    LEADER_KILLED,
    LESS_BY_SECONDARY,
    PLUNGING,
    Damage,
    read,
)
from fleetbook.rules.gwas.words import Says


@dataclass(frozen=True)
class Blow:
    """How a ship is hit: by which weapon, from how many hexes, and whether the result is a critical one."""

    ship: GwasShip
    by: str
    hexes: int = 0
    critical: bool = False


def strike_by_weapon(battle: GwasBattle, blow: Blow) -> Effects:
    """One hit by guns or a torpedo: throw for its kind and let it take effect."""
    table = battle.tables.table("torpedo_damage" if blow.by == TORPEDO else "gunnery_damage")
    result = read(str((yield from roll_on(table))))
    if CRITICAL not in result.words:
        yield from take_damage(battle, blow, result)
    elif blow.by == TERTIARY:
        yield from note(Says.no_critical_by_tertiary, "G5")
    else:
        yield from critical(battle, blow)


def critical(battle: GwasBattle, blow: Blow) -> Effects:
    """Throw on the critical damage table."""
    ship = blow.ship
    result = read(str((yield from roll_on(battle.tables.table("critical_damage")))))
    if LEADER_KILLED in result.words:
        yield from hooks(battle).leader_killed(battle, ship)
    elif EXPLOSION in result.words and explodes(battle, ship) and penetrates(battle, blow.by, ship, HULL):
        yield from sink(battle, ship, Says.explodes)
    else:
        yield from take_damage(battle, replace(blow, critical=True), result)


def explodes(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether critical 2 blows this ship up: a British battlecruiser before 1917 (G5)."""
    nation = battle.tables.table("nations").text(ship.card.nation, "as")
    alike = ship.card.type == battle.reading("explosion_type") and nation == battle.reading("explosion_nation")
    return alike and int(GwasFacts(battle).year) < battle.figure("explosion: scenarios before")


def take_damage(battle: GwasBattle, blow: Blow, result: Damage) -> Effects:
    """Strike off what a result says: boxes of each kind, then speed."""
    ship = blow.ship
    was_over_half = ship.over_half
    for kind, boxes in result.boxes:
        if not ship.hull:
            break
        spared = kind == HULL and LESS_BY_SECONDARY in result.words and spares(battle, blow)
        number = ship.left(kind) if boxes is None else _adjusted(battle, blow, result, kind, boxes)
        number += yield from light_armour(battle, blow, kind)
        yield from lose_boxes(battle, ship, kind, number, blow.by, spared=spared)
    if not ship.hull and not GwasShip.fate.is_told(ship):
        yield from sink(battle, ship, Says.sinks)
    if ship.repaired and ship.afloat and ship.over_half and not was_over_half:
        yield from lose_repair(battle, ship)
    held = bool(battle.reading("speed_needs_hull")) and not penetrates(battle, blow.by, ship, HULL)
    if result.speed != 0 and ship.afloat and not held:
        yield from lose_speed(battle, ship, result.speed)


def _adjusted(battle: GwasBattle, blow: Blow, result: Damage, kind: str, boxes: int) -> int:
    """The boxes of one kind with what the footnotes change (G5)."""
    if kind == HULL and PLUNGING in result.words and hooks(battle).plunging(battle, blow.by, blow.hexes):
        return boxes + battle.figure("plunging: further hull hits")
    if kind == HULL and LESS_BY_SECONDARY in result.words and spares(battle, blow):
        return battle.figure("critical 8 by secondary, heavy hull: hull hits")
    return boxes


def spares(battle: GwasBattle, blow: Blow) -> bool:
    """Whether critical 8 is the exception in which secondary fire harms a hull that it does not penetrate (G5, G6)."""
    return blow.by == SECONDARY and not penetrates(battle, blow.by, blow.ship, HULL)


def light_armour(battle: GwasBattle, blow: Blow, kind: str) -> Generator[Effect, Any, int]:
    """One more hit of the kind by primary fire at light armour or none, on a die, unless the hull is boxed (G5)."""
    ship = blow.ship
    if blow.by != PRIMARY or ship.card.boxed_hull or (blow.critical and not battle.reading("light_armour_on_criticals")):
        return 0
    area = referred(battle, ship, hooks(battle).hit_kind(battle, ship, kind))
    if area == NO_EFFECT or battle.tables.table("light_armour_areas").text(ship.armour_of(area), "further die") != "yes":
        return 0
    more = yield from roll_on(battle.tables.table("light_armour"))
    return battle.figure("light armour or none, by primary: further hits") if more == "1 more hit" else 0


def lose_speed(battle: GwasBattle, ship: GwasShip, rungs: int | None) -> Effects:
    """Lose so many rungs of speed, or all: no more than there are; what an emergency repair gave goes first (G30)."""
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
    """A ship loses the speed that an emergency repair gave her, for good: she rolls once (G30)."""
    yield from GwasShip.repaired.clear(ship, said=Says.repair_lost)
    if not battle.reading("repaired_ship_rolls_again"):
        yield from GwasShip.beyond_repair.set(ship)


def sink(battle: GwasBattle, ship: GwasShip, said: Words, cause: Cause | None = None) -> Effects:
    """A ship is lost, with a leader aboard; a tow is cast off."""
    yield from GwasShip.fate.gone(ship, SUNK, said=said, cause=cause)
    yield from tally(SUNK, 1, ship)
    if ship.leader:
        yield from GwasShip.leader.clear(ship, said=Says.leader_lost)
    yield from cast_off(ship)


def cast_off(ship: GwasShip) -> Effects:
    """End a tow in which a ship has part."""
    for own, others in ((GwasShip.tows, GwasShip.towed_by), (GwasShip.towed_by, GwasShip.tows)):
        other = own.value(ship)
        if other:
            yield from own.clear(ship)
            yield from others.clear(other)
