"""What of a ship may break down, be knocked out and be mended, one entry for each critical hit (8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fleetbook.core.orders.effects import Effects, add, clear, set_fact
from fleetbook.rules.fgdn.ground.ship import FgdnShip

WEAPON, CONTROL, SENSOR, SIGNALS = "weapon", "fire control", "sensor", "communications"
PLANT, RUDDER, BRIDGE, DECK = "engineering", "rudder", "bridge", "flight deck"
COUNTED = ("directors lost", "sensors lost", "strength lost", "engineering", "flight deck")
"""Facts that count critical hits; any other holds or does not."""
DIRECTED = ("main", "secondary", "casemate")
PLATFORMS = ("forward searchlight", "after searchlight", "sonar")
SIGNAL_SETS = (
    "port signal lights", "starboard signal lights", "port signal halyards", "starboard signal halyards", "main wireless",
    "auxiliary wireless",
)  # fmt: skip
PLACES = ("forward", "amidships", "aft")
BROKEN = "broken down"


class Part(NamedTuple):
    """One thing that can be out of order: its kind in the text's words, and the fact that says so."""

    kind: str
    fact: str
    other: str = ""

    @property
    def name(self) -> str:
        """The part in words."""
        return self.other if self.kind in (WEAPON, SENSOR, SIGNALS) else f"{self.other} {self.kind}".strip()


def weapons(ship: FgdnShip) -> Iterator[Part]:
    """Every gun mount and every other weapon."""
    yield from (Part(WEAPON, "out", mount.name) for mount in ship.card.mounts)
    yield from (Part(WEAPON, "out", weapon.name) for weapon in ship.card.weapons)


def sensors(ship: FgdnShip) -> Iterator[Part]:
    """Every searchlight platform and the sonar."""
    numbers = (ship.card.searchlights_forward, ship.card.searchlights_after, int(ship.card.sonar))
    for platform, number in zip(PLATFORMS, numbers, strict=True):
        yield from (Part(SENSOR, "sensors lost", platform) for _ in range(number))


def may_break_down(ship: FgdnShip) -> list[Part]:
    """What is diced for before a game: the engineering plant, each sensor, each weapon (8.5)."""
    plant = [] if ship.is_airship else [Part(PLANT, "engineering")]
    return [*plant, *sensors(ship), *weapons(ship)]


def _every_part(ship: FgdnShip) -> Iterator[Part]:
    yield from weapons(ship)
    yield from (Part(WEAPON, "strength lost", weapon.name) for weapon in ship.card.weapons)
    yield from (Part(CONTROL, "directors lost", battery) for battery in DIRECTED)
    yield from (Part(SENSOR, "sensors lost", platform) for platform in PLATFORMS)
    yield from (Part(SIGNALS, "lost", what) for what in SIGNAL_SETS)
    yield Part(PLANT, "engineering")
    yield Part(RUDDER, "rudder")
    yield Part(RUDDER, "rudder disabled")
    yield Part(BRIDGE, "bridge hit")
    yield from (Part(DECK, "flight deck", place) for place in PLACES)


def knocked_out(ship: FgdnShip) -> list[Part]:
    """What critical hits have put out of order, once for each hit; what broke down is not among it."""
    parts = []
    for part in _every_part(ship):
        hits = ship.count(part.fact, part.other) if part.fact in COUNTED else int(ship.has(part.fact, part.other))
        parts += [part] * (hits - ship.count(BROKEN, part.name))
    return parts


def broken_down(ship: FgdnShip) -> list[Part]:
    """What broke down, once for each breakdown."""
    parts = dict.fromkeys(may_break_down(ship))
    return [part for part in parts for _ in range(ship.count(BROKEN, part.name))]


def take_out(ship: FgdnShip, part: Part, text: str) -> Effects:
    """A part no longer works."""
    if part.fact in COUNTED:
        yield from add(ship, part.fact, 1, part.other, text)
    else:
        yield from set_fact(ship, part.fact, True, part.other, text)


def mend(ship: FgdnShip, part: Part, text: str) -> Effects:
    """A part works again."""
    if part.fact in COUNTED:
        yield from add(ship, part.fact, -1, part.other, text)
    else:
        yield from clear(ship, part.fact, part.other, text)
    if part.kind == CONTROL:
        yield from clear(ship, "local", part.other)
    if part.fact == "strength lost" and ship.is_out(part.other):
        yield from clear(ship, "out", part.other)
