"""The odds beside a form: at once where they are quick, sampled and then exact where they are not."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.odds.effort import TooMuch
from fleetbook.core.odds.order_odds import Outlook, exact_outlook, sampled_outlook
from fleetbook.core.orders.order import Order
from fleetbook.core.play.driver import ChoiceNeeded
from fleetbook.reports.views.odds import odds_told
from fleetbook.reports.views.shapes import OddsTold
from fleetbook.tui.kit.page import Stop, Work

QUICK, WHOLE = 4_000, 3_000_000  # budgets of the exact walk
FIRST_LOOK = 0.06  # seconds of sampling before something is shown
BATCH, MOST_SAMPLES = 20, 400


class Weighing:
    """The odds of one order after another, weighed beside the keys: ``work`` does something long and can be stopped.

    odds, note  as far as they are known; those of the order before stand until better ones come
    """

    def __init__(self, work: Callable[[Callable[[Work], None]], Stop]) -> None:
        self._work = work
        self._order: Order[Any] | None = None
        self._stop: Stop = lambda: None
        self.odds: OddsTold | None = None
        self.note = ""

    def weigh(self, battle: Battle[Any], order: Order[Any] | None) -> None:
        """Weigh an order, unless it is being weighed; none has no odds."""
        if order == self._order:
            return
        self._stop()
        self._order = order
        if order is None:
            self.odds, self.note = None, ""
        else:
            self._stop = self._work(partial(self._weigh, battle, order))

    def _weigh(self, battle: Battle[Any], order: Order[Any], work: Work) -> None:
        for told, note in weigh(battle, order, lambda: work.stopped):
            work.tell(partial(self._come, told, note))

    def _come(self, told: OddsTold | None, note: str) -> None:
        self.odds, self.note = told, note


def weigh(battle: Battle[Any], order: Order[Any], stop: Callable[[], bool]) -> Iterator[tuple[OddsTold | None, str]]:
    """The odds of a checked order, better ones after quicker ones, or a note why there are none."""

    def told(odds: Outlook) -> tuple[OddsTold, str]:
        return odds_told(battle, order, odds), ""

    try:
        try:
            yield told(exact_outlook(battle, order, budget=QUICK, stop=stop))
        except TooMuch:
            if not stop():
                yield told(sampled_outlook(battle, order, samples=_affordable(battle, order), stop=stop))
                yield told(exact_outlook(battle, order, budget=WHOLE, stop=stop))
    except TooMuch:
        return
    except ChoiceNeeded:
        yield None, "depend on a player's choice"


def _affordable(battle: Battle[Any], order: Order[Any]) -> int:
    """How many plays fit into the time of a first look."""
    began = time.perf_counter()
    sampled_outlook(battle, order, samples=BATCH)
    each = (time.perf_counter() - began) / BATCH
    return max(min(int(FIRST_LOOK / each), MOST_SAMPLES), BATCH)
