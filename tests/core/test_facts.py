"""Facts: persistent states and the fingerprint that goes with them."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleetbook.core.battle.facts import Change, FactValue, Key, State, type_strict_key

A, B, C = Key("Duck", "a"), Key("Duck", "b"), Key("", "a", "Duck")

values: st.SearchStrategy[FactValue] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from([0.0, 1.0, 0.5]), st.sampled_from(["", "1", "x"])),
    lambda inner: st.lists(inner, max_size=2).map(tuple),
    max_leaves=3,
)
changes = st.lists(st.tuples(st.sampled_from([A, B, C]), values), max_size=12)


@given(changes, changes)
def test_a_state_is_not_changed_by_making_another_from_it(
    first: list[tuple[Key, FactValue]], then: list[tuple[Key, FactValue]]
) -> None:
    state = State().with_changes(first)
    facts, fingerprint = list(state.items()), state.fingerprint
    state.with_changes(then)
    assert (list(state.items()), state.fingerprint) == (facts, fingerprint)


@given(changes)
def test_the_fingerprint_is_that_of_the_facts_however_they_were_reached(made: list[tuple[Key, FactValue]]) -> None:
    state = State().with_changes(made)
    last = dict(made)
    assert dict(state.items()) == {key: value for key, value in last.items() if value is not None}
    afresh = State().with_changes(last.items())
    assert state == afresh
    assert state.fingerprint == afresh.fingerprint
    one_by_one = State()
    for change in made:
        one_by_one = one_by_one.with_changes([change])
    assert one_by_one.fingerprint == state.fingerprint


@given(changes, changes)
def test_states_are_equal_exactly_when_their_fingerprints_are(
    first: list[tuple[Key, FactValue]], second: list[tuple[Key, FactValue]]
) -> None:
    one, other = State().with_changes(first), State().with_changes(second)
    assert (one == other) == (one.fingerprint == other.fingerprint)


def test_the_order_of_changes_of_different_facts_does_not_matter() -> None:
    made: list[Change] = [(A, 1), (B, "x"), (C, (1, "y"))]
    assert len({State().with_changes(order).fingerprint for order in permutations(made)}) == 1


def test_a_fact_set_to_nothing_is_absent() -> None:
    state = State().with_changes([(A, 1), (A, None)])
    assert state == State()
    assert (state.get(A), len(state), state.fingerprint) == (None, 0, "0" * 32)


@pytest.mark.parametrize(("one", "other"), [(True, 1), (1, 1.0), (0, False), ((1,), (True,)), ("1", 1), (((0.0,),), ((0,),))])
def test_values_that_python_holds_equal_are_told_apart(one: FactValue, other: FactValue) -> None:
    assert type_strict_key(one) != type_strict_key(other)
    assert type_strict_key(one) == type_strict_key(one)
    assert State().with_changes([(A, one)]) != State().with_changes([(A, other)])


def test_a_state_is_no_key_and_is_like_no_other_thing() -> None:
    assert State() != {}
    with pytest.raises(TypeError):
        hash(State())
