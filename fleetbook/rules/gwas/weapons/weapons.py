"""How far weapons reach and how strong they are: sighting, range and strength modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from fleetbook.core.errors import require
from fleetbook.rules.gwas.ground.card import BOMBARD
from fleetbook.rules.gwas.ground.combat_state import attack_key, in_combat, step_key
from fleetbook.rules.gwas.ground.facts import GALE, SQUALL, STORM, GwasFacts
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GUNS, PRIMARY, TORPEDO, GwasBattle, GwasShip


def reach(battle: GwasBattle, firer: GwasShip, weapon: str) -> int:
    """How many hexes a weapon may fire: the lesser of sighting and weapon range."""
    return min(hooks(battle).sighting(battle), hooks(battle).gun_range(battle, firer, weapon))


FIRST_FIRE = "bombardment mission, first fire", "towed or towing, first fire"
"""The strength modifiers that hold for a ship's first fire only."""


def dice(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int, *, without: Sequence[str] = ()) -> int:
    """The dice that a weapon throws: its undamaged boxes times every strength modifier but those left out, rounded down (G8)."""
    share = 1.0
    table = battle.tables.table("strength")
    for condition in conditions(battle, firer, target, weapon, hexes):
        share *= 1 if condition in without else float(table.cell(condition, weapon))
    boxes = rounded(firer.factor(weapon) * share, str(battle.reading("half_strength_rounds")))
    return hooks(battle).dice(battle, firer, weapon, boxes)


def rounded(number: float, how: str) -> int:
    """A number rounded up or down, as a reading says."""
    return ceil(number) if how == "up" else floor(number)


def conditions(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> list[str]:
    """The rows of the table of strength modifiers that hold and say something of this weapon."""
    weather, first = GwasFacts(battle).weather, fires_first(battle, firer)
    sixteen = weapon == PRIMARY and firer.card.sixteen
    holds = {
        weather.lower(): weather in (GALE, STORM, SQUALL),
        "bombardment mission, first fire": first and firer.place.mission == BOMBARD,
        "towed or towing, first fire": first and firer.towing,
        "fueling or rearming this turn": firer.fueling or firer.rearming,
        "16-inch gun at 4 hexes": sixteen and hexes >= battle.whole_reading("long_hexes"),
        "torpedo, firer immobile": weapon == TORPEDO and firer.dead_in_water,
        "torpedo, target in port": weapon == TORPEDO and target.in_port,
    }
    table = battle.tables.table("strength")
    return [condition for condition, holding in holds.items() if holding and table.cell(condition, weapon) != "-"]


def fires_first(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether a ship has neither fired guns in an earlier step of this combat nor held her fire where she could have (G27)."""
    earlier = [shot.step for shot in map(ship.fired.__getitem__, GUNS) if shot and shot.step != step_key(battle)]
    held = ship.holds_fire not in ("", hold_key(battle)) and battle.reading("held_fire_is_first")
    return not earlier and not held


def hold_key(battle: GwasBattle) -> str:
    """A word for the gunfire step or the attack of boats in which a ship holds her fire now."""
    return step_key(battle) if in_combat(battle) else attack_key(battle)


def first_fire_is_weak(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether a ship's first fire is still to come and is not of her whole strength."""
    return fires_first(battle, ship) and (ship.towing or ship.place.mission == BOMBARD)


def fired_at(battle: GwasBattle, ship: GwasShip, weapon: str) -> str:
    """The target of a weapon in this step; empty where it has not fired."""
    shot = ship.fired[weapon]
    return shot.target if shot and shot.step == step_key(battle) else ""


def ready(battle: GwasBattle, ship: GwasShip, weapons: tuple[str, ...] = GUNS) -> list[str]:
    """The weapons of a ship that have undamaged boxes and have not fired in this step."""
    return [weapon for weapon in weapons if ship.factor(weapon) and not fired_at(battle, ship, weapon)]


def require_ready(battle: GwasBattle, firer: GwasShip, weapon: str) -> None:
    """Raise Refused for a weapon that the ship never had, that is all hit, or that has fired."""
    require(firer.full(weapon), f"{firer} has no {weapon} boxes")
    require(firer.factor(weapon), f"{firer}'s {weapon} boxes are all hit")
    require(not fired_at(battle, firer, weapon), f"{firer}'s {weapon} has fired in this step")


def require_weapon(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """Raise Refused unless this weapon may fire at the target from so many hexes now."""
    require_ready(battle, firer, weapon)
    farthest = reach(battle, firer, weapon)
    words = f"{firer}'s {weapon} reaches {farthest} hexes at most now, not {hexes}"
    require(hexes <= farthest, words, "Sighting Ranges, Weapon Ranges")
    holding = ", ".join((*conditions(battle, firer, target, weapon, hexes), *hooks(battle).weakened(battle, firer, weapon)))
    section = battle.tables.table("strength").section
    strong = dice(battle, firer, target, weapon, hexes, without=FIRST_FIRE)
    require(strong, f"{firer}'s {weapon} has no strength: {holding}", section)
