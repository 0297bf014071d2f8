"""Sealed orders on the phones: all read how many sides are ready, and nobody but their side reads the orders."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fleetbook.referee.proposals.post import Ready, Standing, Written
from fleetbook.referee.proposals.roles import Role
from tests.cli.battles import Table
from tests.share.test_roles import (
    CHINA,
    FLYERS,
    FLYING,
    JAPAN,
    SIDE,
    SPECTATOR,
    nothing_was_sent,
    page,
    page_with,
    post,
    say,
    table,
)
from tests.share.visiting import PATIENCE, Here, shared

__all__ = ["table"]  # a fixture
ENEMY, WALL = Role(CHINA), Role()
SECRET = Standing("a", "the Flying Squadron turns about", "waits", unit=FLYING, squadron=FLYING)
BUTTON, COUNT = "My orders are ready", "Sealed orders: 0 of 2 sides are ready."


@pytest.fixture
def here(table: Table) -> Iterator[Here]:
    with shared(table.path, roles=True) as sharing:
        say(sharing, orders={JAPAN: (SECRET,)}, written=Written((JAPAN, CHINA), ()))
        page_with(sharing, SIDE, COUNT)
        yield sharing


def test_all_read_the_count_and_for_whom_the_table_waits_and_only_the_side_reads_its_orders(here: Here) -> None:
    for role in (SIDE, FLYERS, ENEMY, WALL, SPECTATOR):
        text = page(here, role)
        assert COUNT in text
        assert "The table waits for Japan and China." in text
        assert (SECRET.words in text) == (role in (SIDE, FLYERS))
        assert (BUTTON in text) == (role in (SIDE, FLYERS, ENEMY))


def test_a_player_says_that_his_orders_are_ready_and_takes_it_back(here: Here) -> None:
    post(here, FLYERS, "ready", {"ready": "yes"})
    assert here.listener.messages.get(timeout=PATIENCE) == Ready(JAPAN, FLYING)
    say(here, written=Written((JAPAN, CHINA), (JAPAN,), (FLYERS,)))
    assert "Sealed orders: 1 of 2 sides are ready. The table waits for China." in page_with(here, WALL, "1 of 2")
    assert BUTTON not in page(here, FLYERS)
    assert "Not ready yet" in page(here, FLYERS)
    assert BUTTON not in page(here, SIDE), "nobody waits for this side"
    post(here, FLYERS, "ready", {"ready": "no"})
    assert here.listener.messages.get(timeout=PATIENCE) == Ready(JAPAN, FLYING, ready=False)


@pytest.mark.parametrize("role", [SPECTATOR, WALL])
def test_who_gives_no_orders_says_nothing(here: Here, role: Role) -> None:
    assert post(here, role, "ready", {"ready": "yes"}) == b"404"
    assert nothing_was_sent(here)


def test_where_no_orders_are_sealed_nobody_says_that_he_is_ready(here: Here) -> None:
    say(here)
    page_with(here, SIDE, "Move a squadron")
    post(here, SIDE, "ready", {"ready": "yes"})
    assert BUTTON not in page(here, SIDE)
    assert nothing_was_sent(here)


def test_an_order_that_was_closed_is_taken_back_no_more(here: Here) -> None:
    fixed = Standing("a", "the Flying Squadron wheels", "waits", unit=FLYING, squadron=FLYING, fixed=True)
    say(here, orders={JAPAN: (fixed,)})
    assert "Take back" not in page_with(here, SIDE, fixed.words + " ")
    post(here, SIDE, "back", {"id": "a"})
    assert nothing_was_sent(here)
