"""Which orders a referee may give, which of them the battle as it stands has room for, and why not the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset


def referees_orders(ruleset: Ruleset[Any]) -> tuple[type[Order[Any]], ...]:
    """The orders that a referee may give; the others are given only by other orders."""
    return tuple(order for order in ruleset.orders if order.key)


def orders_now(battle: Battle[Any]) -> tuple[type[Order[Any]], ...]:
    """Those of them that the present step has room for and that concern anything on the table."""
    return tuple(order for order in referees_orders(battle.ruleset) if _concerns_anything(order, battle))


def refusal(order: type[Order[Any]], battle: Battle[Any]) -> str:
    """Why orders of a kind cannot be given now, whatever their inputs; empty where they can."""
    try:
        order.open(battle)
    except Refused as refused:
        return str(refused)
    return ""


def _concerns_anything(order: type[Order[Any]], battle: Battle[Any]) -> bool:
    if refusal(order, battle):
        return False
    first = next(iter(Draft(battle, order).entries.values()), None)
    return first is None or first.options is None or bool(first.options)


def draft(battle: Battle[Any], name: str, inputs: Mapping[str, Any]) -> Draft[Any]:
    """An order in the making on the battle as it stands. Raises InvalidInput for an unknown order or input."""
    known = {order.id: order for order in referees_orders(battle.ruleset)}
    if name not in known:
        raise InvalidInput.word("procedure", name, known)
    return Draft(battle, known[name], inputs)
