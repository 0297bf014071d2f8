"""Notes of dice that are shown before their order is finished. Nobody may throw again unseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Began, Event, Rolled
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import Annotate, SealedNote
from fleetbook.core.play.wording import face_text

SHOWN = "dice shown before the order was finished"
SHOWN_UNREAD = "dice of an order were shown before it was finished"
ROLLED_STANDS = "a die once rolled stands: Esc leaves the order, and the journal says which dice were shown"


def note_shown(order: Order[Any], battle: Battle[Any], events: Sequence[Event], rolled_only: bool = False) -> Annotate | None:
    """The note of an order with these events. None when no die was thrown, or none was rolled and ``rolled_only`` is set.

    The note of a sealed order is sealed too. For a part that a side may not read, the note says only that there were dice.
    For a throw that one side alone may read, it names no face.
    """
    thrown = [(roll, face) for roll in events if isinstance(roll, Rolled) for face in roll.faces]
    if not any(face.origin == "rolled" or not rolled_only for _, face in thrown):
        return None
    readers = [side for side in battle.sides if not order.sealed(battle, side)]
    words = SHOWN_UNREAD
    if not any(isinstance(event, Began) and event.side for event in events):
        faces = (
            f"a D{face.sides} that {roll.side} alone may read" if roll.side else f"D{face.sides} {face_text(face)}"
            for roll, face in thrown
        )
        words = f"{SHOWN}: {order.headline(battle)}; {', '.join(faces)}"
    if len(readers) == len(battle.sides):
        return Annotate(words=words)
    return SealedNote(words=words, reader=readers[0] if len(readers) == 1 else "")


def is_noted_by(words: str, before: str) -> bool:
    """Whether an earlier note is about the same order and its first dice. Then the next question needs no other note."""
    return words == before or words.startswith(f"{before}, ")
