"""Moves on the tactical map: which speeds move in which step, and ships that leave it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fleetbook.core.battle.result import DONE, GRAVE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import step_key
from fleetbook.rules.gwas.ground.phases import MOVES
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import listed
from fleetbook.rules.kit.sides import every_ship

LONGEST_HEX = 12
NOWHERE = "-"
"""Typed for a hex where none is kept."""


def speeds_of_step(battle: GwasBattle) -> list[str]:
    """The speeds that move in this step."""
    return battle.tables.table("impulses").text(battle.phase, "speeds").split(", ") if battle.phase in MOVES else []


def require_hex(where: str) -> None:
    """Raise Refused for the name of a hex that is too long."""
    require(len(where.strip()) <= LONGEST_HEX, f"a hex has {LONGEST_HEX} letters at most")


def require_moving(battle: GwasBattle, ships: Sequence[str]) -> None:
    """Raise Refused unless there are ships, and each may move in this step: of the acting side, of a speed that it is for."""
    speeds = speeds_of_step(battle)
    for name in ships:
        ship = battle.ship(name)
        require(ship.in_combat, f"{ship} is not in this combat")
        require(ship.side == battle.acting, f"{ship} is of {ship.side}; {battle.acting} moves")
        require(ship.moved_in != step_key(battle), f"{ship} has moved in this step")
        require(ship.speed in speeds, f"{ship} makes {ship.speed}; this step is for {', '.join(speeds)}")
    require(ships, "no ship moves")


def placed(ships: Sequence[GwasShip], where: str) -> Effects:
    """Ships go to a hex, where one is named."""
    for ship in ships if where.strip() != NOWHERE else ():
        yield from GwasShip.hex.set(ship, where.strip(), said=Says.to_hex)


def next_to_move(battle: GwasBattle, _order: MoveShips) -> list[str]:
    """The ships that are suggested: of those that may move, the first and all that stand with it."""
    speeds = speeds_of_step(battle)
    ships = [ship for ship in fighting(battle, battle.acting) if ship.speed in speeds and ship.moved_in != step_key(battle)]
    return [ship.name for ship in ships if (ship.hex or ship.fleet) == (ships[0].hex or ships[0].fleet)]


class MoveShips(Order[GwasShip]):
    """Ships move a hex."""

    id, title, key, section = "steam", "Move ships", "m", "Tactical Combat Sequence of Play"
    phases = MOVES
    ships: tuple[str, ...] = fields.several("ships", every_ship, default=next_to_move)
    hex: str = fields.text("to hex", default=NOWHERE)

    def check(self, battle: GwasBattle) -> None:
        require_moving(battle, self.ships)
        require_hex(self.hex)

    def resolve(self, battle: GwasBattle) -> Effects:
        for name in self.ships:
            yield from GwasShip.moved_in.set(name, step_key(battle))
        yield from placed([battle.ship(name) for name in self.ships], self.hex)

    def headline(self, battle: GwasBattle) -> str:
        where = "" if self.hex.strip() == NOWHERE else f" to hex {self.hex.strip()}"
        return f"{', '.join(self.ships)} move{'s' if len(self.ships) == 1 else ''}{where}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        where = "" if self.hex.strip() == NOWHERE else f" to hex {self.hex.strip()}"
        yield Result(kind=DONE, head="moves", words=f"{listed(self.ships)} MOVE{'S' * (len(self.ships) == 1)}{where}.")


class LeaveMap(Order[GwasShip]):
    """Ships leave the tactical map and are out of the combat."""

    id, title, key, section = "leave", "Leave the map", "j", "Tactical Combat Sequence of Play"
    phases = MOVES
    ships: tuple[str, ...] = fields.several("ships", every_ship)

    def check(self, battle: GwasBattle) -> None:
        require_moving(battle, self.ships)

    def resolve(self, battle: GwasBattle) -> Effects:
        for name in self.ships:
            yield from GwasShip.engaged.clear(name, said=Says.leaves_map)
            yield from GwasShip.hex.clear(name)

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.ships)} leave{'s' if len(self.ships) == 1 else ''} the map"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        words = f"{listed(self.ships)} LEAVE{'S' * (len(self.ships) == 1)} THE MAP."
        yield Result(kind=GRAVE, head="gone", words=words, means="Out of this combat.")
