"""Dice of a simulation. A face depends on the order, on what the die is thrown for, and on how many were thrown for it before. It
does not depend on the orders before, nor on what happens to other ships in the same order, so that two doctrines are compared
with the same luck.
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
    """The dice of one order. The same seed, turn, step, kind of order, ships and words give the same faces. ``nth`` is how often
    such an order was given before in this step. Inside the order each part has its own faces, by its kind, ships and words: the
    sinking tests of one ship do not shift those of the next. Numbers, such as the range, do not change the faces.
    """

    def __init__(self, seed: str, battle: Battle[Any], order: Order[Any], nth: int) -> None:
        self._stream = Stream(msgspec.json.encode((seed, *order_key(battle, order), nth)).decode())
        self._thrown = Counter[tuple[str, ...]]()

    def face(self, number: int, sides: int, label: str, within: Sequence[UnderWay[Any]] = ()) -> Face:
        """The face of the next die that is thrown for ``label`` in such parts. The first part is the order itself."""
        place = (label, *(word for one in within[1:] for word in (one.part.id, *_words(one.part.inputs().values()))))
        self._thrown[place] += 1
        return Face(sides, Stream(self._stream.seed, place).face(self._thrown[place], sides), SIMULATED)


def order_key(battle: Battle[Any], order: Order[Any]) -> tuple[Any, ...]:
    """The key of an order: turn, step, kind and the single words among its inputs. Orders of one key get the same faces."""
    return battle.turn, battle.phase, order.id, *_words(getattr(order, name) for name in order.declared)


def _words(values: Iterable[Any]) -> Iterator[str]:
    return (value for value in values if isinstance(value, str))
