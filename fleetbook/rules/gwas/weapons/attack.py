"""What guns and torpedoes share: who may attack whom now, the target and range a ship remembers, modifiers of the target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects
from fleetbook.rules.gwas.ground.card import MTB
from fleetbook.rules.gwas.ground.combat_state import attack_key, in_combat, step_key
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import WEAPONS, Fired, GwasBattle, GwasShip, firing
from fleetbook.rules.gwas.weapons.weapons import fired_at, ready, require_ready
from fleetbook.rules.kit.sides import afloat, require_afloat, require_enemy

MOST_HEXES = 9


class Ranged(Protocol):
    """An order against a ship at a range, or one in the making."""

    @property
    def range(self) -> int:
        """The range in hexes."""
        ...


class Attack(Ranged, Protocol):
    """An order of one ship against another, or one in the making."""

    @property
    def firer(self) -> str:
        """The ship that fires."""
        ...

    @property
    def target(self) -> str:
        """The ship fired at."""
        ...


def hexes(number: int) -> str:
    """A range in words."""
    return f"{number} hex" if number == 1 else f"{number} hexes"


def may_fire_at(battle: GwasBattle, firer: GwasShip, target: GwasShip) -> bool:
    """Whether a ship may fire at another now: both in the combat, or by a submarine's or motor torpedo boat's attack."""
    if in_combat(battle):
        return target.in_combat
    return firer.may_fire_at[target] == attack_key(battle)


def owes_an_answer(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether a ship may still fire at boats that attack now, and has neither fired nor held its fire (G24)."""
    if _is_boat(ship) or ship.holds_fire == attack_key(battle) or targets_of_step(battle, ship):
        return False
    boats = [boat for boat in afloat(battle, battle.other_side(ship.side)) if _is_boat(boat)]
    return any(may_fire_at(battle, ship, boat) for boat in boats) and bool(ready(battle, ship))


def targets(battle: GwasBattle, order: Attack) -> list[GwasShip]:
    """The firer's enemies, the one that it fired at last first."""
    firer = battle.ship(order.firer)
    return sorted(battle.ships(battle.other_side(firer.side)), key=lambda ship: ship.name != firer.last_target)


def last_range(battle: GwasBattle, order: Attack) -> int | None:
    """The range at which the firer fired at this target last; 0 where both stand in one hex."""
    firer, target = battle.ship(order.firer), battle.ship(order.target)
    return 0 if firer.hex and firer.hex == target.hex else firer.last_range[target]


def require_attack(battle: GwasBattle) -> None:
    """Raise Refused where nobody may fire at anybody."""
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
            require_ready(battle, firer, weapon)


def require_target(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapons: Sequence[str]) -> None:
    """Raise Refused unless this ship may be fired at now with these weapons."""
    require_enemy(firer, target)
    if in_combat(battle):
        require(target.in_combat, f"{target} is not in this combat")
    else:
        allowed = may_fire_at(battle, firer, target)
        require(allowed, f"outside combat {firer} may not fire at {target}", "Anti-Submarine Attacks, MTB Attacks")
    hooks(battle).require_target(battle, firer, target, weapons)


def _is_boat(ship: GwasShip) -> bool:
    return bool(ship.card.type == MTB)


def has_fired(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int, *, dice: int) -> Effects:
    """Remember who fired what at whom, from how far, with how many dice."""
    yield from GwasShip.fired[weapon].set(firer, Fired(step_key(battle), target.name, dice))
    yield from GwasShip.last_range[target].set(firer, hexes)
    yield from GwasShip.last_target.set(firer, target.name)


def targets_of_step(battle: GwasBattle, firer: GwasShip) -> set[str]:
    """Whom a ship has fired at in this step."""
    return {fired_at(battle, firer, weapon) for weapon in WEAPONS} - {""}


def target_modifiers(target: GwasShip) -> dict[str, bool]:
    """The modifiers that go by the target, for all weapons alike."""
    return {"dead": target.dead_in_water, "towing": target.towing}
