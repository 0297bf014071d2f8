"""Movement (2.2): squadrons and contact markers in turn, their speed, evasion and smoke, and ships that leave the table."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, set_fact
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip
from fleetbook.rules.aanda.squadrons import (
    ALTERNATING,
    activate,
    done,
    has_acted,
    is_hidden,
    moving,
    next_squadron,
    part_of_move,
    require_moving,
    require_turn,
    ships_of,
    take_off,
    waiting_now,
)

FASTEST = 60


def _ships(battle: AandaBattle, given: InputsSoFar) -> list[AandaShip]:
    return ships_of(battle, given["squadron"]) if given.get("squadron") else []


def _speed(battle: AandaBattle, given: InputsSoFar) -> int:
    """What the squadron steamed before; of ships that all lie still, what the slowest can."""
    ships = [ship for ship in _ships(battle, given) if ship.max_speed]
    return max((ship.speed for ship in ships), default=0) or min((ship.max_speed for ship in ships), default=0)


class Move(Order[AandaShip]):
    """A squadron or contact marker moves: speed, evasion and whether it changes its heading."""

    id, title, key, section = "move", "Move a squadron", "m", "2.2"
    phases = ("movement",)
    squadron: str = fields.choice("squadron", among=waiting_now, default=next_squadron)
    speed: int = fields.number("speed", low=0, high=FASTEST, unit="kt", default=_speed)
    evading: bool = fields.flag("steers evasively")
    turning: bool = fields.flag("changes heading")
    smoke: bool = fields.flag("makes smoke")
    ships: tuple[str, ...] = fields.several("ships", among=_ships, default=_ships)
    last: bool = fields.flag("squadron is done", default=True)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)
        for name in self.ships:
            ship = battle.ship(name)
            steers = ship.answers_helm
            require(ship.afloat and ship.squadron == self.squadron, f"{ship} is not on the table with {self.squadron}", "2.2")
            require(steers or not self.turning, f"{ship}'s rudder is disabled: no change of heading", "A5")
            require(steers or not self.evading, f"{ship}'s rudder is disabled: no evasion", "A5")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from activate(self.squadron)
        hidden = is_hidden(battle, self.squadron)
        for name in self.ships:
            ship = battle.ship(name)
            yield from set_fact(ship, "speed", self.speed)
            yield from set_fact(ship, "evading", self.evading or None)
            yield from set_fact(ship, "smoke", self.smoke or None)
            if ship.max_speed < self.speed and not hidden:
                yield from note(f"{ship} makes {ship.max_speed} kt")
        if self.last:
            yield from done(battle, self.squadron)

    def headline(self, battle: AandaBattle) -> str:
        if is_hidden(battle, self.squadron):
            return f"contact {self.squadron} moves"
        parts = [f"{self.squadron} moves at {self.speed} kt" if self.speed else f"{self.squadron} lies still"]
        parts += ["evading"] * self.evading + ["turning"] * self.turning + ["making smoke"] * self.smoke
        return ", ".join(parts)


class SquadronDone(Order[AandaShip]):
    """The squadron has done all that it will in this phase; the other side is next."""

    id, title, key, section = "done", "Squadron done", "k", "2.2"
    phases = ALTERNATING
    squadron: str = fields.choice("squadron", among=waiting_now, default=next_squadron)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from done(battle, self.squadron)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.squadron} is done"


class LeaveTable(Order[AandaShip]):
    """A ship leaves the table as its squadron moves."""

    id, title, key, section = "leave", "Leave the table", "L", "2.2"
    phases = ("movement",)
    ship: str = fields.ship("ship", among=moving)

    def check(self, battle: AandaBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.afloat, f"{ship} is gone: {ship.fate}")
        require_moving(battle, ship.squadron)
        require(ship.max_speed, f"{ship} is stopped", "A6")

    def resolve(self, battle: AandaBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from part_of_move(battle, ship.squadron)
        yield from take_off(ship, f"left the table T{battle.turn}", "leaves the table")
        if not ships_of(battle, ship.squadron) and not has_acted(battle, ship.squadron):
            yield from done(battle, ship.squadron)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.ship} leaves the table"
