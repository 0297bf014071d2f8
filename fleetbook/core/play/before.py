"""What an order went by: in the defaults of inputs that were not ``given``, in its check, and when it was resolved."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import FleetbookError, NotYetKnown
from fleetbook.core.orders.field_kinds import FIRST
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.look_ups import LookUps

S = TypeVar("S", bound=Ship)


def all_looked_up(order: Order[S], given: Collection[str], battle: Battle[S], resolved: LookUps) -> LookUps:
    """What was looked up for the inputs that the battle filled in, for the check, and when the order was resolved."""
    return LookUps.of(_before(order, given, battle), resolved)


def _before(order: Order[S], given: Collection[str], battle: Battle[S]) -> LookUps:
    found = LookUps()
    noting = battle.noting(found)
    known: dict[str, Any] = {}
    for name, field in order.declared.items():
        if name not in given:
            with suppress(FleetbookError, NotYetKnown):
                if field.default_value(noting, order.partial(known)) is FIRST:
                    field.candidates(noting, order.partial(known))
        known[name] = getattr(order, name)
    with suppress(FleetbookError):
        order.check(noting)
    return found
