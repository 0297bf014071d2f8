"""What a phone lists for a side is the side's own: each order opens, and none of the referee's is listed."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest

from fleetbook.core.play.knowledge import Knowledge
from fleetbook.share.orders import Seat, due_orders, order_page, values_of
from tests.referee.proposals.moments import copied, recorded


@pytest.mark.parametrize(("battle", "lines"), [("yalu", (10, 17, 18, 30)), ("tsushima", (36, 40, 44))])
def test_each_order_that_is_listed_opens(battle: str, lines: tuple[int, ...]) -> None:
    whole, opened = recorded(battle), 0
    for line in lines:
        journal = copied(whole, line)
        for side in journal.setup.sides:
            seat = Seat(journal, side, Knowledge(journal, side))
            for one in due_orders(seat):
                for listed in one.orders[:2]:
                    order, entered, _, _ = values_of(dict(parse_qsl(listed.address.partition("?")[2])))
                    assert order != "initiative", "the referee rolls for it"
                    assert order_page(seat, order, entered).heading
                    opened += 1
    assert opened
