"""Gunfire under the variant: what hampers it, and one die to hit (10, 14)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, roll_at_least, roll_on
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.ship import GUNS, PRIMARY, TORPEDO, GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.gunnery import Fire, Shot, ready_guns, usable_guns
from fleetbook.rules.gwas_variant.state import ATTACKING, FIRE_CONTROL_HIT, HAMPERED, is_set
from fleetbook.rules.gwas_variant.tactical_rules.fire_rules import why_not
from fleetbook.rules.gwas_variant.tactical_rules.leaders import squadron_leader

SMALL, FIRE_CONTROL, DASH = "small_target", "fire_control", "torpedo_attack"


def hampered(battle: GwasBattle, firer: GwasShip) -> bool:
    """Whether a ship's fire control is hit (14): its own, or that of its squadron leader (5)."""
    leader = squadron_leader(battle, firer)
    return firer.has(FIRE_CONTROL_HIT) or (leader is not None and leader.has(FIRE_CONTROL_HIT))


def known_lines(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> Iterator[str]:
    """The variant's modifiers that the battle knows to count. An event's difficulties do not count for ships that the enemy has
    fire at their friends.
    """
    by_event = is_set(battle, HAMPERED, firer.side) and firer.side != target.side
    if (weapon != TORPEDO or not battle.reading("fire_control_guns_only")) and (by_event or hampered(battle, firer)):
        yield FIRE_CONTROL
    if weapon == PRIMARY and target.is_a("small"):
        yield SMALL
    if weapon in GUNS and target.has(ATTACKING):
        yield DASH


def allowed_guns(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The firer's guns that are ready, reach the target and may fire at it."""
    found = usable_guns(battle, given)
    if not found:
        return []
    firer, target = battle.ship(given["firer"]), battle.ship(given["target"])
    return [weapon for weapon in found if not why_not(battle, firer, target, weapon, given["range"])[0]]


class VariantFire(Fire):
    """A ship fires guns at a target; each kind of guns may have a target of its own."""

    weapons: tuple[str, ...] = fields.several("guns", among=ready_guns, nameable=lambda b, g: GUNS, default=allowed_guns)


def counted(battle: GwasBattle, names: tuple[str, ...], weapon: str) -> tuple[str, ...]:
    """The modifiers of gunfire that count for one die: only primary guns have trouble with small targets, and never need more
    than a 6 for it (10).
    """
    names = tuple(name for name in names if name != SMALL or weapon == PRIMARY)
    lines = [line for line in battle.tables.modifier_list("gunfire").chosen(names) if line.id != FIRE_CONTROL]
    if battle.reading("shift_is_capped") and shift(lines) < 0:
        return tuple(name for name in names if name == FIRE_CONTROL)
    return names


class VariantShot(Shot):
    """One die of guns: to hit by the variant, then damage."""

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from Shot.resolve(replace(self, modifiers=counted(battle, self.modifiers, self.weapon)), battle)


def shift(lines: Sequence[Modifier]) -> int:
    """What modifiers come to."""
    return sum(line.value for line in lines)


def throw_to_hit(battle: GwasBattle, needed: int, modifiers: Sequence[Modifier]) -> Generator[Effect, Any, bool]:
    """One die to hit. In fire control difficulties it needs one more, or where it needs a 6 already a second die confirms it."""
    table = battle.tables.table("weapon_hit")
    rest = [line for line in modifiers if line.id != FIRE_CONTROL]
    confirms = len(rest) < len(modifiers) and shift(rest) <= 0
    counted = rest if confirms else modifiers
    if not (yield from roll_at_least("to hit", table.thrown, needed, counted, section=table.section)):
        return False
    if not confirms:
        return True
    return (yield from roll_on(battle.tables.table("confirmation"), "second die", label="confirmed")) == "hit"
