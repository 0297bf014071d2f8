"""The odds beside a form: at once where they are quick, sampled first where they are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.odds import BudgetExceeded, Effort, improving_odds
from fleetbook.core.orders.order import Order
from fleetbook.reports.views.odds import odds_told
from fleetbook.reports.views.shapes import OddsTold


def weigh(battle: Battle[Any], order: Order[Any], stop: Callable[[], bool]) -> Iterator[tuple[OddsTold | None, str]]:
    """The odds of a checked order, better ones after quicker ones, or a note why there are none."""
    try:
        for odds in improving_odds(battle, order, Effort(stop=stop)):
            told = odds_told(battle, order, odds)
            nothing = odds.undecided and not told.counts and not told.ships
            yield (None, "depend on a player's choice") if nothing else (told, "")
    except BudgetExceeded:
        return
