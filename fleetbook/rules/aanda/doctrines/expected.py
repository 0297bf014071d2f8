"""The mean harm of gunfire, worked out from the sheet's figures. Exact odds would take too long for each ship and range."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from fleetbook.core.dice import Dice
from fleetbook.core.doctrines.doctrine import Chair
from fleetbook.rules.aanda.attack import known_rerolls
from fleetbook.rules.aanda.card import GunEntry
from fleetbook.rules.aanda.damage import HULL
from fleetbook.rules.aanda.gun_table import band_modifier, damage_by_band
from fleetbook.rules.aanda.gunnery import known_modifiers
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.kit.sides import afloat

AandaChair: TypeAlias = Chair[AandaShip]

A_CRITICAL = 2.0  # hull boxes that a throw for a critical hit is worth: one such throw in five to seven is a catastrophe
WEAK = 0.3  # of the broadside of the side's strongest ship: a ship with less counts as weak
AT, AGAINST = 30, "C"  # the range in cm and the type of target for which broadsides are compared
A_GUN = 1.0  # hull boxes that a gun or mount put out of action is worth


class Band(NamedTuple):
    """A range band of a gun, which is a part of its range: the outer edge in cm, the damage dice, and the modifier to hit."""

    end: int
    dice: str
    bonus: int


class Pair(NamedTuple):
    """A firer and a target."""

    firer: str
    target: str


def bands(chair: AandaChair, mount: GunEntry) -> tuple[Band, ...]:
    """The range bands of a gun, the nearest first."""

    def work_out() -> tuple[Band, ...]:
        tables = chair.battle.tables
        lines = tables.modifier_list("gunnery").lines
        found = ((end, dice, band_modifier(tables, mount, end)) for end, dice in damage_by_band(tables, mount))
        return tuple(Band(end, dice, lines[line].value if line else 0) for end, dice, line in found)

    return chair.remember(("bands", mount.calibre), work_out)


def reach(chair: AandaChair, ship: AandaShip) -> int:
    """The range of a ship's farthest gun in action; 0 if she has none."""
    return max((bands(chair, mount)[-1].end for mount in ship.mounts() if ship.guns_left(mount)), default=0)


def harm(chair: AandaChair, dice: str, kind: str) -> float:
    """The mean harm of a hit with these damage dice to a type of vessel, in hull boxes."""

    def work_out() -> float:
        tables, ways = chair.battle.tables, Dice.parse(dice).ways()
        whole, mean = sum(ways.values()), 0.0
        for row in tables.table("location").faces(kind):
            armour = tables.table("armour").whole(kind, row.result)
            share = (row.span.high - row.span.low + 1) / tables.table("location").thrown.highest
            through = sum(number for total, number in ways.items() if total > armour) / whole
            boxes = sum((total - armour) * number for total, number in ways.items() if total > armour) / whole
            mean += share * (boxes + A_CRITICAL * through if row.result == HULL else A_GUN * through)
        return mean

    return chair.remember(("harm", dice, kind), work_out)


def bonus(chair: AandaChair, firer: AandaShip, target: AandaShip) -> tuple[int, int]:
    """Two numbers for a ship's guns against a target: the sum of the modifiers without that of the range band, and how often a
    hit is rolled again.
    """
    battle, pair = chair.battle, Pair(firer.name, target.name)
    lines = battle.tables.modifier_list("gunnery").lines
    return sum(lines[name].value for name in known_modifiers(battle, pair)), known_rerolls(battle, pair)


def worth(
    chair: AandaChair, guns: Iterable[tuple[GunEntry, int]], kind: str, cm: float, bonus: tuple[int, int] = (0, 0)
) -> float:
    """The mean harm, in hull boxes, that guns do to a type of vessel at a range in one turn. ``guns`` has each mount with the
    number of its guns in action, ``bonus`` the two numbers of the function ``bonus``.
    """
    needed, sides = chair.remember("to hit", lambda: _to_hit(chair))
    total = 0.0
    for mount, number in guns:
        found = next((each for each in bands(chair, mount) if cm <= each.end), None)
        if found and found.dice:
            hits = min(max((sides + 1 - needed + bonus[0] + found.bonus) / sides, 0), 1) ** (1 + bonus[1])
            total += number * hits * harm(chair, found.dice, kind)
    return total


def _to_hit(chair: AandaChair) -> tuple[int, int]:
    """The score that a gun needs, and the sides of its die."""
    throw = chair.battle.tables.table("to_hit")
    return throw.whole("gunnery", "score"), Dice.parse(throw.text("gunnery", "die")).highest


def broadsides(chair: AandaChair, ship: AandaShip, kind: str, ranges: tuple[int, ...]) -> tuple[float, ...]:
    """The mean harm of a ship's better broadside to a type of vessel in one turn, at each of these ranges.

    The grade of her crew counts. Modifiers that change during the battle do not.
    """
    guns = tuple((mount, ship.guns_left(mount)) for mount in ship.mounts())
    grade = chair.battle.tables.modifier_list("gunnery").lines.get(ship.crew.lower())
    steady = grade.value if grade else 0

    def work_out() -> tuple[float, ...]:
        by_side = [[(mount, number) for mount, number in guns if side in mount.arc] for side in ("P", "S")]
        return tuple(max(worth(chair, bearing, kind, cm, (steady, 0)) for bearing in by_side) for cm in ranges)

    return chair.remember(("broadsides", ship.card.name, tuple(number for _, number in guns), kind, steady, ranges), work_out)


def weak_ships(chair: AandaChair) -> list[AandaShip]:
    """The side's weak ships on the table, judged by their broadsides. Destroyers and torpedo boats are left out."""
    own = [ship for ship in afloat(chair.battle, chair.side) if not ship.small]
    guns = {ship.name: broadsides(chair, ship, AGAINST, (AT,))[0] for ship in own}
    most = max(guns.values(), default=0)
    return [ship for ship in own if guns[ship.name] < WEAK * most]
