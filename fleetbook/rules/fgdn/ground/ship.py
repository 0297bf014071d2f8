"""A ship of these rules at this moment, in the words of the text."""

from __future__ import annotations

from math import floor
from typing import TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import require
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.rules.fgdn.ground.card import SIZES, Card, MountEntry, WeaponEntry
from fleetbook.rules.fgdn.ground.casualties_on_ship import LEVELS, StrickenShip

POINTS, FLOTATION, CREW, CELLS = "points", "flotation", "crew", "cells"
SURFACED = "surfaced"
SIDES = ("port", "starboard")


def half_up(number: float) -> int:
    """Round to the nearest whole number, halves up (F15)."""
    return floor(number + 0.5)


class FgdnShip(StrickenShip):
    """A ship with the terms of the text. Speeds in knots, casualties in per cent of the original damage points."""

    card: Card

    @property
    def battle(self) -> FgdnBattle:
        """The battle that it is in, as it stands."""
        return self._battle

    # -- what she is

    @property
    def small(self) -> bool:
        """Whether it is a small craft, sizes E to G."""
        return self.card.small

    @property
    def is_submarine(self) -> bool:
        """Whether it is a submarine."""
        return self.card.kind == "submarine"

    @property
    def is_airship(self) -> bool:
        """Whether it is an airship, which has gas cells and no damage points (8.8)."""
        return self.card.kind == "airship"

    @property
    def depth(self) -> str:
        """The depth band of a submarine; other ships are on the surface."""
        return self.word("depth") or SURFACED

    @property
    def submerged(self) -> bool:
        """Whether it is a submarine under water."""
        return self.depth != SURFACED

    # -- damage

    @property
    def points(self) -> int:
        """Original damage points."""
        return self.card.points

    @property
    def points_left(self) -> int:
        """Damage points left; those of small craft are never taken off (8.1)."""
        return self.points if self.small or self.is_airship else self.left(POINTS)

    @property
    def taken(self) -> int:
        """Damage points lost so far."""
        return self.points - self.points_left

    @property
    def damage_level(self) -> int:
        """How many breaks of the damage and speed breakdown the damage has reached: 0 to 4 (8.1.1, F1)."""
        return sum(self.taken >= damage for damage, _ in self.breakdown[1:])

    @property
    def breakdown(self) -> tuple[tuple[int, int], ...]:
        """Damage points of each break with the best speed from there on; the last break, at which she sinks, left out."""
        table = self._battle.tables.table("speed_breaks")
        shares = [(int(row), table.whole(row, "speed")) for row in table.rows.labels if table.cell(row, "speed") != "sinks"]
        rounded = half_up if self._battle.reading("breaks_rounded") == "half up" else floor
        return tuple((rounded(self.points * at / 100), rounded(self.card.knots * speed / 100)) for at, speed in shares)

    @property
    def levels_lost(self) -> int:
        """Levels of the breakdown lost by damage, engineering and, in small craft, flotation (F23)."""
        flotation = self.full(FLOTATION) - self.left(FLOTATION) if self.small and not self.is_airship else 0
        level = 0 if self.small else self.damage_level
        other = self.count("engineering") + flotation
        both = level + other if self._battle.reading("levels_add_up") else max(level, other)
        return min(both, len(self.breakdown) - 1)

    # -- fate

    @property
    def fate(self) -> str:
        """How it was lost or left; empty while it is on the table."""
        return self.word("fate")

    @property
    def afloat(self) -> bool:
        """Whether it is still on the table, if only as a sinking hulk."""
        return not self.fate

    @property
    def sinking(self) -> bool:
        """Whether it goes down and nothing can help it (8.1.8)."""
        return self.has("sinks at")

    @property
    def fit(self) -> bool:
        """Whether it is on the table and not going down."""
        return self.afloat and not self.sinking

    @property
    def beached(self) -> bool:
        """Whether it lies beached or aground (8.1.5)."""
        return self.has("beached")

    # -- helm and speed

    @property
    def jammed(self) -> str:
        """Where the rudder is jammed: port, straight or starboard; empty where it is not (8.3)."""
        return self.word("rudder").removeprefix("jammed ")

    @property
    def rudder_told(self) -> str:
        """What is wrong with the rudder, in words; empty where nothing is."""
        disabled = "disabled" if self.has("rudder disabled") else ""
        return " and ".join(words for words in (self.word("rudder"), disabled) if words)

    @property
    def max_speed(self) -> int:
        """The most that it can make now, in knots: damage, propulsion, rudder, flooding (8.1.1, 8.2, 8.3)."""
        if not self.fit or self.beached or self.has("no propulsion"):
            return 0
        if self.is_airship:
            return self._airship_knots()
        limits = [self.breakdown[self.levels_lost][1]]
        if self.has("rudder disabled"):
            limits.append(self.card.knots // self._figure("speed with a disabled rudder: one part in"))
        if LEVELS.index(self.flooding_level) >= LEVELS.index("Major"):
            limits.append(self._battle.tables.table("casualty_limits").whole("slowed to, knots", "value"))
        return min(limits)

    def _airship_knots(self) -> int:
        """By the engines left; half without rudder control, when it steers by them (8.8)."""
        limits = self._battle.tables.table("airship_limits")
        if self.count("fuel lost") >= limits.whole("fuel in all, quarters", "value"):
            return 0
        fitted = (self.card.port_engines, self.card.starboard_engines)
        left = [max(engines - self.count("engines lost", side), 0) for engines, side in zip(fitted, SIDES, strict=True)]
        knots = self.card.knots * sum(left) // sum(fitted)
        if self.has("control lost", "rudder"):
            return knots // limits.whole("steered by engines, share", "value")
        lopsided = any(engines and not one for engines, one in zip(fitted, left, strict=True))
        return knots // limits.whole("one-sided, share", "value") if lopsided else knots

    @property
    def speed(self) -> int:
        """What it makes now, in knots; above its best while it still coasts down (8.1.1)."""
        return self.count("speed")

    def _figure(self, name: str) -> int:
        return self._battle.tables.table("damage_figures").whole(name, "value")

    # -- weapons

    @property
    def batteries_out(self) -> bool:
        """Whether a quarter of the points or less is left: main, secondary and tertiary batteries silent (8.1.10, F31)."""
        return self._left_at_most("batteries out at per cent left")

    @property
    def silent(self) -> bool:
        """Whether a tenth of the points or less is left: all weapons silent (8.1.10, F31)."""
        return self._left_at_most("all weapons out at per cent left")

    def _left_at_most(self, name: str) -> bool:
        if self.small or self.is_airship:
            return False
        share = self._figure(name)
        if self._battle.reading("massive_by") == "breaks":
            return self.taken >= half_up(self.points * (100 - share) / 100)
        left, most = self.points_left * 100, share * self.points
        return left <= most if self._battle.reading("left_includes_figure") else left < most

    def is_out(self, name: str) -> bool:
        """Whether a mount or weapon was knocked out or given up."""
        return self.has("out", name)

    def mount(self, name: str) -> MountEntry:
        """A mount by its name."""
        return next(mount for mount in self.card.mounts if mount.name == name)

    def weapon(self, name: str) -> WeaponEntry:
        """A weapon other than guns by its name."""
        return next(weapon for weapon in self.card.weapons if weapon.name == name)

    def battery(self, *batteries: str) -> list[MountEntry]:
        """The mounts of one or more batteries, out or not, in the order of the card."""
        return [mount for mount in self.card.mounts if mount.battery in batteries]

    def works(self, mount: MountEntry) -> bool:
        """Whether a gun mount can fire: not knocked out, its crew not away, its ship not silenced."""
        drafted = self.has("men drafted", "casemate" if mount.battery == "casemate" else "main")
        away = drafted and mount.battery in ("main", "casemate")
        silenced = self.batteries_out or self.silent or self.has("ceases fire") or self.has("magazines flooded") or not self.fit
        return not (self.is_out(mount.name) or away or silenced)

    def weapon_works(self, weapon: WeaponEntry) -> bool:
        """Whether a weapon other than guns can be used."""
        drafted = weapon.kind == "light" and self.has("men drafted", "light")
        return self.fit and not (self.is_out(weapon.name) or self.silent or drafted or self.has("ceases fire"))

    def weapons_left(self) -> list[str]:
        """Names of all mounts and weapons that can be used now."""
        guns = [mount.name for mount in self.card.mounts if self.works(mount)]
        return guns + [weapon.name for weapon in self.card.weapons if self.weapon_works(weapon)]


FgdnBattle: TypeAlias = Battle[FgdnShip]


def on_table(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """The ships still on the table."""
    return [ship for ship in battle.ships() if ship.afloat]


def fit_ships(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """The ships on the table that are not going down."""
    return [ship for ship in battle.ships() if ship.fit]


def figure(battle: FgdnBattle, name: str) -> int:
    """A figure that one of the sentences of 8.1 or 8.3 names."""
    return battle.tables.table("damage_figures").whole(name, "value")


def option(battle: FgdnBattle, name: str) -> bool:
    """Whether an optional rule is in force."""
    return battle.word(name) == "yes"


def size_at_least(ship: FgdnShip, size: str) -> bool:
    """Whether a ship is of this size class or larger."""
    return SIZES.index(ship.size) <= SIZES.index(size)


def require_fit(ship: FgdnShip) -> None:
    """Raise Refused unless the ship is on the table and not going down."""
    require(ship.afloat, f"{ship} is gone: {ship.fate}")
    require(not ship.sinking, f"{ship} is sinking", "8.1.8")


def carried(ship: FgdnShip, weapon: WeaponEntry) -> int:
    """Torpedoes or depth charges that a mount still carries."""
    return max(weapon.warheads - ship.count("fired off", weapon.name), 0)
