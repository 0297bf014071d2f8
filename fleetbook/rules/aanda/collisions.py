"""Mines and rams (5.16, A8): what happens to ships as they move, at once."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, lose, note, roll, roll_at_least
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.attack import pair_modifiers
from fleetbook.rules.aanda.damage import critical, strike_under_water
from fleetbook.rules.aanda.movement import FASTEST
from fleetbook.rules.aanda.ship import HULL, AandaBattle, AandaShip, all_afloat, enemies, require_enemy
from fleetbook.rules.aanda.squadrons import moving, part_of_move, require_moving


def known_mine_modifiers(battle: AandaBattle, given: InputsSoFar) -> Iterator[str]:
    """The mine modifiers that the battle knows to count."""
    if not given.get("ship"):
        return
    pair = pair_modifiers(battle.ship(given["ship"]), battle.ship(given["ship"]))
    known = battle.tables.modifier_list("mine").lines
    yield from (name for name, holding in pair.items() if holding and name in known)


class Mine(Order[AandaShip]):
    """A ship in a minefield tests for a mine, at once."""

    id, title, key, section = "mine", "Test for a mine", "M", "5.16"
    phases = ("movement",)
    ship: str = fields.ship("ship", among=all_afloat)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "mine", known=known_mine_modifiers)

    def check(self, battle: AandaBattle) -> None:
        require(battle.ship(self.ship).afloat, f"{self.ship} is gone: {battle.ship(self.ship).fate}")

    def resolve(self, battle: AandaBattle) -> Effects:
        throw = battle.tables.table("to_hit")
        chosen = battle.tables.modifier_list("mine").chosen(self.modifiers)
        die, needed = throw.text("mine", "die"), throw.whole("mine", "score")
        if (yield from roll_at_least("mine", die, needed, chosen)):
            yield from strike_under_water(battle, battle.ship(self.ship), "mine")

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.ship} among mines"


def _rammed(battle: AandaBattle, given: InputsSoFar) -> list[AandaShip]:
    return enemies(battle, battle.ship(given["rammer"]).side) if given.get("rammer") else []


def _speed(battle: AandaBattle, given: InputsSoFar) -> int | None:
    return (battle.ship(given["rammer"]).speed or None) if given.get("rammer") else None


class Ram(Order[AandaShip]):
    """A ship rams another, at once."""

    id, title, key, section = "ram", "Ram", "X", "A8"
    phases = ("movement",)
    rammer: str = fields.ship("rammer", among=moving)
    target: str = fields.ship("target", among=_rammed)
    knots: int = fields.number("speed", low=1, high=FASTEST, unit="kt", default=_speed)

    def check(self, battle: AandaBattle) -> None:
        rammer, target = battle.ship(self.rammer), battle.ship(self.target)
        require(rammer.afloat, f"{rammer} is gone: {rammer.fate}")
        require_moving(battle, rammer.squadron)
        require_enemy(rammer, target)
        require(self.knots <= rammer.max_speed, f"{rammer} makes {rammer.max_speed} kt at most", "A8")

    def resolve(self, battle: AandaBattle) -> Effects:
        target = battle.ship(self.target)
        yield from part_of_move(battle, battle.ship(self.rammer).squadron)
        thrown = yield from roll("ram", str(battle.reading("ram_die")))
        armour = battle.tables.table("armour").whole(target.card.type, HULL)
        weight = self.knots // battle.whole_reading("ram_knots_share")
        done = max(thrown + weight - armour, 0)
        yield from note(f"{thrown} + {weight} for {self.knots} kt - {armour} armour = {done}", self.section)
        yield from lose(target, HULL, done, f"rammed by {self.rammer}")
        yield from lose(self.rammer, HULL, done // battle.whole_reading("ram_own_share"), "ramming")
        yield from critical(battle, target, "underwater_critical")

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.rammer} rams {self.target} at {self.knots} kt"
