"""Changes made without looking: several in one say the same as one after another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fleetbook.core.battle.facts import FactValue, type_strict_key
from fleetbook.core.odds.updates import AddTally, Increase, LoseBoxes, Op, append_entries, apply, assign, compose

FACTS: list[FactValue] = [None, True, False, 0, 1, 5, 30, 1.0, "w", ("w", 1)]
amounts = st.integers(-3, 3)
fact_ops: st.SearchStrategy[Op] = st.one_of(
    amounts.map(Increase),
    st.tuples(amounts, st.sampled_from([4, 30])).map(lambda pair: LoseBoxes(*pair)),
    st.sampled_from(FACTS).map(assign),
    st.lists(st.sampled_from(FACTS), min_size=1, max_size=2).map(lambda entries: append_entries(tuple(entries))),
)
counts: st.SearchStrategy[Op] = st.one_of(
    amounts.map(lambda n: AddTally(n, False)), st.sampled_from("vw").map(lambda w: AddTally(w, True))
)


@given(st.sampled_from(FACTS), st.lists(fact_ops, max_size=6))
def test_changes_of_a_fact(before: FactValue, ops: list[Op]) -> None:
    together = compose((), tuple(ops))
    assert type_strict_key(apply(together, before)) == type_strict_key(apply(tuple(ops), before))
    assert len(together) <= len(ops)


@given(st.sampled_from([None, 0, 3, "w", "u"]), st.lists(counts, max_size=6))
def test_counts(before: FactValue, ops: list[Op]) -> None:
    together = compose((), tuple(ops))
    assert apply(together, before) == apply(tuple(ops), before)
    assert len(together) <= 1


def test_boxes_lost_stop_at_none_and_at_full() -> None:
    assert LoseBoxes(5, 6).of(3) == 0
    assert LoseBoxes(-5, 6).of(3) == 6
    assert LoseBoxes(5, 6).of(None) is None
    assert LoseBoxes(2, 6).of(6) == 4


def test_entries_go_to_the_end_of_a_list() -> None:
    assert append_entries((1, "x")).of((0,)) == (0, 1, "x")
    assert append_entries((1,)).of(None) == (1,)


def test_a_number_kept_as_a_fact_is_gone_at_nought() -> None:
    assert Increase(-2).of(2) is None
    assert Increase(2).of(None) == 2
    assert Increase(1).of("a word") == 1
