"""Checks of parts: each is in the list of its rules, and reads back from its inputs."""

from __future__ import annotations

from typing import Any

import msgspec

from fleetbook.core.errors import FleetbookError
from fleetbook.core.faults import in_words
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.packages.places import place_of


def flaw_of_part(part: Part[Any], rules: Ruleset[Any]) -> str:
    """The fault of a part that was run, with the file and line of its class. Empty if there is none."""
    kind = type(part)
    if kind not in (*rules.all_orders, *rules.parts):
        return not_listed(kind, rules)
    try:
        again = kind.from_inputs(msgspec.json.decode(msgspec.json.encode(part.inputs())))
    except (FleetbookError, msgspec.MsgspecError, TypeError, NameError) as error:
        why = in_words(error)
    else:
        if again == part:
            return ""
        why = f"it comes back as {again}"
    plain = "text, numbers, yes or no, a Firing, a Cause, tuples of these"
    return f"{place_of(kind)}: {kind.__name__} does not read back from its fields: {why}: fields of a part are plain ({plain})"


def not_listed(kind: type[Part[Any]], rules: Ruleset[Any]) -> str:
    """The fault of an order or a part that is missing in the list of its rules."""
    where = "orders" if issubclass(kind, Order) else "parts"
    return f"{place_of(kind)}: {kind.__name__} is not in {where} of {type(rules).__name__}"
