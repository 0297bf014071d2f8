"""An order that is left after dice were shown: the journal says so, since nobody may throw again unseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Began, Event, Rolled
from fleetbook.core.orders.order import Order
from fleetbook.core.play.wording import face_text

LEFT_UNREAD = "an order was left before its end, and its dice were not used"
ROLLED_STANDS = "a die once rolled stands: Esc leaves the order, and the journal then says which dice were not used"


def words_left(order: Order[Any], battle: Battle[Any], events: Sequence[Event]) -> str:
    """What a note says of an order that is left when it had come to these events; empty where no die was thrown in them.

    Of an order or a part that a side may not read it says no more than that there were dice, and of a throw that one side alone
    may read no face.
    """
    rolls = (event for event in events if isinstance(event, Rolled))
    thrown = [
        f"a D{face.sides} that {roll.side} alone may read" if roll.side else f"D{face.sides} {face_text(face)}"
        for roll in rolls
        for face in roll.faces
    ]
    if not thrown:
        return ""
    sealed = any(order.sealed(battle, side) for side in battle.sides)
    if sealed or any(isinstance(event, Began) and event.side for event in events):
        return LEFT_UNREAD
    return f"left before its end: {order.headline(battle)}; dice not used: {', '.join(thrown)}"
