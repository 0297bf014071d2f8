"""A coastal ship at this moment, in the words of the sheet."""

from __future__ import annotations

from math import floor
from typing import TypeAlias

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.rules.coastal.card import SMALLEST_FIRST, Card, SystemEntry

HULL, BRIDGE, ENGINES = "hull", "bridge", "engines"
SOUND, DAMAGED, DESTROYED = "sound", "damaged", "destroyed"
BOXED = (BRIDGE, ENGINES)


def half_up(number: float) -> int:
    """Round to the nearest whole number, halves up."""
    return floor(number + 0.5)


def label(system: SystemEntry) -> str:
    """What a system is called on the card."""
    return system.name or system.kind


class CoastalShip(Ship):
    """A ship with the sheet's terms. Speeds in cm a turn."""

    card: Card

    @property
    def full_speed(self) -> int:
        """Speed with whole engines, in cm (C1)."""
        return self.card.speed

    @property
    def max_speed(self) -> int:
        """The most it can move now: by the engine boxes left (C1), nothing when disabled (C8)."""
        if self.has("disabled") or not self.afloat:
            return 0
        thirds = self._battle.tables.table("engines").number(str(self.left(ENGINES)), "thirds of full speed")
        return half_up(self.full_speed * thirds / 3)

    @property
    def speed(self) -> int:
        """What it moved last, no more than it can now, in cm."""
        return min(self.count("speed"), self.max_speed)

    @property
    def stationary(self) -> bool:
        """Whether it lies still."""
        return self.speed == 0

    @property
    def turning(self) -> bool:
        """Whether it turned in its last move."""
        return self.has("turning")

    def smaller_than(self, size: str) -> bool:
        """Whether it is of a smaller size (C1)."""
        return SMALLEST_FIRST.index(self.card.size) < SMALLEST_FIRST.index(size)

    @property
    def is_boat(self) -> bool:
        """Whether it is an E-boat, MTB, MGB or the like (C1)."""
        return self.card.size == SMALLEST_FIRST[0]

    @property
    def fate(self) -> str:
        """How it was lost or left; empty while it is on the table."""
        return self.word("fate")

    @property
    def afloat(self) -> bool:
        """Whether it is still on the table."""
        return not self.fate

    @property
    def out_of_fight(self) -> bool:
        """Whether its hull boxes are gone and it makes for the table's edge (C9)."""
        return self.left(HULL) == 0

    def state(self, system: SystemEntry) -> str:
        """Sound, damaged or destroyed. A bridge and engines go by their boxes: damaged while a repair may bring one back."""
        if system.kind not in BOXED:
            return self.word("system", label(system)) or SOUND
        if self.left(system.kind) == self.full(system.kind):
            return SOUND
        return DAMAGED if self.left(system.kind) or self.mendable(system) else DESTROYED

    def works(self, system: SystemEntry) -> bool:
        """Whether a system does its work: bridge and engines with a box left, others sound."""
        return self.left(system.kind) > 0 if system.kind in BOXED else self.state(system) == SOUND

    def mendable(self, system: SystemEntry) -> bool:
        """Whether repairs can do something for it (C7)."""
        if system.kind in BOXED:
            return self.count("light hits", system.kind) > 0 and self.left(system.kind) < self.full(system.kind)
        return self.state(system) == DAMAGED

    def system(self, name: str) -> SystemEntry:
        """A system by its name on the card."""
        return next(system for system in self.card.systems if label(system) == name)

    def working(self, kind: str) -> list[SystemEntry]:
        """The systems of a kind that do their work."""
        return [system for system in self.card.systems if system.kind == kind and self.works(system)]

    @property
    def bridge_out(self) -> bool:
        """Whether its bridge is out of action (C11)."""
        return self.left(BRIDGE) == 0

    @property
    def radar_on(self) -> bool:
        """Whether it has a working radar that is not switched off."""
        return bool(self.working("radar")) and not self.has("radar off")

    @property
    def held(self) -> tuple[FactValue, ...]:
        """Hits scored on it that its damage step has still to work out (C2)."""
        held = self.fact("held")
        return held if isinstance(held, tuple) else ()


CoastalBattle: TypeAlias = Battle[CoastalShip]


def limit(battle: CoastalBattle, name: str) -> int:
    """A figure that one of the sheet's sentences names."""
    return battle.tables.table("limits").whole(name, "value")


def afloat(battle: CoastalBattle, side: str | None = None) -> list[CoastalShip]:
    """The ships still on the table, all or one side's."""
    return [ship for ship in battle.ships(side) if ship.afloat]


def acting_ships(battle: CoastalBattle, given: InputsSoFar) -> list[CoastalShip]:
    """The ships on the table of the side whose step it is."""
    return afloat(battle, battle.acting or None)


def enemies(battle: CoastalBattle) -> list[CoastalShip]:
    """The ships on the table of the side whose step it is not."""
    return [ship for ship in afloat(battle) if ship.side != battle.acting]


def _range_key(one: str, other: str) -> Key:
    """Where the range last measured between two ships is kept, whichever of them asks."""
    first, second = sorted((one, other))
    return Key(first, "range", second)


def known_range(battle: CoastalBattle, one: str | None, other: str | None) -> int | None:
    """The range last measured between two ships, in cm; None where it never was."""
    value = battle.fact(_range_key(one, other)) if one and other else None
    return value if isinstance(value, int) else None


def remember_range(one: str, other: str, distance: int) -> Effects:
    """Keep the range measured between two ships."""
    key = _range_key(one, other)
    yield from set_fact(key.subject, key.name, distance, key.other)


def require_acting(battle: CoastalBattle, ship: CoastalShip) -> None:
    """Raise Refused unless the ship is on the table and its side's step it is."""
    require(ship.afloat, f"{ship} is gone: {ship.fate}", "C9")
    require(ship.side == battle.acting, f"{ship} is of {ship.side}; it is {battle.acting}'s step", "C2")


def require_enemy(ship: CoastalShip, target: CoastalShip) -> None:
    """Raise Refused unless the target is an enemy on the table."""
    require(target.afloat, f"{target} is gone: {target.fate}", "C9")
    require(target.side != ship.side, f"{target} is on {ship}'s own side")
