"""Several ships fire the same kind of guns at one target together (11)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, run
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.hooks import hooks, order
from fleetbook.rules.gwas.ground.phases import GUNFIRE
from fleetbook.rules.gwas.ground.ship import GUNS, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.weapons.attack import LAST_RANGE, MOST_HEXES, has_fired, require_pair
from fleetbook.rules.gwas.weapons.gunnery import gun_modifiers, ready_firers
from fleetbook.rules.gwas.weapons.weapons import dice, ready, require_weapon, usable
from fleetbook.rules.gwas_variant.tactical_rules.combined_fire import combined_strength
from fleetbook.rules.gwas_variant.tactical_rules.fire_rules import why_not

SECTION = "tactical 11"
LEAST = 2


def _targets(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    return fighting(battle)


def _last_range(battle: GwasBattle, given: InputsSoFar) -> int | None:
    """The longest range at which an enemy of the target fired at it last."""
    if not given.get("target"):
        return None
    target = battle.ship(given["target"])
    last = [ship.fact(LAST_RANGE, target.name) for ship in fighting(battle, battle.other_side(target.side))]
    return max((hexes for hexes in last if isinstance(hexes, int)), default=None)


def _able(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The enemies of the target whose guns of this kind are ready."""
    if not (given.get("target") and given.get("weapon")):
        return []
    side = battle.ship(given["target"]).side
    return [ship.name for ship in ready_firers(battle, given) if ship.side != side and given["weapon"] in ready(battle, ship)]


def _usable(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """Those of them that reach the target and may fire at it."""
    if given.get("range") is None:
        return []
    ships = [battle.ship(name) for name in _able(battle, given)]
    return [ship.name for ship in ships if _may(battle, ship, given)]


def _may(battle: GwasBattle, ship: GwasShip, given: InputsSoFar) -> bool:
    target, weapon, hexes = battle.ship(given["target"]), given["weapon"], given["range"]
    return usable(battle, ship, target, weapon, hexes) and not why_not(battle, ship, target, weapon, hexes)[0]


def known_together(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers that count: a bonus that all firers have, a hindrance that one has (V8)."""
    if not (given.get("target") and given.get("firers") and given.get("weapon")):
        return
    each = [set(gun_modifiers(battle, {**given, "firer": name, "weapons": (given["weapon"],)})) for name in given["firers"]]
    if not battle.reading("combined_bonus_for_all"):
        yield from each[0]
        return
    for name, line in battle.tables.modifier_list("gunfire").lines.items():
        if (any if line.value < 0 else all)(name in known for known in each):
            yield name


class CombinedFire(Order[GwasShip]):
    """Ships of one side fire guns of one kind at a target together."""

    id, title, key, section = "combined-fire", "Combined fire", "c", SECTION
    phases = GUNFIRE
    target: str = fields.ship("target", among=_targets)
    weapon: str = fields.choice("guns", among=GUNS, default=GUNS[0])
    range: int = fields.number("longest range", low=0, high=MOST_HEXES, unit="hexes", default=_last_range)
    firers: tuple[str, ...] = fields.several(
        "firers", among=_able, nameable=lambda b, g: [ship.name for ship in b.ships()], default=_usable
    )
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunfire", known=known_together)

    def check(self, battle: GwasBattle) -> None:
        require(len(self.firers) >= LEAST, f"fire is combined by {LEAST} ships or more", SECTION)
        target = battle.ship(self.target)
        for name in self.firers:
            ship = battle.ship(name)
            require_pair(battle, ship, target)
            require_weapon(battle, ship, target, self.weapon, self.range)
            hooks(battle).require_fire(battle, ship, target, self.weapon, self.range)

    def resolve(self, battle: GwasBattle) -> Effects:
        ships, target = [battle.ship(name) for name in self.firers], battle.ship(self.target)
        strengths = [dice(battle, ship, target, self.weapon, self.range) for ship in ships]
        number = combined_strength(battle.tables, strengths)
        yield from note(f"{', '.join(map(str, strengths))} together fire with {number}", SECTION)
        for ship in ships:
            yield from has_fired(battle, ship, target, self.weapon, self.range)
            yield from hooks(battle).fired(battle, ship, target, self.weapon, self.range)
        inputs = {"firer": self.firers[0], "target": self.target, "weapon": self.weapon, "range": self.range}
        yield from run(*[order(battle, "shot", **inputs, modifiers=self.modifiers)] * number)

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.firers)} fire {self.weapon} at {self.target} together, {self.range} hexes"
