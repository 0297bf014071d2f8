"""Boats of the pond: their cards, and who may be meant by an order."""

from __future__ import annotations

import msgspec

from fleetbook.core.battle.battle import Battle, Ship


class PondCard(msgspec.Struct, forbid_unknown_fields=True):
    """A boat: its kind, its boxes, its speed and its guns."""

    kind: str
    hull: int
    crew: int
    knots: int
    guns: tuple[str, ...] = ()


class Boat(Ship):
    """A boat at this moment."""

    __slots__ = ()
    card: PondCard

    @property
    def afloat(self) -> bool:
        """Whether it has hull boxes left."""
        return self.left("hull") > 0

    @property
    def speed(self) -> int:
        """Its speed in knots."""
        return self.count("speed")


PondBattle = Battle[Boat]


def mine(battle: PondBattle) -> list[Boat]:
    """Ships of the side whose step it is."""
    return battle.ships(battle.acting)


def theirs(battle: PondBattle) -> list[Boat]:
    """Ships of the other sides."""
    return [boat for boat in battle.ships() if boat.side != battle.acting]
