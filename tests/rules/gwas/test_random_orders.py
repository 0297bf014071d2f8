"""Random orders: each battle stays in a state that the player aid allows, and nothing sealed leaks out."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fleetbook.core.battle.events import changes
from fleetbook.core.play.journal import Journal
from fleetbook.rules.gwas import RULESET
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.testing.invariants import check_all_the_way
from fleetbook.testing.random_battles import copied, give, random_order
from tests.rules.battles import battles, check_derived, check_forms, check_orders, check_refused, check_states
from tests.rules.gwas.invariants import leaks, wrong, wrong_order
from tests.rules.gwas.random_orders import HABITS, PLAYED, fleets, melee, played

FEW = (("melee", 0),)
every_battle = battles(PLAYED, FEW)


@every_battle
def test_no_order_leads_to_a_state_that_the_player_aid_does_not_allow(name: str, seed: int) -> None:
    check_states(played(name, seed), wrong)


@every_battle
def test_no_order_does_what_the_player_aid_does_not_allow(name: str, seed: int) -> None:
    check_orders(played(name, seed), wrong_order)


@every_battle
def test_every_record_is_derived_again_from_its_inputs_and_dice(name: str, seed: int) -> None:
    check_derived(played(name, seed))


@every_battle
def test_orders_sealed_and_ships_unknown_are_in_no_view_of_the_other_side(name: str, seed: int) -> None:
    whole = played(name, seed)
    journal = Journal(whole.ruleset, whole.setup, whole.stream.seed)
    for record in whole.records:
        journal.append(record)
        if not record.number % 30:
            assert list(leaks(journal)) == [], record.number


@every_battle
def test_undo_all_the_way_back_and_redo_all_the_way_forward(name: str, seed: int) -> None:
    check_all_the_way(copied(played(name, seed)))


@every_battle
def test_an_untouched_form_has_values_or_says_which_one_it_wants(name: str, seed: int) -> None:
    check_forms(played(name, seed))


@settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), tactical=st.booleans())
def test_any_seed_keeps_the_invariants(seed: int, tactical: bool) -> None:
    rng = Random(seed)
    journal: Journal[GwasShip] = Journal(RULESET, melee() if tactical else fleets(), f"seed {seed}")
    for _ in range(30):
        before = journal.battle
        record = give(journal, random_order(before, rng, HABITS), rng)
        assert list(wrong_order(before, record)) == []
        assert list(wrong(journal.battle)) == []
    assert list(leaks(journal)) == []


@every_battle
def test_a_refused_order_changes_nothing_and_is_refused_in_words(name: str, seed: int) -> None:
    check_refused(played(name, seed), seed, HABITS)


@pytest.mark.campaign
def test_these_battles_see_everything() -> None:
    """Random orders that never sink a ship would prove little."""
    seen: Counter[str] = Counter()
    for name, seed in PLAYED:
        for record in played(name, seed).records:
            seen[record.procedure or record.kind] += 1
            seen.update(key.name for key, _ in changes(record.events))
    wanted = {order.id for order in RULESET.all_orders if order.key} - {"end"} | {"undo", "redo"}
    wanted |= {"fate", "speed lost", "makes 1S", "beyond repair", "minefields", "in contact", "known", "fuel", "aircraft", "able"}
    assert wanted - set(seen) == set()
