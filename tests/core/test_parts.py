"""The parts of an order that threw dice. Each stands on its own battle, and together they are the whole."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from fleetbook.core.battle.events import Began, Rolled, without_inputs
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Stream
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.tree import tree
from fleetbook.core.play.driver import Supply, resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.lines import record_tree
from fleetbook.core.play.suborders import SubOrder, suborders
from fleetbook.testing.oracle import exact_odds
from fleetbook.testing.random_battles import play_on
from tests.core import toy


def taken_apart(journal: Journal[Any], record: Record) -> tuple[SubOrder[Any], ...]:
    return tuple(suborders(record_tree(record, journal.order_of(record), journal.battle_before(record.number))))


def fired() -> tuple[Journal[Any], Record]:
    """Duck fires both guns at Swan."""
    journal = toy.journal()
    while journal.battle.phase != "fire-1":
        journal.append(journal.propose(Draft(journal.battle, journal.ruleset.order("next")).order()))
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


def test_an_order_that_throws_itself_is_one_part_with_all_inside_it() -> None:
    order, battle = toy.Shot(firer="Duck", target="Swan", range=3), toy.battle()
    events = resolve(order, battle, Supply(Stream("a hit"), typed=(6,))).events
    (whole,) = suborders(tree(order, battle, events))
    assert (whole.order, whole.events) == (order, events)
    assert any(isinstance(event, Began) for event in events)


def without_parts(record: Record) -> Record:
    """A line as it was kept before lines had the inputs of their parts."""
    return replace(record, whole=False, events=tuple(without_inputs(record.events)))


def test_an_older_line_is_taken_apart_alike() -> None:
    journal, record = fired()
    older, newer = taken_apart(journal, without_parts(record)), taken_apart(journal, record)
    assert [(part.order, part.events) for part in older] == [(part.order, part.events) for part in newer]
    assert [part.battle.state for part in older] == [part.battle.state for part in newer]


def test_an_older_line_whose_faces_are_not_the_order_s_is_refused() -> None:
    journal, record = fired()
    with pytest.raises(FleetbookError):
        taken_apart(journal, replace(without_parts(record), faces=()))
