"""Dice that are shown before their order is finished: the journal says so first, since nobody may throw again unseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Began, Event, Rolled
from fleetbook.core.orders.order import Order
from fleetbook.core.play.wording import face_text

SHOWN = "dice shown before the order was finished"
SHOWN_UNREAD = "dice of an order were shown before it was finished"
ROLLED_STANDS = "a die once rolled stands: Esc leaves the order, and the journal says which dice were shown"


def words_shown(order: Order[Any], battle: Battle[Any], events: Sequence[Event], rolled_only: bool = False) -> str:
    """What a note says of an order that has come to these events; empty where no die was thrown in them, or only such as players
    typed in where ``rolled_only``.

    Of an order or a part that a side may not read it says no more than that there were dice, and of a throw that one side alone
    may read no face.
    """
    thrown = [(roll, face) for roll in events if isinstance(roll, Rolled) for face in roll.faces]
    if not any(face.origin == "rolled" or not rolled_only for _, face in thrown):
        return ""
    sealed = any(order.sealed(battle, side) for side in battle.sides)
    if sealed or any(isinstance(event, Began) and event.side for event in events):
        return SHOWN_UNREAD
    faces = [
        f"a D{face.sides} that {roll.side} alone may read" if roll.side else f"D{face.sides} {face_text(face)}"
        for roll, face in thrown
    ]
    return f"{SHOWN}: {order.headline(battle)}; {', '.join(faces)}"


def is_told_by(words: str, before: str) -> bool:
    """Whether a note from before tells of the same order with its first dice: no further note is due at the next question."""
    return words == before or words.startswith(f"{before}, ")
