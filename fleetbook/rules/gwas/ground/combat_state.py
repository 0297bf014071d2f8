"""A tactical combat as it stands: words for its steps, and which fleets fight in it."""

from __future__ import annotations

from fleetbook.rules.gwas.ground.facts import GwasFacts
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet_of
from fleetbook.rules.gwas.ground.phases import GUNFIRE, TORPEDOES, number_of
from fleetbook.rules.gwas.ground.ship import GwasBattle, fighting

CENTRAL_POWERS = "Central Powers"


def attack_key(battle: GwasBattle) -> str:
    """A word for the present attack by a submarine or motor torpedo boats, or for the last one of the turn."""
    return f"{battle.turn}.{GwasFacts(battle).attack}"


def in_combat(battle: GwasBattle) -> bool:
    """Whether a tactical combat is being fought."""
    return GwasFacts(battle).round > 0


def side_of(battle: GwasBattle, bloc: object) -> str:
    """The side that a table means: the Central Powers are the first."""
    return battle.sides[bloc != CENTRAL_POWERS]


def step_key(battle: GwasBattle) -> str:
    """A word for the present step, different at each; outside combat also for the attack that is fought."""
    now = GwasFacts(battle)
    attack = "" if now.round else f".{now.attack}"
    return f"{battle.turn}.{now.combat}.{now.round}.{battle.phase}{attack}"


def impulse(battle: GwasBattle) -> str:
    """A word for the present combat segment, or outside combat for the turn."""
    now = GwasFacts(battle)
    return f"{battle.turn}.{now.combat}.{now.round}.{number_of(battle.phase)}"


def is_fire(phase: str) -> bool:
    """Whether guns or torpedoes are fired in a phase."""
    return phase in (*GUNFIRE, *TORPEDOES)


def fighting_fleets(battle: GwasBattle, side: str) -> list[Fleet]:
    """The fleets of a side that have ships in the present combat."""
    found = {ship.fleet: fleet_of(battle, ship) for ship in fighting(battle, side)}
    return list(found.values())


def both_fight(battle: GwasBattle) -> bool:
    """Whether both sides have ships in the present combat."""
    return all(fighting(battle, side) for side in battle.sides)
