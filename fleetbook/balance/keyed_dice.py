"""Dice of a simulation. A face depends on the order, on the purpose of the die, and on how many dice the order has already thrown
for this purpose.

It does not depend on earlier orders or on other ships, so that two doctrines can be compared with the same luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.dice import SIMULATED, Face, Stream
from fleetbook.core.orders.order import Order
from fleetbook.core.play.needed import UnderWay


class KeyedDice:
    """The dice of one order. The same seed, turn, step, kind of order, ships and words give the same faces.

    Each part of the order has its own faces, so that the sinking tests of one ship do not change those of the next. Numbers among
    the inputs, such as the range, do not change the faces.

    nth  how many orders with the same words were given before in this step
    """

    def __init__(self, seed: str, battle: Battle[Any], order: Order[Any], nth: int) -> None:
        self._stream = Stream(msgspec.json.encode((str(seed), *order_key(battle, order), nth)).decode())
        self._thrown = Counter[tuple[str, ...]]()

    def face(self, number: int, sides: int, label: str, within: Sequence[UnderWay[Any]] = ()) -> Face:
        """The next face for the purpose ``label``. ``within`` has the order and the parts in which the die is thrown."""
        place = (label, *(word for one in within[1:] for word in (one.part.id, *_words(one.part.inputs().values()))))
        self._thrown[place] += 1
        return Face(sides, Stream(self._stream.seed, place).face(self._thrown[place], sides), SIMULATED)


def order_key(battle: Battle[Any], order: Order[Any]) -> tuple[Any, ...]:
    """The turn, the step, the kind and the inputs that are words of an order. Orders with the same key get the same faces."""
    return battle.turn, battle.phase, order.id, *_words(getattr(order, name) for name in order.declared)


def _words(values: Iterable[Any]) -> Iterator[str]:
    return (value for value in values if isinstance(value, str))
