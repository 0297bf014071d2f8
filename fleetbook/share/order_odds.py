"""The odds of an order in a few lines, because a phone has little room."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import FleetbookError
from fleetbook.core.odds import BudgetExceeded, Effort, order_odds
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.core.play.needed import InputNeeded
from fleetbook.reports.odds.weighing import odds_view
from fleetbook.reports.words import exactness, odds_words, percent

MOST_ODDS = 3  # the most lines of odds of an order, apart from the lines of a group's ships
EFFORT, OF_GROUP = Effort(budget=200_000, samples=0), Effort(budget=0, samples=1_000)
"""How much work is spent on the odds of one ship's order, and of an order for several ships: some tenths of a second."""
LEAST = 0.005  # smaller chances are left out


def odds_lines(draft: Draft[Any], order: Order[Any]) -> list[str]:
    """The odds of the order in a draft. For an order of several ships, the first lines say what each ship needs and throws.
    Certain results are left out if other results are not certain. The list is empty if there are no odds to show, if the odds
    take too long to compute, or if they depend on a choice.
    """
    if not isinstance(order, SheetOrder):
        return _odds(draft.battle, order, EFFORT)
    rows = []
    for ship in draft.values[order.members_input] or ():
        alone = draft.with_input(order.members_input, [ship]).checked
        scores, dice = alone.in_brief(draft.battle) if isinstance(alone, SheetOrder) else ((), "")
        rows.append(f"{ship}: {', '.join(scores)}; dice {dice}")
    return [*rows, *_odds(draft.battle, order, OF_GROUP)]


def _odds(battle: Battle[Any], order: Order[Any], effort: Effort) -> list[str]:
    """The most important odds of an order. If they are estimates, the last line says how exact they are."""
    try:
        view = odds_view(battle, order, order_odds(battle, order, effort))
    except (BudgetExceeded, InputNeeded, FleetbookError):
        return []
    lines, certain = list[str](), list[str]()
    for heading, found in odds_words(view) if view.counts or view.ships else ():
        for line in found:
            likely = [(text, percent(chance)) for text, chance in line.chances if chance >= LEAST]
            is_certain = len(likely) == 1
            said = f"{likely[0][0]} for certain" if is_certain else ", ".join(map(" ".join, likely))
            (certain if is_certain else lines).append(": ".join(filter(None, (heading, line.words, said))))
    lines = lines or (certain if view.counts else [])  # a shot that cannot hit says so
    return lines[:MOST_ODDS] if view.exact or not lines else [*lines[:MOST_ODDS], exactness(view).capitalize()]
