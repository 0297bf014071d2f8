"""A coastal ship at one moment, in the terms of the sheet."""

from __future__ import annotations

from typing import NamedTuple

from fleetbook.core.battle.conditions import Boxes, Flag, Number, Queue, TurnMark, Value, Word
from fleetbook.core.battle.subject import derived
from fleetbook.core.errors import require
from fleetbook.rules.coastal.card import BOAT, SIZES, Card, SystemEntry
from fleetbook.rules.kit.pairs import OfPair
from fleetbook.rules.kit.rounding import half_up
from fleetbook.rules.kit.said import counted
from fleetbook.rules.kit.sides import require_afloat, require_enemy
from fleetbook.rules.kit.warship import Warship

SOUND, DAMAGED, DESTROYED = "sound", "damaged", "destroyed"
CARGO_SIGNS = {"ammunition": "AMMO", "oil": "OIL"}


class HeldShell(NamedTuple):
    """A hit by cannon or gun that the damage step works out."""

    firer: str
    mount: str


class HeldTorpedo(NamedTuple):
    """A torpedo's result that the damage step works out."""

    firer: str
    weapon: str
    result: str


def held_hit(firer: str, weapon: str, *result: str) -> HeldShell | HeldTorpedo:
    """Read a held hit from the values of its fact."""
    return HeldTorpedo(firer, weapon, *result) if result else HeldShell(firer, weapon)


def label(system: SystemEntry) -> str:
    """The name of a system on the card."""
    return system.name or system.kind


class CoastalShip(Warship):
    """A ship with the sheet's terms. Speeds in cm a turn."""

    card: Card
    hull = Boxes()
    bridge = Boxes()
    engines = Boxes(label="eng")

    @derived(sign="NO HULL", words="no hull boxes left: out of the fight", grave=True, standing="out of the fight")
    def out_of_fight(self) -> bool:
        """Whether its hull boxes are gone: it makes for the table's edge (C9)."""
        return self.hull == 0

    disabled = Flag(sign="DISABLED", words="disabled: no move, no shooting", grave=True, idle=True, by_hand=True)
    sinks_on = Number(sign="SINKS T{}", words="sinks at the end of turn {}", grave=True, standing="sinking")
    held = Queue(
        held_hit,
        sign=lambda ship: f"HIT {len(ship.held)}",
        words=lambda ship: f"{ship.held_words} to work out",
        grave=True,
    )

    @property
    def held_words(self) -> str:
        """The hits and near explosions that wait for its damage step: ``2 hits and 1 near explosion`` (C8)."""
        results = self._battle.tables.table("torpedo_results")
        near = sum(isinstance(hit, HeldTorpedo) and results.text(hit.result, "hit") != "yes" for hit in self.held)
        numbers = ((len(self.held) - near, "hit"), (near, "near explosion"))
        return " and ".join(counted(number, what) for number, what in numbers if number)

    turning = Flag(sign="TURN", until=("move-1", "move-2"), by_hand=True)
    smoke = Flag(sign="SMOKE", words="making smoke", until=("move-1", "move-2"), by_hand=True)
    lit = TurnMark(sign="LIT", words="lit up this turn")

    @derived(sign=lambda ship: CARGO_SIGNS.get(ship.cargo, ""), words=lambda ship: f"carries {ship.cargo}")
    def cargo(self) -> str:
        """Its cargo that may explode."""
        return self.card.cargo

    out = Flag()
    ordered = Number("speed", zero_kept=True, by_hand=lambda ship, key: ship.card.speed)
    states = Word("system", absent=SOUND, allowed=(SOUND, DAMAGED, DESTROYED), by_hand=True, title="{key}").each(
        "system", lambda ship: [label(system) for system in ship.card.systems if not system.boxed]
    )
    light_hits = Number().each("system")
    radar_off = Flag()
    moved, repaired, damage_done, fired = TurnMark(), TurnMark(), TurnMark(), TurnMark()
    seen = TurnMark().each("side")
    looked, screened = TurnMark().each("target"), TurnMark("screened now").each("target")
    screened_pair = Flag("screened").each("target")  # read from older battles; no rule uses it
    lights_used = TurnMark("used").each("light")
    mounts_fired, mounts_target = TurnMark("fired").each("mount"), Word("fired at").each("mount")
    last_target, last_bearing = Word("target"), Word("bearing")
    straddled, straddled_before = TurnMark().each("target"), Value(int).each("target")
    torpedoes, tubes_used = Number(zero_kept=True).each("tubes"), Number().each("tubes")
    launched = TurnMark().each("tubes")
    distance = Value(int, "range").each("ship")

    @property
    def max_speed(self) -> int:
        """Its maximum speed now, by its engine boxes (C1). A disabled ship has none (C8)."""
        if self.disabled or not self.afloat:
            return 0
        thirds = self._battle.tables.table("engines").number(str(self.engines), "thirds of full speed")
        return half_up(self.card.speed * thirds / 3)

    @property
    def speed(self) -> int:
        """Its last move in cm, limited to its maximum speed now."""
        return min(self.ordered, self.max_speed)

    @property
    def stationary(self) -> bool:
        """Whether it lies still."""
        return self.speed == 0

    def smaller_than(self, size: str) -> bool:
        """Whether it is of a smaller size (C1)."""
        return SIZES.index(self.card.size) < SIZES.index(size)

    @property
    def is_boat(self) -> bool:
        """Whether it is an E-boat, MTB, MGB or the like (C1)."""
        return self.card.size == BOAT

    def state(self, system: SystemEntry) -> str:
        """Sound, damaged or destroyed. A bridge or engines are damaged while a repair can restore a box."""
        if not system.boxed:
            return self.states[label(system)]
        if self.left(system.kind) == self.full(system.kind):
            return SOUND
        return DAMAGED if self.left(system.kind) or self.mendable(system) else DESTROYED

    def works(self, system: SystemEntry) -> bool:
        """Whether a system without boxes is sound."""
        return self.state(system) == SOUND

    def mendable(self, system: SystemEntry) -> bool:
        """Whether a repair can improve a system (C7)."""
        if system.boxed:
            return self.light_hits[system.kind] > 0 and self.left(system.kind) < self.full(system.kind)
        return self.state(system) == DAMAGED

    def system(self, name: str) -> SystemEntry:
        """A system by its name on the card."""
        return next(system for system in self.card.systems if label(system) == name)

    def named(self, kind: str) -> list[str]:
        """The names of all systems of a kind."""
        return [label(system) for system in self.card.systems if system.kind == kind]

    def working(self, kind: str) -> list[SystemEntry]:
        """The sound systems of a kind."""
        return [system for system in self.card.systems if system.kind == kind and self.works(system)]

    @property
    def bridge_out(self) -> bool:
        """Whether its bridge is out of action (C11)."""
        return self.bridge == 0

    @property
    def radar_on(self) -> bool:
        """Whether it has a working radar that is not switched off."""
        return bool(self.working("radar")) and not self.radar_off


RANGE = OfPair(CoastalShip.distance)
"""The range last measured between two ships, in cm."""


def require_target(ship: CoastalShip, target: CoastalShip) -> None:
    """Raise Refused unless the target is on the table and an enemy."""
    require_afloat(target, "C9")
    require_enemy(ship, target)


def require_acting(ship: CoastalShip) -> None:
    """Raise Refused unless the ship is on the table and its side acts now."""
    require_afloat(ship, "C9")
    acting = ship._battle.acting
    require(ship.side == acting, f"{ship} is of {ship.side}; it is {acting}'s step", "C2")
