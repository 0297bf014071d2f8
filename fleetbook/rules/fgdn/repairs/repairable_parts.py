"""What of a ship may break down, be knocked out and be mended, one entry for each critical hit (8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from fleetbook.core.battle.conditions import Flag, Number
from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.orders.effects import Effects
from fleetbook.core.words.sentence import Words
from fleetbook.rules.fgdn.ground.card import CASEMATE, MAIN, SECONDARY
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from fleetbook.rules.fgdn.ground.terms import (
    AUXILIARY_WIRELESS,
    COMMUNICATIONS,
    DECK_PLACES,
    ENGINEERING,
    FIRE_CONTROL,
    MAIN_WIRELESS,
    RUDDER,
    SENSOR,
    SENSORS,
)

WEAPON, BRIDGE, FLIGHT_DECK = "weapon", "bridge", "flight deck"
NAMED_ALONE = (WEAPON, SENSOR, COMMUNICATIONS)
DIRECTED = (MAIN, SECONDARY, CASEMATE)
SIGNAL_SETS = (
    "port signal lights", "starboard signal lights", "port signal halyards", "starboard signal halyards", MAIN_WIRELESS,
    AUXILIARY_WIRELESS,
)  # fmt: skip


class Mendable(Protocol):
    """A fact that says what is out of order: a flag or a word, or a number that counts hits."""

    name: str
    other: str

    def clear(self, subject: object, said: Words = "") -> Changing:
        """It is in order again."""
        ...


class RepairablePart(NamedTuple):
    """One thing that can be out of order: its kind in the text's words, and the fact that says so."""

    kind: str
    fact: Mendable

    @property
    def name(self) -> str:
        """The part in words."""
        return self.fact.other if self.kind in NAMED_ALONE else f"{self.fact.other} {self.kind}".strip()

    def hits(self, ship: FgdnShip) -> int:
        """How many hits have put it out of order."""
        kept = ship.fact(self.fact.name, self.fact.other)
        return kept if isinstance(kept, int) else bool(kept)


def weapons(ship: FgdnShip) -> Iterator[RepairablePart]:
    """Every gun mount and every other weapon."""
    yield from (RepairablePart(WEAPON, FgdnShip.out[mount.name]) for mount in ship.card.mounts)
    yield from (RepairablePart(WEAPON, FgdnShip.out[weapon.name]) for weapon in ship.card.weapons)


def sensors(ship: FgdnShip) -> Iterator[RepairablePart]:
    """Every searchlight platform and the sonar."""
    numbers = (ship.card.searchlights_forward, ship.card.searchlights_after, int(ship.card.sonar))
    for platform, number in zip(SENSORS, numbers, strict=True):
        yield from (RepairablePart(SENSOR, FgdnShip.sensors_lost[platform]) for _ in range(number))


def may_break_down(ship: FgdnShip) -> list[RepairablePart]:
    """What is diced for before a game: the engineering plant, each sensor, each weapon (8.5)."""
    plant = [] if ship.is_airship else [RepairablePart(ENGINEERING, FgdnShip.levels_out)]
    return [*plant, *sensors(ship), *weapons(ship)]


def _every_part(ship: FgdnShip) -> Iterator[RepairablePart]:
    yield from weapons(ship)
    yield from (RepairablePart(WEAPON, FgdnShip.strength_lost[weapon.name]) for weapon in ship.card.weapons)
    yield from (RepairablePart(FIRE_CONTROL, FgdnShip.directors_lost[battery]) for battery in DIRECTED)
    yield from (RepairablePart(SENSOR, FgdnShip.sensors_lost[platform]) for platform in SENSORS)
    yield from (RepairablePart(COMMUNICATIONS, FgdnShip.signals_lost[what]) for what in SIGNAL_SETS)
    yield RepairablePart(ENGINEERING, FgdnShip.levels_out)
    yield RepairablePart(RUDDER, FgdnShip.rudder)
    yield RepairablePart(RUDDER, FgdnShip.rudder_disabled)
    yield RepairablePart(BRIDGE, FgdnShip.bridge_hit)
    yield from (RepairablePart(FLIGHT_DECK, FgdnShip.deck_hits[place]) for place in DECK_PLACES)


def knocked_out(ship: FgdnShip) -> list[RepairablePart]:
    """What critical hits have put out of order, once for each hit; what broke down is not among it."""
    return [part for part in _every_part(ship) for _ in range(part.hits(ship) - ship.broken_down[part.name])]


def broken_down(ship: FgdnShip) -> list[RepairablePart]:
    """What broke down, once for each breakdown."""
    parts = {part.name: part for part in may_break_down(ship)}
    return [part for name, part in parts.items() for _ in range(ship.broken_down[name])]


def take_out(ship: FgdnShip, part: RepairablePart, said: Words) -> Effects:
    """A part no longer works."""
    if isinstance(part.fact, Number):
        yield from part.fact.add(ship, 1, said)
    elif isinstance(part.fact, Flag):
        yield from part.fact.set(ship, said=said)


def mend(ship: FgdnShip, part: RepairablePart, said: Words) -> Effects:
    """A part works again."""
    fact = part.fact
    yield from fact.add(ship, -1, said) if isinstance(fact, Number) else fact.clear(ship, said)
    if part.kind == FIRE_CONTROL:
        yield from FgdnShip.local[fact.other].clear(ship)
    if fact.name == FgdnShip.strength_lost.name and ship.out[fact.other]:
        yield from FgdnShip.out[fact.other].clear(ship)
