"""The odds beside a form: quick ones at once, slow ones sampled first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.order import Order
from fleetbook.reports.odds.shape import OddsView
from fleetbook.tui.kit.page import Stop, Work

RECKONING = "are being reckoned"


class Weighing:
    """The odds of one order after another, weighed beside the keys. ``work`` runs a long job that can be stopped.

    odds, note  the odds so far; while those of a new order are reckoned, the note says so and the old ones keep their room
    """

    def __init__(self, work: Callable[[Callable[[Work], None]], Stop]) -> None:
        self._work = work
        self._order: Order[Any] | None = None
        self._stop: Stop = lambda: None
        self.odds: OddsView | None = None
        self.note = ""

    def weigh(self, battle: Battle[Any], order: Order[Any] | None) -> None:
        """Weigh an order, unless it is being weighed already. No order has no odds."""
        if order == self._order:
            return
        self._stop()
        self._order = order
        if order is None:
            self.odds, self.note = None, ""
        else:
            self.note = RECKONING
            self._stop = self._work(partial(self._weigh, battle, order))

    def _weigh(self, battle: Battle[Any], order: Order[Any], work: Work) -> None:
        from fleetbook.reports.odds.weighing import weighed  # noqa: PLC0415 (start-up counts: no form is open yet)

        for odds, note in weighed(battle, order, lambda: work.stopped):
            work.tell(partial(self._come, odds, note))

    def _come(self, odds: OddsView | None, note: str) -> None:
        self.odds, self.note = odds, note
