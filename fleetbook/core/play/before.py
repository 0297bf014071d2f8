"""What an order went by before it was resolved: in the defaults of inputs that were not ``given``, and in its check."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import FleetbookError, NotYetKnown
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.source import FIRST
from fleetbook.core.tables.look_ups import LookUps

S = TypeVar("S", bound=Ship)


def checked(order: Order[S], given: Collection[str], battle: Battle[S]) -> LookUps:
    """What is looked up for the inputs that the battle filled in, and to check the order. Raises as ``require_legal`` does."""
    found = LookUps()
    noting = battle.noting(found)
    known: dict[str, Any] = {}
    for name, field in order.declared.items():
        if name not in given:
            with suppress(FleetbookError, NotYetKnown):
                if field.default_value(noting, order.partial(known)) is FIRST:
                    field.candidates(noting, order.partial(known))
        known[name] = getattr(order, name)
    order.require_legal(noting)
    return found
