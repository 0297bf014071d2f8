"""A ship of the coastal rules: her stored facts, and the values derived from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Boxes, Flag, Number, Queue, TurnMark, Value, Word
from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.battle.facts import FactValue
from fleetbook.core.battle.subject import Setting, Subject, derived
from fleetbook.core.campaign.becomes import GONE, RESTOCKED, SETTLED, STAYS, in_port, of_a_battle, settled, under_way
from fleetbook.core.errors import require
from fleetbook.rules.coastal.card import BOAT, BOXED, CAPITAL, LARGER, SIZES, Card, SystemEntry
from fleetbook.rules.coastal.conditions import needs_no_look
from fleetbook.rules.kit.pairs import OfPair
from fleetbook.rules.kit.rounding import half_up
from fleetbook.rules.kit.said import counted
from fleetbook.rules.kit.sides import require_afloat, require_enemy
from fleetbook.rules.kit.warship import Fate, Warship

SOUND, DAMAGED, DESTROYED = "sound", "damaged", "destroyed"
CARGO_SIGNS = {"ammunition": "AMMO", "oil": "OIL"}


class HeldShell(NamedTuple):
    """A hit by a cannon or gun that waits for the damage step."""

    firer: str
    mount: str


class HeldTorpedo(NamedTuple):
    """A torpedo's effect on a ship that waits for the damage step."""

    firer: str
    weapon: str
    result: str


def held_hit(firer: str, weapon: str, *result: str) -> HeldShell | HeldTorpedo:
    """Build a waiting hit from its stored values."""
    return HeldTorpedo(firer, weapon, *result) if result else HeldShell(firer, weapon)


def label(system: SystemEntry) -> str:
    """The name of a system as the card shows it."""
    return system.name or system.kind


def _knows(battle: Battle[CoastalShip], ship: str, other: str, side: str) -> bool:
    """Whether a side knows the boxes and systems of a ship. Her own side does; the enemy does once it has seen her."""
    return battle.ship(ship).is_known_to(side)


class CoastalFate(Fate):
    """A ship's fate. The referee may sink her by a ruling, for no number of boxes struck off does that (C9)."""

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The word that a referee may choose: sunk in this turn. An order taken back brings her back."""
        return {"sunk": ("sunk", subject._battle.turn, "")}

    def settings(self, subject: Subject) -> Iterator[tuple[str, Setting]]:
        """The referee's setting. Hits that still wait for the ship's damage step are forgotten with her."""
        for title, setting in super().settings(subject):
            yield title, msgspec.structs.replace(setting, also=lambda word: leave_nothing_due(subject))


def leave_nothing_due(ship: Subject) -> Changing:
    """Clear the waiting hits of a lost ship, and the turn in which she would sink."""
    yield from CoastalShip.sinks_on.clear(ship)
    yield from CoastalShip.held.clear(ship)


class CoastalShip(Warship):
    """A ship of the coastal rules. Her speeds are in cm a turn."""

    card: Card
    fate = CoastalFate(by_hand=True, becomes=STAYS)
    hull = Boxes(known_to=_knows, becomes=lambda ship, _: in_port("days_boat_hull" if ship.is_boat else "days_hull"))
    bridge = Boxes(known_to=_knows, becomes=in_port("days_boxes"))
    engines = Boxes(label="eng", known_to=_knows, becomes=in_port("days_boxes"))

    @property
    def is_unseen(self) -> bool:
        """Whether the enemy has never seen this ship in the battle."""
        battle = self._battle
        seen = needs_no_look(battle) or CoastalShip.seen[battle.other_side(self.side)].turn(self) is not None
        return not (seen or self.fate or battle.ended)

    def is_known_to(self, side: str) -> bool:
        """Whether a side knows the ship's boxes and systems. All see her name, her moves and her shots."""
        return self.side == side or not self.is_unseen

    @property
    def is_capital(self) -> bool:
        """Whether the ship is a destroyer or larger. The app shows the loss of such a ship in large letters."""
        return self.card.size in (CAPITAL, LARGER)

    @derived(
        sign="NO HULL", words="no hull boxes left: makes for the table's edge", grave=True, weight=1, standing="out of the fight"
    )
    def out_of_fight(self) -> bool:
        """Whether the ship has no hull boxes left. She must then make for the table's edge (C9)."""
        return self.hull == 0

    disabled = Flag(
        sign="DISABLED", words="disabled: no move, no shooting", grave=True, idle=True, by_hand=True, known_to=_knows,
        becomes=in_port("days_disabled"),
    )  # fmt: skip
    sinks_on = Number(
        sign="SINKS T{}",
        words="sinks at the end of turn {}",
        grave=True,
        weight=2,
        standing="sinking",
        known_to=_knows,
        becomes=SETTLED,
    )
    held = Queue(held_hit, becomes=settled("hits to work out"))

    @derived(sign="{}: DUE", words="{}, to work out", grave=True, weight=2)
    def worst_held(self) -> str:
        """The worst of the torpedo hits that wait for the ship's damage step, if it will disable her. Otherwise empty."""
        table, held = self._battle.tables.table("torpedo_results"), {hit.result for hit in self._held_torpedoes}
        return next((row for row in reversed(table.rows.labels) if row in held and disables(self._battle, row)), "")

    @derived(
        sign="TORP DUE {}",
        words=lambda ship: f"{counted(ship.torpedoes_due, 'torpedo hit')} to work out",
        due=True,
        weight=1,
    )
    def torpedoes_due(self) -> int:
        """The number of torpedo hits that wait for the ship's damage step (C8)."""
        return len(self._held_torpedoes) - self.near_due

    @derived(sign="HITS DUE {}", words=lambda ship: f"{counted(ship.shells_due, 'hit')} to work out", due=True)
    def shells_due(self) -> int:
        """The number of hits by cannon and guns that wait for the ship's damage step (C8)."""
        return len(self.held) - len(self._held_torpedoes)

    @derived(sign="NEAR DUE {}", words=lambda ship: f"{counted(ship.near_due, 'near explosion')} to work out", due=True)
    def near_due(self) -> int:
        """The number of torpedoes that exploded near the ship and wait for her damage step (C8)."""
        table = self._battle.tables.table("torpedo_results")
        return sum(table.text(hit.result, "hit") != "yes" for hit in self._held_torpedoes)

    @property
    def _held_torpedoes(self) -> list[HeldTorpedo]:
        return [hit for hit in self.held if isinstance(hit, HeldTorpedo)]

    @property
    def held_words(self) -> str:
        """The hits and near explosions that wait for the ship's damage step: ``2 hits and 1 near explosion`` (C8)."""
        numbers = ((self.shells_due + self.torpedoes_due, "hit"), (self.near_due, "near explosion"))
        return " and ".join(counted(number, what) for number, what in numbers if number)

    turning = Flag(sign="TURN", until=("move-1", "move-2"), by_hand=True, becomes=GONE)
    smoke = Flag(sign="SMOKE", words="making smoke", until=("move-1", "move-2"), by_hand=True, becomes=GONE)
    lit = TurnMark(sign="LIT", words="lit up this turn")

    @derived(sign=lambda ship: CARGO_SIGNS.get(ship.cargo, ""), words=lambda ship: f"carries {ship.cargo}")
    def cargo(self) -> str:
        """The ship's cargo, if it may explode. Empty if it may not."""
        return self.card.cargo

    out = Flag(known_to=_knows, becomes=GONE)
    ordered = Number("speed", zero_kept=True, by_hand=lambda ship, key: ship.card.speed, becomes=GONE)
    states = Word(
        "system", absent=SOUND, allowed=(SOUND, DAMAGED, DESTROYED), by_hand=True, title="{key}", known_to=_knows,
        becomes=lambda ship, system: in_port("days_destroyed") if ship.states[system] == DESTROYED else under_way("days_damaged"),
    ).each("system", lambda ship: [label(system) for system in ship.card.systems if not system.boxed])  # fmt: skip
    light_hits = Number(
        most=lambda ship, kind: ship.full(kind), known_to=_knows, becomes=under_way("days_damaged", box=True)
    ).each("system", lambda ship: BOXED)  # fmt: skip
    radar_off = Flag(known_to=_knows, becomes=GONE)
    moved, repaired, damage_done, fired = TurnMark(), TurnMark(), TurnMark(), TurnMark()
    seen = TurnMark().each("side")
    looked, screened = TurnMark().each("target"), TurnMark("screened now").each("target")
    screened_pair = Flag("screened", becomes=GONE).each("target")  # recorded by older versions; no rule uses it
    lights_used = TurnMark("used").each("light")
    mounts_fired, mounts_target = TurnMark("fired").each("mount"), Word("fired at", becomes=GONE).each("mount")
    last_target, last_bearing = of_a_battle(Word("target"), Word("bearing"))
    straddled, straddled_before = TurnMark().each("target"), Value(int, becomes=GONE).each("target")
    torpedoes = Number(
        zero_kept=True, most=lambda ship, tubes: ship.system(tubes).torpedoes, known_to=_knows, becomes=RESTOCKED
    ).each("tubes", lambda ship: ship.named("torpedoes"))  # fmt: skip
    tubes_used, launched = Number(known_to=_knows, becomes=GONE).each("tubes"), TurnMark(known_to=_knows).each("tubes")
    distance = Value(int, "range", known_to=lambda battle, ship, other, side: False, becomes=GONE).each("ship")
    """The range last measured to another ship. Only the referee reads it, since a range measured for torpedoes would betray their
    target.
    """

    @property
    def max_speed(self) -> int:
        """The ship's maximum speed now, by her engine boxes (C1). It is 0 for a disabled ship (C8)."""
        if self.disabled or not self.afloat:
            return 0
        thirds = self._battle.tables.table("engines").number(str(self.engines), "thirds of full speed")
        return half_up(self.card.speed * thirds / 3)

    @property
    def speed(self) -> int:
        """The ship's last move in cm, but no more than her maximum speed now."""
        return min(self.ordered, self.max_speed)

    @property
    def stationary(self) -> bool:
        """Whether the ship is not moving."""
        return self.speed == 0

    def smaller_than(self, size: str) -> bool:
        """Whether the ship is smaller than this size (C1)."""
        return SIZES.index(self.card.size) < SIZES.index(size)

    @property
    def is_boat(self) -> bool:
        """Whether the ship is an E-boat, MTB, MGB or the like (C1)."""
        return self.card.size == BOAT

    def state(self, system: SystemEntry) -> str:
        """Whether a system is sound, damaged or destroyed. A bridge or engines that lost boxes are damaged if a box is left or
        can be repaired.
        """
        if not system.boxed:
            return self.states[label(system)]
        if self.left(system.kind) == self.full(system.kind):
            return SOUND
        return DAMAGED if self.left(system.kind) or self.mendable(system) else DESTROYED

    def works(self, system: SystemEntry) -> bool:
        """Whether a system other than a bridge or engines is sound."""
        return self.state(system) == SOUND

    def mendable(self, system: SystemEntry) -> bool:
        """Whether a system may be repaired, at least in part (C7)."""
        if system.boxed:
            return self.light_hits[system.kind] > 0 and self.left(system.kind) < self.full(system.kind)
        return self.state(system) == DAMAGED

    def system(self, name: str) -> SystemEntry:
        """The system with this name on the ship's card."""
        return next(system for system in self.card.systems if label(system) == name)

    def named(self, kind: str) -> list[str]:
        """The names of the ship's systems of this kind."""
        return [label(system) for system in self.card.systems if system.kind == kind]

    def working(self, kind: str) -> list[SystemEntry]:
        """The ship's sound systems of this kind."""
        return [system for system in self.card.systems if system.kind == kind and self.works(system)]

    @property
    def bridge_out(self) -> bool:
        """Whether the ship's bridge is out of action (C11)."""
        return self.bridge == 0

    @property
    def radar_on(self) -> bool:
        """Whether the ship has a working radar that is not switched off."""
        return bool(self.working("radar")) and not self.radar_off


RANGE = OfPair(CoastalShip.distance)
"""The range last measured between two ships, in cm."""


def disables(battle: Battle[CoastalShip], result: str) -> bool:
    """Whether a torpedo's result disables the ship that it hits."""
    return battle.tables.table("torpedo_results").text(result, "disabled") == "yes"


def require_target(ship: CoastalShip, target: CoastalShip) -> None:
    """Raise Refused unless the target is on the table and an enemy of the ship."""
    require_afloat(target, "C9")
    require_enemy(ship, target)


def require_acting(ship: CoastalShip) -> None:
    """Raise Refused unless the ship is on the table and her side acts now."""
    require_afloat(ship, "C9")
    acting = ship._battle.acting
    require(ship.side == acting, f"{ship} belongs to {ship.side}; it is {acting}'s step", "C2")
