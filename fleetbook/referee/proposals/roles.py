"""The roles of those who open a link: the page that they may read, and the orders that they may propose."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import CHAIR, Proposer
from fleetbook.core.battle.setup import Setup
from fleetbook.core.orders.order import Order

TABLE = "the table"


class Role(msgspec.Struct, frozen=True):
    """The role of a link. It is decided by the link's token alone, never by what a request says.

    side      the side whose page it shows; None for the table's page
    squadron  the only squadron to which it gives orders; empty if it gives orders to the whole side
    looks_on  whether it gives no orders, as for spectators
    """

    side: str | None = None
    squadron: str = ""
    looks_on: bool = False

    @property
    def gives_orders(self) -> bool:
        """Whether the holder of the link may propose orders."""
        return self.side is not None and not self.looks_on

    @property
    def words(self) -> str:
        """The name of the role for the referee, such as ``Royal Navy: 1st Flotilla`` or ``Royal Navy, to look on``."""
        squadron = f": {self.squadron}" if self.squadron else ""
        return f"{self.side or TABLE}{squadron}{', to look on' if self.looks_on else ''}"

    @property
    def may(self) -> str:
        """Sentences to the holder of the link that say what the link shows and allows."""
        if self.side is None:
            return "For the wall: what all may see."
        if self.looks_on:
            return "Your side's page, to read. This link sends no orders."
        if self.squadron:
            return f"Your side's page. This link gives orders to {self.squadron} alone, and throws its dice."
        return "Your ships, your orders, your dice. Keep it on your side of the table."


def squadron_of(battle: Battle[Any], unit: str) -> str:
    """The squadron of a ship, or a squadron itself. Empty for any other word."""
    return battle.ship(unit).squadron if battle.is_ship(unit) else unit if battle.squadron(unit) else ""


def all_roles(setup: Setup, sides: Sequence[str]) -> list[Role]:
    """All roles of a battle: that of the table, and for each of these sides those of the side, its squadrons and spectators."""
    squadrons = dict.fromkeys((ship.side, ship.squadron) for ship in setup.ships if ship.squadron)
    found = []
    for side in sides:
        own = (Role(side, squadron) for whose, squadron in squadrons if whose == side)
        found += [Role(side), *own, Role(side, looks_on=True)]
    return [*found, Role()]


def chair_of(battle: Battle[Any], order: Order[Any], empty: Set[Role]) -> Proposer | None:
    """The empty chair for which the referee gives an order. None if the chair has a player, or if the order does not belong to
    exactly one side.
    """
    owners = order.owners(battle) if empty else ()
    if len(owners) != 1:
        return None
    unit = next(filter(None, map(str, order.inputs().values())), "")
    roles = Role(owners[0]), Role(owners[0], squadron_of(battle, unit))
    found = next((role for role in roles if role in empty), None)
    return Proposer(owners[0], by=CHAIR, name=found.squadron) if found else None
