"""Battles that play themselves: gunboats that fire at each other for some turns, at targets and ranges that a seed draws."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from fleetbook.core.battle.setup import ShipEntry
from fleetbook.core.errors import FleetbookError
from tests.reports.journals import ATTACKER, DEFENDER, SYSTEMS, Played, card, setup

TURNS, NUMBERS = 6, (1, 2, 3, 4)
HEAVY = tuple({**system, "weapon": "6-12 pdr", "calibre": 2.24} if system["kind"] == "mount" else system for system in SYSTEMS)


def simulated(seed: int) -> Played:
    """A battle of four gunboats a side. What is straddled is easier to hit afterwards, and who is hit fires less."""
    rng = Random(seed)
    ships = [ShipEntry(f"{side} {number}", side, card(systems=HEAVY)) for side in (ATTACKER, DEFENDER) for number in NUMBERS]
    played = Played(msgspec.structs.replace(setup(), ships=tuple(ships)), f"battle {seed}")
    while played.journal.battle.turn <= TURNS:
        if played.journal.battle.phase in ("fire-1", "fire-2"):
            for firer, target in pairs(played, rng):
                fire(played, firer, target, rng.randint(5, 20))
        played.give("next")
    return played


def pairs(played: Played, rng: Random) -> Iterator[tuple[str, str]]:
    """Each ship of the acting side with an enemy drawn for it."""
    battle = played.journal.battle
    for ship in battle.ships(battle.acting):
        yield ship.name, rng.choice(battle.ships(battle.other_side(battle.acting))).name


def fire(played: Played, firer: str, target: str, distance: int) -> None:
    """Fire where the rules allow it."""
    try:
        played.give("fire", firer=firer, target=target, range=distance)
    except FleetbookError:
        return
