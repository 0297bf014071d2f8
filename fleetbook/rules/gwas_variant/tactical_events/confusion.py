"""Mass confusion in the combat segment: ships that fire at their own side."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, add, clear, roll, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.rules.gwas.ground.phases import GUNFIRE
from fleetbook.rules.gwas.ground.ship import GUNS, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.weapons.attack import MOST_HEXES, targets_of_step
from fleetbook.rules.gwas.weapons.gunnery import Fire, gun_modifiers, ready_guns, usable_guns
from fleetbook.rules.gwas.weapons.weapons import ready, require_weapon
from fleetbook.rules.gwas_variant.state import FRIENDLY, FRIENDLY_DUE, is_set, number

SECTION = "Mass Confusion Reigns"


def count_friendly_fire(battle: GwasBattle) -> Effects:
    """At the start of gunfire: a die, halved, says how many ships of the confused side the enemy fires."""
    for side in battle.sides:
        if is_set(battle, FRIENDLY_DUE, side):
            share = battle.tables.table("event_figures").whole("Mass Confusion, die divided by", "value")
            die = battle.tables.table("event_words").text("Mass Confusion, die", "words")
            ships = (yield from roll(f"ships of {side} that fire at friends", die, section=SECTION)) // share
            yield from clear("", FRIENDLY_DUE, side)
            text = f"{battle.other_side(side)} fires {ships} ships of {side} at {side}"
            yield from set_fact("", FRIENDLY, ships or None, side, text=text)


def _confused(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """The ships that the enemy may fire now."""
    sides = [side for side in battle.sides if number(battle, FRIENDLY, side)]
    return [s for side in sides for s in fighting(battle, side) if ready(battle, s) and not targets_of_step(battle, s)]


def _friends(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    if not given.get("firer"):
        return []
    firer = battle.ship(given["firer"])
    return [ship for ship in fighting(battle, firer.side) if ship != firer]


class FriendlyFire(Fire):
    """The enemy has a ship of the confused side fire at another ship of that side."""

    id, title, key, section = "friendly-fire", "Friendly fire", "F", SECTION
    phases = GUNFIRE
    firer: str = fields.ship("firer", among=_confused, default=lambda b, g: next(iter(_confused(b, g)), None))
    target: str = fields.ship("target", among=_friends, default=lambda b, g: next(iter(_friends(b, g)), None))
    range: int = fields.number("range", low=0, high=MOST_HEXES, unit="hexes", default=1)
    weapons: tuple[str, ...] = fields.several("guns", among=ready_guns, nameable=lambda b, g: GUNS, default=usable_guns)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunfire", known=gun_modifiers)
    near_enemy: int = fields.number("target's distance from an enemy", low=0, high=MOST_HEXES, unit="hexes", default=1)

    def check(self, battle: GwasBattle) -> None:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        require(firer.in_combat and number(battle, FRIENDLY, firer.side), f"the enemy does not fire {firer}", SECTION)
        require(target.in_combat and target.side == firer.side and target != firer, f"{target} is no friend of {firer}", SECTION)
        require(not targets_of_step(battle, firer), f"{firer} has fired in this step", SECTION)
        require(self.range > 0, "the target is in another area than the firer", SECTION)
        most = battle.tables.table("event_figures").whole("Mass Confusion, target from an enemy at most", "value")
        require(self.near_enemy <= most, f"the target is in an area with enemies or at most {most} from one", SECTION)
        require(self.weapons, f"no gun of {firer} reaches {target} at {self.range} hexes now", SECTION)
        for weapon in self.weapons:
            require_weapon(battle, firer, target, weapon, self.range)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from add("", FRIENDLY, -1, battle.ship(self.firer).side)
        yield from super().resolve(battle)
