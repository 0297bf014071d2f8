"""Rules that guns and torpedoes share: range, strength, and which ship may attack which now."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Protocol

from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects
from fleetbook.rules.gwas.ground.card import BOMBARD, MTB
from fleetbook.rules.gwas.ground.combat import attack_key, in_combat, step_key
from fleetbook.rules.gwas.ground.facts import GALE, SQUALL, STORM, GwasFacts
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GUNS, PRIMARY, TORPEDO, WEAPONS, Fired, GwasBattle, GwasShip, firing
from fleetbook.rules.kit.said import counted
from fleetbook.rules.kit.sides import afloat, require_afloat, require_enemy

MOST_HEXES = 9
FIRST_FIRE = "bombardment mission, first fire", "towed or towing, first fire"
"""The rows of strength modifiers that apply only to a ship's first fire."""


class Ranged(Protocol):
    """Any order against a ship at a range, complete or still being filled in."""

    @property
    def range(self) -> int: ...


class Attack(Ranged, Protocol):
    """Any order of one ship against another, complete or still being filled in."""

    @property
    def firer(self) -> str: ...

    @property
    def target(self) -> str: ...


# ------------------------------------------------------------ range and strength


def reach(battle: GwasBattle, firer: GwasShip, weapon: str) -> int:
    """The distance in hexes at which a weapon can fire: the lower of its range and the sighting range."""
    return min(hooks(battle).sighting(battle), hooks(battle).gun_range(battle, firer, weapon))


def dice(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int, *, without: Sequence[str] = ()) -> int:
    """The number of dice that a weapon throws. Each strength modifier multiplies the weapon's undamaged boxes, rounded down (G8).
    Modifiers in ``without`` do not count.
    """
    share = 1.0
    table = battle.tables.table("strength")
    for condition in conditions(battle, firer, target, weapon, hexes):
        share *= 1 if condition in without else float(table.cell(condition, weapon))
    boxes = rounded(firer.factor(weapon) * share, str(battle.reading("half_strength_rounds")))
    return hooks(battle).dice(battle, firer, weapon, boxes)


def rounded(number: float, how: str) -> int:
    """The number rounded up or down. ``how`` is the value of a reading."""
    return ceil(number) if how == "up" else floor(number)


def conditions(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> list[str]:
    """The rows of the strength modifier table that apply to this weapon."""
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
    """Whether a ship that fires guns in this step fires for the first time in the combat. Fire that she held in an earlier step
    counts as her first, if a reading says so (G27).
    """
    earlier = [shot.step for shot in map(ship.fired.__getitem__, GUNS) if shot and shot.step != step_key(battle)]
    held = ship.holds_fire not in ("", hold_key(battle)) and battle.reading("held_fire_is_first")
    return not earlier and not held


def hold_key(battle: GwasBattle) -> str:
    """An id for the gunfire step, or the boats' attack, for which a ship may hold her fire."""
    return step_key(battle) if in_combat(battle) else attack_key(battle)


def fired_at(battle: GwasBattle, ship: GwasShip, weapon: str) -> str:
    """The target that the weapon fired at in this step. Empty if it has not fired."""
    shot = ship.fired[weapon]
    return shot.target if shot and shot.step == step_key(battle) else ""


def targets_of_step(battle: GwasBattle, firer: GwasShip) -> set[str]:
    """The targets that the ship has fired at in this step."""
    return {fired_at(battle, firer, weapon) for weapon in WEAPONS} - {""}


def ready(battle: GwasBattle, ship: GwasShip, weapons: tuple[str, ...] = GUNS) -> list[str]:
    """Those of the named weapons that have undamaged boxes and have not fired in this step."""
    return [weapon for weapon in weapons if ship.factor(weapon) and not fired_at(battle, ship, weapon)]


def has_fired(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int, *, dice: int) -> Effects:
    """Record a weapon's fire: its target, range and dice."""
    yield from GwasShip.fired[weapon].set(firer, Fired(step_key(battle), target.name, dice))
    yield from GwasShip.last_range[target].set(firer, hexes)
    yield from GwasShip.last_target.set(firer, target.name)


# ------------------------------------------------------------ who attacks whom


def may_fire_at(battle: GwasBattle, firer: GwasShip, target: GwasShip) -> bool:
    """Whether a ship may fire at another ship now. Outside combat she may only answer an attack by a submarine or boats."""
    if in_combat(battle):
        return target.in_combat
    return firer.may_fire_at[target] == attack_key(battle)


def owes_an_answer(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether a ship may fire at boats that attack now, and has neither fired at them nor held her fire (G24)."""
    if _is_boat(ship) or ship.holds_fire == attack_key(battle) or targets_of_step(battle, ship):
        return False
    boats = [boat for boat in afloat(battle, battle.other_side(ship.side)) if _is_boat(boat)]
    return any(may_fire_at(battle, ship, boat) for boat in boats) and bool(ready(battle, ship))


def _is_boat(ship: GwasShip) -> bool:
    return bool(ship.card.type == MTB)


def targets(battle: GwasBattle, order: Attack) -> list[GwasShip]:
    """The firer's enemies, sorted so that the last target comes first."""
    firer = battle.ship(order.firer)
    return sorted(battle.ships(battle.other_side(firer.side)), key=lambda ship: ship.name != firer.last_target)


def last_range(battle: GwasBattle, order: Attack) -> int | None:
    """The range at which this ship last fired at this target. It is 0 in the same hex, and None if it is not known."""
    firer, target = battle.ship(order.firer), battle.ship(order.target)
    return 0 if firer.hex and firer.hex == target.hex else firer.last_range[target]


def target_modifiers(target: GwasShip) -> dict[str, bool]:
    """The modifiers that depend on the target and apply to all weapons, and whether each applies."""
    return {"dead": target.dead_in_water, "towing": target.towing}


def require_attack(battle: GwasBattle) -> None:
    """Raise Refused if there is neither a combat nor an attack by a submarine or boats."""
    attacked = in_combat(battle) or any(ship.attacked for ship in battle.ships())
    require(attacked, "there is no combat, and no submarine or boat has attacked this turn")


def require_firer(battle: GwasBattle, firer: GwasShip, weapons: tuple[str, ...]) -> None:
    """Raise Refused unless this ship may fire one of these weapons now."""
    if in_combat(battle):
        require(firer in firing(battle), f"{firer} is not in this combat" if firer.afloat else f"{firer} is gone: {firer.fate}")
    else:
        require_afloat(firer)
        enemies = afloat(battle, battle.other_side(firer.side)) if _is_boat(firer) else []
        due = [ship.name for ship in enemies if owes_an_answer(battle, ship)]
        require(not due, f"{', '.join(due)} may fire first; let it fire, or hold its fire", "MTB Attacks")
    if not ready(battle, firer, weapons):
        for weapon in weapons:
            _require_ready(battle, firer, weapon)


def _require_ready(battle: GwasBattle, firer: GwasShip, weapon: str) -> None:
    """Raise Refused if the weapon has no boxes, has all boxes hit, or has already fired."""
    require(firer.full(weapon), f"{firer} has no {weapon} boxes")
    require(firer.factor(weapon), f"{firer}'s {weapon} boxes are all hit")
    require(not fired_at(battle, firer, weapon), f"{firer}'s {weapon} has fired in this step")


def require_target(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapons: Sequence[str]) -> None:
    """Raise Refused unless the ship may fire these weapons at this target now."""
    require_enemy(firer, target)
    if in_combat(battle):
        require(target.in_combat, f"{target} is not in this combat")
    else:
        allowed = may_fire_at(battle, firer, target)
        require(allowed, f"outside combat {firer} may not fire at {target}", "Anti-Submarine Attacks, MTB Attacks")
    hooks(battle).require_target(battle, firer, target, weapons)


def require_weapon(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """Raise Refused unless the weapon may fire at the target at this range in hexes now."""
    _require_ready(battle, firer, weapon)
    farthest = reach(battle, firer, weapon)
    words = f"{firer}'s {weapon} reaches {counted(farthest, 'hex')} at most now, not {hexes}"
    require(hexes <= farthest, words, "Sighting Ranges, Weapon Ranges")
    holding = ", ".join((*conditions(battle, firer, target, weapon, hexes), *hooks(battle).weakened(battle, firer, weapon)))
    section = battle.tables.table("strength").section
    strong = dice(battle, firer, target, weapon, hexes, without=FIRST_FIRE)
    require(strong, f"{firer}'s {weapon} has no strength: {holding}", section)
