"""The circumstances of a critical hit: which column, whether armour was pierced, how large the largest gun was, who fired."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.orders.effects import Effects, run
from fleetbook.rules.fgdn.fire_flooding.casualties import HALVINGS, StartCasualty
from fleetbook.rules.fgdn.ground.pending_hits import TORPEDO, Hit
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import FIRE, FLOODING

LETHAL, MAJOR_DAMAGE, MINOR_DAMAGE = SUBMERGED = ("lethal", "major damage", "minor damage")
"""Columns of the critical hit table for attacks on a submerged submarine."""
LIGHT_SHELLS = "light shells"
NOBODY = Cause()


@dataclass(frozen=True, slots=True)
class Blow:
    """What the critical hits of one batch of damage have in common.

    column of the critical hit table · penetrated, casemate: whether any hit pierced the armour, a casemate's · mm of the largest
    gun that hit, 0 for other weapons (F52) · cause: whose doing it is
    """

    column: str
    penetrated: bool = True
    casemate: bool = True
    mm: int = 0
    cause: Cause = NOBODY

    def hit(self, kind: str, points: int, cause: str, *, penetrated: bool = True) -> Hit:
        """Damage that comes of it, such as by something that explodes aboard."""
        return Hit(kind, points, penetrated, cause, by=self.cause.names[0], through=self.cause.through)

    def is_light(self, battle: FgdnBattle, ship: FgdnShip) -> bool:
        """Whether only light weapons hit a ship too large for some of their criticals (8.1.3)."""
        return 0 < self.mm <= battle.figure("light weapons, up to") and not ship.small

    def allows(self, battle: FgdnBattle, ship: FgdnShip, name: str) -> bool:
        """Whether the largest gun can do this critical hit to the ship (8.1.3)."""
        return not self.is_light(battle, ship) or battle.tables.table("light_weapons").text(self.mm, name) == "yes"


def burn(battle: FgdnBattle, ship: FgdnShip, blow: Blow, *causes: str, half: bool = False) -> Effects:
    """A fire by this blow (8.2)."""
    yield from run(casualty(battle, ship, blow, FIRE, *causes, half=half))


def flood(battle: FgdnBattle, ship: FgdnShip, blow: Blow, half: bool = False) -> Effects:
    """Flooding by this blow (8.2)."""
    causes = (LIGHT_SHELLS,) if blow.is_light(battle, ship) else ()
    yield from run(casualty(battle, ship, blow, FLOODING, *causes, half=half))


def casualty(battle: FgdnBattle, ship: FgdnShip, blow: Blow, kind: str, *causes: str, half: bool = False) -> StartCasualty:
    """The fire or flooding that a blow begins: halved where it did not penetrate, by guns of 76 mm or less, or as ``half`` of a
    submarine's (8.2).
    """
    light = 0 < blow.mm <= battle.figure("light guns for fire and flooding, up to")
    halvings = tuple(name for name, holds in zip(HALVINGS, (not blow.penetrated, light, half), strict=True) if holds)
    torpedo = blow.column == TORPEDO and kind == FLOODING
    return StartCasualty(ship=ship.name, kind=kind, causes=causes, halvings=halvings, torpedo=torpedo, by=blow.cause.names[0])


HitEffect: TypeAlias = Callable[[FgdnBattle, FgdnShip, Blow], Effects]
"""What a critical hit does to a ship."""
