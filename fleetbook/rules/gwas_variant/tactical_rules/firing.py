"""Gunfire under the variant: what hampers it, and one die to hit (10, 14)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from fleetbook.core.orders.effects import Effect, roll_at_least, roll_on
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.hooks import HIT
from fleetbook.rules.gwas.ground.ship import GUNS, PRIMARY, TORPEDO, GwasBattle, GwasShip
from fleetbook.rules.gwas_variant.state import VariantFacts, VariantShip
from fleetbook.rules.gwas_variant.tactical_rules.leaders import squadron_leader
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import MISSES_HITS

SMALL, FIRE_CONTROL, DASH = "small_target", "fire_control", "torpedo_attack"


def hampered(battle: GwasBattle, firer: GwasShip) -> bool:
    """Whether a ship's fire control is hit (14): its own, or that of its squadron leader (5)."""
    hit, leader = VariantShip.fire_control_hit, squadron_leader(battle, firer)
    return hit.value(firer) or (leader is not None and hit.value(leader))


def known_lines(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> Iterator[str]:
    """The variant's modifiers that the battle knows to count. An event's difficulties do not count for ships that the enemy has
    fire at their friends.
    """
    by_event = VariantFacts(battle).hampered[firer.side] and firer.side != target.side
    if (weapon != TORPEDO or not battle.reading("fire_control_guns_only")) and (by_event or hampered(battle, firer)):
        yield FIRE_CONTROL
    if weapon == PRIMARY and target.is_a("small"):
        yield SMALL
    if weapon in GUNS and VariantShip.attacking.value(target):
        yield DASH


def counted(battle: GwasBattle, names: tuple[str, ...], weapon: str) -> tuple[str, ...]:
    """The modifiers of gunfire that count for one die: only primary guns have trouble with small targets, and never need more
    than a 6 for it (10).
    """
    names = tuple(name for name in names if name != SMALL or weapon == PRIMARY)
    lines = [line for line in battle.modifiers("gunfire", names) if line.id != FIRE_CONTROL]
    if battle.reading("shift_is_capped") and shift(lines) < 0:
        return tuple(name for name in names if name == FIRE_CONTROL)
    return names


def shift(lines: Sequence[Modifier]) -> int:
    """What modifiers come to."""
    return sum(line.value for line in lines)


def throw_to_hit(battle: GwasBattle, needed: int, modifiers: Sequence[Modifier]) -> Generator[Effect, Any, bool]:
    """One die to hit. In fire control difficulties it needs one more, or where it needs a 6 already a second die confirms it."""
    table = battle.tables.table("weapon_hit")
    rest = [line for line in modifiers if line.id != FIRE_CONTROL]
    confirms = len(rest) < len(modifiers) and shift(rest) <= 0
    counted = rest if confirms else modifiers
    if not (yield from roll_at_least(Says.to_hit, table.thrown, needed, counted, section=table.section, words=MISSES_HITS)):
        return False
    if not confirms:
        return True
    return (yield from roll_on(battle.tables.table("confirmation"), "second die", label=Says.confirmed)) == HIT
