"""What a referee can order as a battle stands, and what is against the rest."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.legality import Legality, Problem
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset


def referees_orders(ruleset: Ruleset[Any]) -> tuple[type[Order[Any]], ...]:
    """The orders that a referee may give; the others are given only by other orders."""
    return tuple(kind for kind in ruleset.orders if kind.key)


def why_not(battle: Battle[Any], kind: type[Order[Any]]) -> Problem | None:
    """Why no order of a kind can be given now; None where one can be completed."""
    return Legality(battle, kind).why_not()


def offers(battle: Battle[Any]) -> dict[type[Order[Any]], Problem | None]:
    """All kinds of orders, each with what is against it."""
    return {kind: why_not(battle, kind) for kind in referees_orders(battle.ruleset)}


def orders_now(battle: Battle[Any]) -> tuple[type[Order[Any]], ...]:
    """The kinds of orders that can be completed now."""
    return tuple(kind for kind, against in offers(battle).items() if against is None)
