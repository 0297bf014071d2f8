"""Mass confusion in the combat segment: ships that fire at their own side."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import HURT, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, roll, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.rules.gwas.ground.phases import GUNFIRE
from fleetbook.rules.gwas.ground.ship import GUNS, GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.attack import MOST_HEXES, require_firer, targets_of_step
from fleetbook.rules.gwas.weapons.gunnery import Fire
from fleetbook.rules.gwas.weapons.weapons import require_weapon
from fleetbook.rules.gwas_variant.state import MASS_CONFUSION, VariantFacts
from fleetbook.rules.gwas_variant.words import Says


def count_friendly_fire(battle: GwasBattle) -> Effects:
    """At the start of gunfire: a die, halved, says how many ships of the confused side the enemy fires."""
    yield from run(*(CountFriendlyFire(side=side) for side in battle.sides if VariantFacts(battle).friendly_fire_due[side]))


class CountFriendlyFire(Part[GwasShip]):
    """How many ships of a confused side fire at their friends."""

    id, title, section = "count-friendly-fire", "Ships that fire at friends", MASS_CONFUSION
    inline = True
    side: str

    def resolve(self, battle: GwasBattle) -> Effects:
        side, die, share = self.side, battle.printed("Mass Confusion, die"), battle.figure("Mass Confusion, die divided by")
        ships = (yield from roll(Says.ships_that_fire_at_friends(side=side), die, section=MASS_CONFUSION)) // share
        yield from VariantFacts.friendly_fire_due[side].clear(battle)
        said = Says.fires_at_friends(enemy=battle.other_side(side), ships=ships)
        yield from VariantFacts.friendly_fire[side].set(battle, ships, said=said)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        number, enemy = VariantFacts(happened.after).friendly_fire[self.side], happened.before.other_side(self.side)
        ships = f"{number or 'NO'} SHIP{'S' * (number != 1)} OF {self.side.upper()}"
        words = f"{ships} FIRE{'S' * (number == 1)} AT FRIENDS on {happened.rolls[0].total}."
        means = f"{enemy} says who, and at whom." if number else ""
        yield Result(kind=HURT if number else MISSED, head="friendly fire", words=words, means=means, side=enemy)


def _confused(battle: GwasBattle) -> list[GwasShip]:
    """The ships of sides that the enemy may still fire."""
    now = VariantFacts(battle)
    return [ship for ship in battle.ships() if now.friendly_fire[ship.side]]


class FriendlyFire(Fire):
    """The enemy has a ship of the confused side fire at another ship of that side."""

    id, title, key, section = "friendly-fire", "Friendly fire", "F", MASS_CONFUSION
    phases = GUNFIRE
    firer: str = fields.ship("firer", lambda battle: battle.ships())
    target: str = fields.ship("target", lambda battle, order: battle.ships(battle.ship(order.firer).side), default=None)
    range: int = fields.number("range", 0, MOST_HEXES, unit="hexes", default=1)
    near_enemy: int = fields.number("target's distance from an enemy", 0, MOST_HEXES, unit="hexes", default=1)

    def check(self, battle: GwasBattle) -> None:
        require(_confused(battle), "the enemy has no ship fire at its friends")
        firer = battle.ship(self.firer)
        require(firer in _confused(battle), f"the enemy does not fire {firer}")
        require_firer(battle, firer, GUNS)
        require(not targets_of_step(battle, firer), f"{firer} has fired in this step")
        target = battle.ship(self.target)
        friends = target.in_combat and target.side == firer.side and target != firer
        require(friends, f"{target} is no friend of {firer}")
        require(self.range > 0, "the target is in another area than the firer")
        self.check_guns(battle, firer, target)
        most = battle.figure("Mass Confusion, target from an enemy at most")
        require(self.near_enemy <= most, f"the target is in an area with enemies or at most {most} from one")

    def require_gun(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> None:
        require_weapon(battle, firer, target, weapon, self.range)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFacts.friendly_fire[battle.ship(self.firer).side].add(battle, -1)
        yield from super().resolve(battle)
