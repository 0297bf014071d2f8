"""Several ships fire the same kind of guns at one target together (11)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import GUNFIRE
from fleetbook.rules.gwas.ground.ship import GUNS, GwasBattle, GwasShip, fighting, firing
from fleetbook.rules.gwas.weapons.attack import MOST_HEXES, has_fired, hexes, require_firer, require_target
from fleetbook.rules.gwas.weapons.gunnery import Fire, Shot, gun_modifiers
from fleetbook.rules.gwas.weapons.told import salvo
from fleetbook.rules.gwas.weapons.weapons import dice, ready, require_weapon
from fleetbook.rules.gwas_variant.tactical_rules.combined_fire import combined_strength
from fleetbook.rules.gwas_variant.tactical_rules.fire_rules import combines
from fleetbook.rules.gwas_variant.told import stand_over
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import listed
from fleetbook.rules.kit.sides import every_ship

LEAST, SECTION = 2, "tactical 11"


def _last_range(battle: GwasBattle, order: CombinedFire) -> int | None:
    """The longest range at which an enemy of the target fired at it last."""
    target = battle.ship(order.target)
    last = [ship.last_range[target] for ship in fighting(battle, battle.other_side(target.side))]
    return max((hexes for hexes in last if hexes is not None), default=None)


def _enemies(battle: GwasBattle, order: CombinedFire) -> list[GwasShip]:
    return battle.ships(battle.other_side(battle.ship(order.target).side))


def known_together(battle: GwasBattle, order: CombinedFire) -> Iterator[str]:
    """The modifiers that count: a bonus that all firers have, a hindrance that one has (V8)."""
    shared = {"target": order.target, "range": order.range, "weapons": (order.weapon,)}
    each = [set(gun_modifiers(battle, Fire.partial({**shared, "firer": name}))) for name in order.firers]
    if not each or not battle.reading("combined_bonus_for_all"):
        yield from each[0] if each else ()
        return
    for name, line in battle.tables.modifier_list("gunfire").lines.items():
        if (any if line.value < 0 else all)(name in known for known in each):
            yield name


class CombinedFire(Order[GwasShip]):
    """Ships of one side fire guns of one kind at a target together."""

    id, title, key, section = "combined-fire", "Combined fire", "c", SECTION
    phases = GUNFIRE
    target: str = fields.ship("target", every_ship, default=None)
    weapon: str = fields.choice("guns", GUNS)
    range: int = fields.number("longest range", 0, MOST_HEXES, unit="hexes", default=_last_range)
    firers: tuple[str, ...] = fields.several("firers", _enemies, default=fields.ALL)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunfire", known_together)

    def check(self, battle: GwasBattle) -> None:
        target = battle.ship(self.target)
        require(target.in_combat, f"{target} is not in this combat")
        require(combines(battle, self.weapon), f"{self.weapon} guns do not combine their fire", SECTION)
        weapon, enemies = self.weapon, firing(battle, battle.other_side(target.side))
        able = [ship for ship in enemies if weapon in ready(battle, ship)]
        require(len(able) >= LEAST, f"fewer than {LEAST} enemies of {target} have {weapon} guns ready")
        against = [refused.reason for ship in able if (refused := self._against(battle, ship, target)) is not None]
        may = len(able) - len(against)
        require(may >= LEAST, f"fewer than {LEAST} ships may fire {weapon} guns at {target}: {'; '.join(against[:1])}")
        for name in self.firers:
            if (refused := self._against(battle, battle.ship(name), target)) is not None:
                raise refused
        require(len(self.firers) >= LEAST, f"fire is combined by {LEAST} ships or more")

    def _against(self, battle: GwasBattle, ship: GwasShip, target: GwasShip) -> Refused | None:
        """Why a ship may not fire along; None where it may."""
        weapon, hexes = self.weapon, self.range
        try:
            require_firer(battle, ship, (weapon,))
            require_target(battle, ship, target, GUNS)
            require_weapon(battle, ship, target, weapon, hexes)
            require(
                dice(battle, ship, target, weapon, hexes), f"{ship} has no strength at her first fire: she fires alone", SECTION
            )
            hooks(battle).require_fire(battle, ship, target, weapon, hexes)
        except Refused as refused:
            return refused
        return None

    def resolve(self, battle: GwasBattle) -> Effects:
        ships, target = [battle.ship(name) for name in self.firers], battle.ship(self.target)
        strengths = [dice(battle, ship, target, self.weapon, self.range) for ship in ships]
        number = combined_strength(battle.tables, strengths)
        yield from note(Says.fire_together(strengths=strengths, dice=number))
        for ship, strength in zip(ships, strengths, strict=True):
            yield from has_fired(battle, ship, target, self.weapon, self.range, dice=strength)
            yield from hooks(battle).fired(battle, ship, target)
        inputs = {"firer": self.firers[0], "target": self.target, "weapon": self.weapon}
        yield from run(*[Shot(**inputs, range=self.range, modifiers=self.modifiers)] * number)

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.firers)} fire {self.weapon} at {self.target} together, {hexes(self.range)}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield salvo(happened, self.target, f"{listed(self.firers)} at {self.target}", happened.given(Shot))
        yield from stand_over(happened)
