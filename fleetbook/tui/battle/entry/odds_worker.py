"""Computes the odds for the form in the background. If that takes long, an estimate is shown first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.order import Order
from fleetbook.tui.kit.page import Stop, Work

if TYPE_CHECKING:
    from fleetbook.reports.odds.shape import OddsView

RECKONING = "are being computed"


class Weighing:
    """Computes the odds of the order in the form. ``work`` starts a background job that can be stopped.

    odds  the odds computed last; None if there are none
    note  a text to show as long as there are no odds; empty if they are up to date
    """

    def __init__(self, work: Callable[[Callable[[Work], None]], Stop]) -> None:
        self._work = work
        self._order: Order[Any] | None = None
        self._stop: Stop = lambda: None
        self.odds: OddsView | None = None
        self.note = ""

    def weigh(self, battle: Battle[Any], order: Order[Any] | None) -> None:
        """Start to compute the odds of an order, unless they are being computed already. If the order is None, clear the odds."""
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
