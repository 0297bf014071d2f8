"""What belt and underwater protection leave of a torpedo's or mine's damage (8.1.7)."""

from __future__ import annotations

from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import DOWN


def shallow_points(battle: FgdnBattle, target: FgdnShip, points: int) -> int:
    """What the belt leaves of a shallow torpedo's damage (8.1.7.1, F6)."""
    less = battle.tables.table("shallow_torpedo").whole(target.card.belt, "per cent less")
    return points * (HUNDRED - less) // HUNDRED


def protection_left(target: FgdnShip, side: str) -> int:
    """What the protection system of a side can still take: its rating less the points that it has absorbed (8.1.7.2)."""
    return max(target.card.underwater - target.protection_used[side], 0)


def third(battle: FgdnBattle, target: FgdnShip) -> int:
    """What the protection of a side can take of one torpedo (8.1.7.2, F59)."""
    parts = battle.figure("protection a torpedo can use, one part in")
    down = target.card.underwater // parts
    return down if battle.reading("protection_rounded") == DOWN else -(-target.card.underwater // parts)


def absorbed(battle: FgdnBattle, target: FgdnShip, side: str, points: int) -> int:
    """What the protection system takes of one torpedo: a third of its strength at most (8.1.7.2, F59)."""
    return min(points, third(battle, target), protection_left(target, side))
