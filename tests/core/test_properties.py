"""Properties of every battle, proved on random battles on the pond."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.driver import resolve
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.testing.invariants import check_folded, check_line, check_there_and_back
from fleetbook.testing.random_battles import play_on, random_draft, random_order
from tests.core import toy

SEEDS = st.integers(0, 10_000)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.sampled_from(["day", "dusk"]))
def test_every_line_of_a_battle_derives_again_folds_and_keeps_its_tracks_in_bounds(seed: int, light: str) -> None:
    journal = toy.journal(light)
    for record in play_on(journal, Random(seed), 25):
        check_line(journal, record)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_back_and_forth_is_the_same_battle_from_any_line(seed: int) -> None:
    journal, rng = toy.journal(), Random(seed)
    for _ in range(5):
        list(play_on(journal, rng, 3))
        check_there_and_back(journal)
    here, there = journal.position, rng.randint(0, len(journal.records))
    before = journal.battle.state
    try:
        journal.append(journal.undo(there))
    except Refused:
        assert journal.position == here
        return
    journal.append(journal.redo())
    assert (journal.position, journal.battle.state) == (here, before)
    check_folded(journal)


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_a_refused_order_changes_nothing(seed: int) -> None:
    journal, rng = toy.journal(), Random(seed)
    for _ in play_on(journal, rng, 8):
        pass
    before, lines, place = journal.battle.state, len(journal.records), journal.position
    for kind in journal.ruleset.all_orders:
        try:
            random_draft(journal.battle, kind, rng).order()
        except (Refused, InvalidInput):
            assert (journal.battle.state, len(journal.records), journal.position) == (before, lines, place)
    with pytest.raises((Refused, InvalidInput)):
        Draft(journal.battle, toy.Sail, {"boat": "nobody"}).order()
    assert journal.battle.state.fingerprint == before.fingerprint


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_proposing_changes_nothing_and_gives_the_same_record_again(seed: int) -> None:
    journal, rng = toy.journal(), Random(seed)
    for _ in play_on(journal, rng, 5):
        pass
    order, before = random_order(journal.battle, rng).order(), journal.battle.state
    try:
        assert journal.propose(order) == journal.propose(order)
    except ChoiceNeeded:
        return
    assert journal.battle.state == before


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_a_recorded_order_resolves_alike_on_the_battle_that_it_was_given_on(seed: int) -> None:
    journal = toy.journal()
    for record in play_on(journal, Random(seed), 12):
        if record.is_order and not record.reason:
            again = resolve(
                journal.order_of(record), journal.battle_before(record.number), journal.dice_of(record), record.choices
            )
            assert again.events == record.events
            assert again.battle.state.fingerprint == record.fingerprint


def test_random_orders_are_the_same_for_the_same_seed() -> None:
    one, other = toy.journal(), toy.journal()
    assert list(play_on(one, Random(7), 60)) == list(play_on(other, Random(7), 60))
    assert {record.procedure for record in one.records} >= {"sail", "fire", "next"}
