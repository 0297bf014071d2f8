"""What guns and torpedoes share: who may attack whom now, the target and range a ship remembers, modifiers of the target."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.rules.gwas.ground.combat_state import attack_key, in_combat, step_key
from fleetbook.rules.gwas.ground.ship import FIRED, HEX, WEAPONS, GwasBattle, GwasShip, afloat, fighting, firing, require_afloat
from fleetbook.rules.gwas.weapons.weapons import fired_at, ready

MOST_HEXES = 9
MAY_FIRE, HELD_FIRE, LAST_RANGE, LAST_TARGET = "may fire at", "holds fire", "last range", "last target"


def hexes(number: int) -> str:
    """A range in words."""
    return f"{number} hex" if number == 1 else f"{number} hexes"


def may_fire_at(battle: GwasBattle, firer: GwasShip, target: GwasShip) -> bool:
    """Whether a ship may fire at another now: both in the combat, or by a submarine's or motor torpedo boat's attack."""
    if not in_combat(battle):
        return firer.fact(MAY_FIRE, target.name) == attack_key(battle)
    return target.in_combat


def owes_an_answer(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether a ship may still fire at boats that attack now, and has neither fired nor held its fire (G24)."""
    if _is_boat(ship) or ship.fact(HELD_FIRE) == attack_key(battle) or targets_of_step(battle, ship):
        return False
    boats = [boat for boat in afloat(battle, battle.other_side(ship.side)) if _is_boat(boat)]
    return any(may_fire_at(battle, ship, boat) for boat in boats) and bool(ready(battle, ship))


def targets(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """The enemies that the firer may fire at now, the one that it fired at last first."""
    if not given.get("firer"):
        return []
    firer = battle.ship(given["firer"])
    found = [ship for ship in afloat(battle, battle.other_side(firer.side)) if may_fire_at(battle, firer, ship)]
    return sorted(found, key=lambda ship: ship.name != firer.word(LAST_TARGET))


def attackers(battle: GwasBattle, weapons: tuple[str, ...]) -> list[GwasShip]:
    """The ships that have one of these weapons ready and somebody to fire it at."""
    able = firing(battle) if in_combat(battle) else afloat(battle)
    return [ship for ship in able if ready(battle, ship, weapons) and targets(battle, {"firer": ship.name})]


def first_target(battle: GwasBattle, given: InputsSoFar) -> GwasShip | None:
    """The target that the battle suggests."""
    return next(iter(targets(battle, given)), None)


def last_range(battle: GwasBattle, given: InputsSoFar) -> object:
    """The range at which the firer fired at this target last; 0 where both stand in one hex."""
    if not (given.get("firer") and given.get("target")):
        return None
    firer = battle.ship(given["firer"])
    together = firer.word(HEX) and firer.word(HEX) == battle.ship(given["target"]).word(HEX)
    return 0 if together else firer.fact(LAST_RANGE, given["target"])


def require_pair(battle: GwasBattle, firer: GwasShip, target: GwasShip) -> None:
    """Raise Refused unless this ship may fire at this target now."""
    if in_combat(battle):
        require(firer in firing(battle), f"{firer} is not in this combat" if firer.afloat else f"{firer} is gone: {firer.fate}")
        require(target.afloat, f"{target} is gone: {target.fate}")
        require(target in fighting(battle), f"{target} is not in this combat")
    else:
        require_afloat(firer)
        require_afloat(target)
        allowed = may_fire_at(battle, firer, target)
        require(allowed, f"outside combat {firer} may not fire at {target}", "Anti-Submarine Attacks, MTB Attacks")
        due = [ship.name for ship in afloat(battle, target.side) if owes_an_answer(battle, ship)] if _is_boat(firer) else []
        require(not due, f"{', '.join(due)} may fire first; let it fire, or hold its fire", "MTB Attacks")
    require(target.side != firer.side, f"{target} is on {firer}'s own side")


def _is_boat(ship: GwasShip) -> bool:
    return ship.card.type == "MTB"


def has_fired(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> Effects:
    """Remember who fired what at whom, from how far."""
    yield from set_fact(firer, FIRED, (step_key(battle), target.name), weapon)
    yield from set_fact(firer, LAST_RANGE, hexes, target)
    yield from set_fact(firer, LAST_TARGET, target.name)


def targets_of_step(battle: GwasBattle, firer: GwasShip) -> set[str]:
    """Whom a ship has fired at in this step."""
    return {fired_at(battle, firer, weapon) for weapon in WEAPONS} - {""}


def target_modifiers(target: GwasShip) -> dict[str, bool]:
    """The modifiers that go by the target, for all weapons alike."""
    return {"dead": target.dead_in_water, "towing": target.towing}
