"""Whether a side has orders to send in a step. Everybody reads it, so it depends on nothing that somebody may not know."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.referee.proposals.proposal import has_orders
from tests.referee.proposals.moments import copied, recorded
from tests.referee.proposals.test_hidden_facts import noted, pairs

HIDDEN = {"convoy": 60, "yalu": 20, "black-sea-raid": 20, "coal-convoy-variant": 20}
"""Recorded battles whose rules keep secrets, each with the number of pairs that are compared."""
BRITISH, GERMAN = "Royal Navy", "Kriegsmarine"


def by_side(journal: Journal[Any]) -> dict[str, bool]:
    return {side: has_orders(journal, side) for side in journal.setup.sides}


@pytest.mark.parametrize("battle", HIDDEN)
def test_a_hidden_fact_does_not_change_it(battle: str) -> None:
    for _, one, other, key in pairs(battle, HIDDEN[battle], 3):
        assert by_side(one) == by_side(other), (one.position, key)


def test_hidden_damage_does_not_show_by_an_order_to_repair_it() -> None:
    """In step 1 of turn 1 nobody has seen MTB 221. Damaged, she would be repaired; once she has been seen, all read so."""
    journal = copied(recorded("convoy"), 0)
    damaged = ((Key("MTB 221", "system", "twin .5 turret"), "damaged"),)
    hidden = noted(journal, *damaged)
    seen = noted(journal, *damaged, (Key("MTB 221", "seen", GERMAN), 1))
    assert [Draft(each.battle, each.ruleset.order("repair"), {"ship": "MTB 221"}).problem for each in (hidden, seen)] == [
        None
    ] * 2
    assert by_side(journal) == by_side(hidden) == {BRITISH: False, GERMAN: False}
    assert by_side(seen) == {BRITISH: True, GERMAN: False}


def test_in_a_step_of_both_sides_one_may_have_orders_and_the_other_none() -> None:
    """Only the British have a submarine, whose depth is plotted."""
    homeward = recorded("homeward")
    assert homeward.battle_after(0).phase == "plotting"
    assert by_side(copied(homeward, 0)) == {BRITISH: True, "Hochseeflotte": False}


def test_where_units_are_hidden_the_kinds_of_orders_decide() -> None:
    """Each squadron of the Yalu has moved or it is no step of theirs: a hidden one may still have something to do."""
    yalu = recorded("yalu")
    assert yalu.battle_after(8).phase == "movement"
    assert by_side(copied(yalu, 8)) == {"Japan": False, "China": True}, "China acts"
    assert by_side(copied(yalu, 9)) == {"Japan": False, "China": False}, "no player repairs"
