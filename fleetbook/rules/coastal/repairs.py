"""Repairs (C7): a die for each damaged system."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, restore_boxes, roll_at_least, set_fact, tally
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.coastal.card import SystemEntry
from fleetbook.rules.coastal.ship import BOXED, CoastalBattle, CoastalShip, acting_ships, label, require_acting

REPAIR_STEPS = ("repair-1", "repair-2")


def mendable(ship: CoastalShip) -> list[SystemEntry]:
    """The systems that a repair die may bring back."""
    return [system for system in ship.card.systems if ship.mendable(system)]


def to_repair(battle: CoastalBattle, given: InputsSoFar) -> list[CoastalShip]:
    """Ships of the acting side with damage to repair that have not diced for it this turn."""
    return [ship for ship in acting_ships(battle, given) if mendable(ship) and not ship.this_turn("repaired")]


class Repair(Order[CoastalShip]):
    """Dice for each damaged system of a ship; hull boxes and destroyed systems never come back."""

    id, title, key, section = "repair", "Repair", "r", "C7"
    phases = REPAIR_STEPS
    ship: str = fields.ship("ship", among=to_repair, default=lambda b, g: next(iter(to_repair(b, g)), None))

    def check(self, battle: CoastalBattle) -> None:
        ship = battle.ship(self.ship)
        require_acting(battle, ship)
        require(not ship.this_turn("repaired"), f"{ship} has diced for repairs this turn", self.section)
        require(mendable(ship), f"{ship} has nothing to repair", self.section)

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.ship)
        die, needed = str(battle.reading("repair_die")), battle.whole_reading("repair_score")
        yield from set_fact(ship, "repaired", battle.turn)
        for system in mendable(ship):
            if (yield from roll_at_least(f"repair {label(system)}", die, needed)):
                yield from tally("repaired", 1, ship)
                yield from self._bring_back(ship, system)

    @staticmethod
    def _bring_back(ship: CoastalShip, system: SystemEntry) -> Effects:
        if system.kind in BOXED:
            yield from restore_boxes(ship.name, system.kind, 1, "repaired")
            yield from set_fact(ship, "light hits", ship.count("light hits", system.kind) - 1 or None, system.kind)
        else:
            yield from clear(ship, "system", label(system), text=f"{label(system)} repaired")

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.ship} repairs"
