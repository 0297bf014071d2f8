"""How far weapons reach and how strong they are: sighting, range and strength modifiers."""

from __future__ import annotations

from math import ceil, floor

from fleetbook.core.errors import require
from fleetbook.rules.gwas.ground.card import BOMBARD
from fleetbook.rules.gwas.ground.combat_state import step_key
from fleetbook.rules.gwas.ground.facts import GALE, SQUALL, STORM, GwasFacts
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GUNS, PRIMARY, TORPEDO, WEAPONS, GwasBattle, GwasShip


def reach(battle: GwasBattle, firer: GwasShip, weapon: str) -> int:
    """How many hexes a weapon may fire: the lesser of sighting and weapon range."""
    return min(hooks(battle).sighting(battle), hooks(battle).gun_range(battle, firer, weapon))


def dice(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> int:
    """The dice that a weapon throws: its undamaged boxes times every strength modifier, rounded down (G8)."""
    share = 1.0
    table = battle.tables.table("strength")
    for condition in conditions(battle, firer, target, weapon, hexes):
        cell = table.cell(condition, weapon)
        share *= 1 if cell == "-" else float(cell)
    boxes = rounded(firer.factor(weapon) * share, str(battle.reading("half_strength_rounds")))
    return hooks(battle).dice(battle, firer, weapon, boxes)


def rounded(number: float, how: str) -> int:
    """A number rounded up or down, as a reading says."""
    return ceil(number) if how == "up" else floor(number)


def conditions(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> list[str]:
    """The rows of the table of strength modifiers that hold."""
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
    return [condition for condition, holding in holds.items() if holding]


def fires_first(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether a ship has not fired in an earlier step of this combat."""
    fired = [ship.fired[weapon] for weapon in WEAPONS]
    return all(shot is None or shot.step == step_key(battle) for shot in fired)


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
    require(dice(battle, firer, target, weapon, hexes), f"{firer}'s {weapon} has no strength: {holding}", section)
