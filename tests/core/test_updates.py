"""Changes made without looking: several in one say the same as one after another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fleetbook.core.battle.facts import FactValue, type_strict_key
from fleetbook.core.odds.updates import Added, Became, Counted, Lost, Op, followed

FACTS: list[FactValue] = [None, True, False, 0, 1, 5, 30, 1.0, "w", ("w", 1)]
amounts = st.integers(-3, 3)
fact_ops: st.SearchStrategy[Op] = st.one_of(
    amounts.map(Added),
    st.tuples(amounts, st.sampled_from([4, 30])).map(lambda pair: Lost(*pair)),
    st.sampled_from(FACTS).map(lambda value: Became(value, type_strict_key(value))),
)
counts: st.SearchStrategy[Op] = st.one_of(
    amounts.map(lambda n: Counted(n, False)), st.sampled_from("vw").map(lambda w: Counted(w, True))
)


def one_by_one(before: FactValue, ops: list[Op]) -> FactValue:
    for op in ops:
        before = op.of(before)
    return before


@given(st.sampled_from(FACTS), st.lists(fact_ops, max_size=6))
def test_changes_of_a_fact(before: FactValue, ops: list[Op]) -> None:
    together = followed((), tuple(ops))
    assert type_strict_key(one_by_one(before, list(together))) == type_strict_key(one_by_one(before, ops))
    assert len(together) <= len(ops)


@given(st.sampled_from([None, 0, 3, "w", "u"]), st.lists(counts, max_size=6))
def test_counts(before: FactValue, ops: list[Op]) -> None:
    together = followed((), tuple(ops))
    assert one_by_one(before, list(together)) == one_by_one(before, ops)
    assert len(together) <= 1


def test_boxes_lost_stop_at_none_and_at_full() -> None:
    assert Lost(5, 6).of(3) == 0
    assert Lost(-5, 6).of(3) == 6
    assert Lost(5, 6).of(None) is None
    assert Lost(2, 6).of(6) == 4


def test_a_number_kept_as_a_fact_is_gone_at_nought() -> None:
    assert Added(-2).of(2) is None
    assert Added(2).of(None) == 2
    assert Added(1).of("a word") == 1
