"""Notes about dice that were shown before their order was finished. Because of them nobody can secretly throw again."""

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
    """The note about the dice thrown in these events. None if none was thrown, or with ``rolled_only`` if none was rolled.

    The note about a sealed order is sealed too. If a part of the order is hidden from a side, the note only says that dice were
    thrown. If only one side may read a throw, the note does not name its faces.
    """
    thrown = [(roll, face) for roll in events if isinstance(roll, Rolled) for face in roll.faces]
    if not any(face.origin == "rolled" or not rolled_only for _, face in thrown):
        return None
    readers = [side for side in battle.sides if not order.sealed(battle, side)]
    words = SHOWN_UNREAD
    if not any(isinstance(event, Began) and event.side for event in events):
        faces = (
            f"a D{face.sides} shown to {roll.side} alone" if roll.side else f"D{face.sides} {face_text(face)}"
            for roll, face in thrown
        )
        words = f"{SHOWN}: {order.headline(battle)}; {', '.join(faces)}"
    if len(readers) == len(battle.sides):
        return Annotate(words=words)
    return SealedNote(words=words, reader=readers[0] if len(readers) == 1 else "")


def is_noted_by(words: str, before: str) -> bool:
    """Whether the note ``before`` makes a note with these words needless: it is about the same order and at least its first
    dice.
    """
    return words == before or words.startswith(f"{before}, ")
