"""Torpedoes: a ship fires its torpedo boxes at a target, one die for each."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, run
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import in_combat
from fleetbook.rules.gwas.ground.hooks import hooks, order
from fleetbook.rules.gwas.ground.phases import TORPEDO as TORPEDO_STEPS
from fleetbook.rules.gwas.ground.ship import FIRED, TORPEDO, GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.attack import (
    MOST_HEXES,
    attackers,
    first_target,
    has_fired,
    hexes,
    last_range,
    require_pair,
    target_modifiers,
    targets,
)
from fleetbook.rules.gwas.weapons.gunnery import Shot
from fleetbook.rules.gwas.weapons.weapons import conditions, dice, require_weapon


def ready_firers(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """The ships that may fire torpedoes now."""
    return attackers(battle, (TORPEDO,))


def torpedo_modifiers(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers of torpedo fire that the battle knows to count."""
    if not (given.get("firer") and given.get("target")):
        return
    firer, target = battle.ship(given["firer"]), battle.ship(given["target"])
    submarine = firer.card.type == "SS"
    holds = {
        **target_modifiers(target),
        "large": target.is_a("capital") or target.card.type == "FT",
        "same_hex": not submarine and given.get("range") == 0,
        "capital": not submarine and firer.is_a("capital"),
        "hull_mount": not submarine and firer.card.hull_tubes,
        "italian_mtb": firer.card.type == "MTB" and firer.card.nation == "Italy",
        "ace": submarine and firer.card.ace,
    }
    yield from (name for name, holding in holds.items() if holding)
    if isinstance(given.get("range"), int):
        yield from hooks(battle).fire_modifiers(battle, firer, target, TORPEDO, given["range"])


def _usual_range(battle: GwasBattle, given: InputsSoFar) -> object:
    """The range of the pair as it was last; submarines and motor torpedo boats attack in the target's own hex."""
    return last_range(battle, given) if in_combat(battle) else 0


class FireTorpedoes(Order[GwasShip]):
    """A ship fires its torpedoes at a target."""

    id, title, key, section = "torpedo", "Torpedoes", "t", "Weapon Hit Table"
    phases = (*TORPEDO_STEPS, "contact")
    firer: str = fields.ship("firer", among=ready_firers, default=lambda b, g: next(iter(ready_firers(b, g)), None))
    target: str = fields.ship("target", among=targets, default=first_target)
    range: int = fields.number("range", low=0, high=MOST_HEXES, unit="hexes", default=_usual_range)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "torpedo", known=torpedo_modifiers)

    def check(self, battle: GwasBattle) -> None:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        require_pair(battle, firer, target)
        require_weapon(battle, firer, target, TORPEDO, self.range)
        hooks(battle).require_fire(battle, firer, target, TORPEDO, self.range)
        once = battle.reading("torpedoes_once_a_combat") and in_combat(battle) and firer.fact(FIRED, TORPEDO) is not None
        require(not once, f"{firer} has fired its torpedoes in this combat", "G13")

    def resolve(self, battle: GwasBattle) -> Effects:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        number = dice(battle, firer, target, TORPEDO, self.range)
        holding = conditions(battle, firer, target, TORPEDO, self.range)
        if holding:
            yield from note(f"{number} of {firer.factor(TORPEDO)} dice for {', '.join(holding)}")
        yield from has_fired(battle, firer, target, TORPEDO, self.range)
        yield from hooks(battle).fired(battle, firer, target, TORPEDO, self.range)
        inputs = {"firer": self.firer, "target": self.target, "weapon": TORPEDO, "range": self.range}
        yield from run(*[order(battle, "one-torpedo", **inputs, modifiers=self.modifiers)] * number)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.firer} fires torpedoes at {self.target}, {hexes(self.range)}"


class Torpedo(Shot):
    """One torpedo box: to hit, then damage."""

    id, title = "one-torpedo", "Torpedo"
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "torpedo", known=torpedo_modifiers)
    list_used = "torpedo"

    def headline(self, battle: GwasBattle) -> str:
        return f"torpedo at {self.target}"
