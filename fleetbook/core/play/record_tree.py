"""A record as the tree of what was done in it."""

from __future__ import annotations

from typing import TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.record import Record
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.tree import Done, tree
from fleetbook.core.play.driver import Recorded, resolve

S = TypeVar("S", bound=Ship)


def record_tree(record: Record, order: Order[S], before: Battle[S]) -> Done[S]:
    """The tree of a recorded order. A line without the inputs of its parts, as older ones are and as a side reads them, is
    resolved again with its dice. Raises InputNeeded and InvalidInput where that cannot be, or where the line keeps no tree.
    """
    events = record.events if record.parts else resolve(order, before, Recorded(record.faces), record.choices).events
    return tree(order, before, events)
