"""Orders taken apart: each part threw dice itself, stands on the battle as it was, and together they are the whole."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.suborders import SubOrder, suborders
from fleetbook.testing.oracle import exact_odds
from fleetbook.testing.random_battles import play_on
from tests.core import toy
from tests.core.scripts import Program, Script


def taken_apart(journal: Journal[Any], record: Record) -> tuple[SubOrder[Any], ...]:
    return suborders(journal.order_of(record), journal.battle_before(record.number), record.faces, record.choices)


def fired() -> tuple[Journal[Any], Record]:
    """Duck fires both guns at Swan."""
    journal = toy.journal()
    while journal.battle.phase != "fire-1":
        journal.append(journal.propose(Draft(journal.battle, journal.ruleset.procedure("next")).order()))
    draft = Draft(journal.battle, toy.Fire, {"firer": "Duck", "target": "Swan"})
    record = journal.propose(draft.order(), None, (), draft.given)
    journal.append(record)
    return journal, record


def test_an_order_that_throws_nothing_itself_is_its_parts() -> None:
    journal, record = fired()
    found = taken_apart(journal, record)
    assert len(found) > 1
    assert {type(part.order) for part in found} == {toy.Shot}


def test_each_part_stands_on_the_battle_that_the_ones_before_it_left() -> None:
    journal, record = fired()
    first, second, *_ = taken_apart(journal, record)
    after_first = exact_odds(first.battle, first.order)
    assert second.battle.state.fingerprint in {
        first.battle.with_changes(outcome.facts.items()).state.fingerprint for outcome, _ in after_first.outcomes
    }


@pytest.mark.parametrize("seed", range(5))
def test_the_parts_together_threw_every_die_of_the_order(seed: int) -> None:
    journal = toy.journal()
    for record in play_on(journal, Random(seed), 60):
        if record.is_order:
            events = [event for part in taken_apart(journal, record) for event in part.events]
            thrown = [face for event in events if isinstance(event, Rolled) for face in event.faces]
            assert thrown == list(record.faces)


MIXED: Program = (("run", ((("roll", "d2"), ("keep", "a")),)), ("roll", "d2"), ("keep", "b"))


def test_an_order_that_throws_itself_is_one_part_with_all_inside_it() -> None:
    order = Script(program=MIXED)
    found = suborders(order, toy.battle(), (Face(2, 1), Face(2, 2)))
    assert [part.order for part in found] == [order]


def test_faces_that_are_not_the_order_s_are_refused() -> None:
    journal, record = fired()
    order, before = journal.order_of(record), journal.battle_before(record.number)
    with pytest.raises(FleetbookError):
        suborders(order, before, record.faces[:0])
