"""Dice of a simulation. A face depends on the order, on what the die is thrown for, and on how many were thrown for it before. It
does not depend on the orders before, so that two doctrines are compared with the same luck.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.dice import SIMULATED, Face, Stream
from fleetbook.core.orders.order import Order


class KeyedDice:
    """The dice of one order. The same seed, turn, step, kind of order, ships and words give the same faces. ``nth`` is how often
    such an order was given before in this step. Numbers, such as the range, do not change the faces.
    """

    def __init__(self, seed: str, battle: Battle[Any], order: Order[Any], nth: int) -> None:
        self._stream = Stream(msgspec.json.encode((seed, *order_key(battle, order), nth)).decode())
        self._thrown = Counter[str]()

    def face(self, number: int, sides: int, label: str) -> Face:
        """The face of the next die that is thrown for ``label``."""
        self._thrown[label] += 1
        place = Stream(self._stream.seed, (label,))
        return Face(sides, place.face(self._thrown[label], sides), SIMULATED)


def order_key(battle: Battle[Any], order: Order[Any]) -> tuple[Any, ...]:
    """The key of an order: turn, step, kind and the single words among its inputs. Orders of one key get the same faces."""
    words = (value for name in order.declared if isinstance(value := getattr(order, name), str))
    return battle.turn, battle.phase, order.id, *words
