"""The battle as it stands: the orders that the present step has room for."""

from __future__ import annotations

from fleetbook.referee.offers import orders_now, referees_orders
from fleetbook.reports.status import status
from fleetbook.rules.coastal import RULESET
from tests.reports.journals import Played


def now(played: Played) -> set[str]:
    """The orders valid now, those that every ruleset has left out."""
    return {order.id for order in orders_now(played.journal.battle)} - {"next", "strike", "set", "note", "end"}


def test_a_referee_gives_no_order_that_only_other_orders_give() -> None:
    known = {order.id for order in referees_orders(RULESET)}
    assert {"fire", "observe", "next", "undo"} - known == {"undo"}
    assert not {"volley", "shell-hit", "torpedo-hit"} & known


def test_orders_are_those_of_the_step() -> None:
    played = Played()
    assert now(played) == set()  # nothing to repair
    assert now(played.to("move-1")) == {"launch", "move", "leave"}
    assert now(played.to("fire-1")) == {"observe", "fire"}  # no star shell aboard


def test_an_order_that_concerns_nothing_on_the_table_is_not_offered() -> None:
    played = Played().to("fire-1")
    played.shot(6, small_target="no")
    played.give("next")
    assert now(played) == {"damage"}
    played.give("damage", 2, ship="A")
    assert now(played) == set()


def test_after_the_end_only_notes_are_taken() -> None:
    played = Played(seed="walnut")
    played.give("end", reason="late")
    told = status(played.journal)
    assert [order.id for order in told.orders] == ["note"]
    assert (told.ended, told.dice.seed) == ("late", "walnut")


def test_conditions_are_those_in_force_not_those_of_the_start() -> None:
    played = Played()
    played.give("set", ship="battle", condition="weather", value="poor")
    assert status(played.journal).conditions == {"light": "day", "weather": "poor", "sea": "calm", "aware": "both"}
