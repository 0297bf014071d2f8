"""Moving (C1, C2): speed, turning, smoke, radar, and leaving the table."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, set_fact
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.coastal.ship import CoastalBattle, CoastalShip, acting_ships, require_acting
from fleetbook.rules.coastal.torpedoes import MOVING_STEPS


def _unmoved_first(battle: CoastalBattle, given: InputsSoFar) -> list[CoastalShip]:
    return sorted(acting_ships(battle, given), key=lambda ship: ship.this_turn("moved"))


def _speed(battle: CoastalBattle, given: InputsSoFar) -> int | None:
    return battle.ship(given["ship"]).speed if given.get("ship") else None


def _most(battle: CoastalBattle, given: InputsSoFar) -> int:
    return battle.ship(given["ship"]).max_speed if given.get("ship") else 0


class Move(Order[CoastalShip]):
    """Say how far a ship moves this turn and whether it turns; a ship without an order keeps its speed."""

    id, title, key, section = "move", "Move", "m", "C1"
    phases = MOVING_STEPS
    ship: str = fields.ship("ship", among=_unmoved_first, default=lambda b, g: next(iter(_unmoved_first(b, g)), None))
    speed: int = fields.number("speed", low=0, high=_most, unit="cm", default=_speed)
    turning: bool = fields.flag("turning")
    smoke: bool = fields.flag("making smoke")
    radar: bool = fields.flag(
        "radar on",
        wanted=lambda b, g: bool(g.get("ship") and b.ship(g["ship"]).working("radar")),
        default=lambda b, g: bool(g.get("ship")) and b.ship(g["ship"]).radar_on,
    )

    def check(self, battle: CoastalBattle) -> None:
        ship = battle.ship(self.ship)
        require_acting(battle, ship)
        require(not ship.has("disabled"), f"{ship} is disabled: no move", "C8")
        require(not self.turning or self.speed, f"{ship} cannot turn without moving")

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from set_fact(ship, "moved", battle.turn)
        yield from set_fact(ship, "speed", self.speed)
        yield from set_fact(ship, "turning", self.turning or None)
        yield from set_fact(ship, "smoke", self.smoke or None)
        if ship.working("radar"):
            yield from set_fact(ship, "radar off", not self.radar or None)

    def headline(self, battle: CoastalBattle) -> str:
        ship = battle.ship(self.ship)
        parts = [f"{ship} moves {self.speed} cm" if self.speed else f"{ship} lies still"]
        parts += ["turning"] * self.turning + ["making smoke"] * self.smoke
        parts += ["radar off"] * (bool(ship.working("radar")) and not self.radar)
        return ", ".join(parts)


class LeaveTable(Order[CoastalShip]):
    """A ship reaches the edge of the table and is out of the battle."""

    id, title, key, section = "leave", "Leave the table", "L", "C9"
    phases = MOVING_STEPS
    ship: str = fields.ship("ship", among=acting_ships)

    def check(self, battle: CoastalBattle) -> None:
        ship = battle.ship(self.ship)
        require_acting(battle, ship)
        require(ship.max_speed, f"{ship} cannot move")

    def resolve(self, battle: CoastalBattle) -> Effects:
        yield from set_fact(self.ship, "fate", f"left the table T{battle.turn}", text=f"{self.ship} leaves the table")
        yield from clear(self.ship, "sinks on")
        yield from clear(self.ship, "held")

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.ship} leaves the table"
