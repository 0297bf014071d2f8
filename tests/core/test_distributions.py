"""Figures read off a joint distribution, against sums made by hand."""

from __future__ import annotations

import pytest

from fleetbook.core.battle.events import Event, Noted, Scored
from fleetbook.core.battle.facts import Key
from fleetbook.core.odds import JointDistribution, Outcome, TallyKey, mean, tallied
from fleetbook.core.odds.distribution import added_up

HULL, LEAK = Key("Duck", "hull"), Key("Duck", "leaking")
JOINT = JointDistribution((
    (Outcome({}, {TallyKey("hits", "Swan"): 0}), 0.5),
    (Outcome({HULL: 4}, {TallyKey("hits", "Swan"): 1, TallyKey("hits", "Heron"): 2}), 0.3),
    (Outcome({HULL: 0, LEAK: None}, {TallyKey("result", "Swan"): "hit", TallyKey("result", "Heron"): "miss"}), 0.2),
))  # fmt: skip


def test_counts_add_up_over_all_who_count() -> None:
    assert JOINT.tally("hits") == {0: pytest.approx(0.7), 3: 0.3}
    assert list(JOINT.tally("hits")) == [0, 3]
    assert mean(JOINT.tally("hits")) == pytest.approx(0.9)


def test_words_are_told_together() -> None:
    assert JOINT.tally("result") == {0: 0.8, "hit and miss": 0.2}


def test_names_and_facts_are_listed() -> None:
    assert JOINT.tally_names() == ["hits", "result"]
    assert JOINT.changing() == [HULL, LEAK]


def test_a_fact_is_as_before_where_an_outcome_does_not_change_it() -> None:
    assert JOINT.fact(HULL, 6) == {0: 0.2, 4: 0.3, 6: 0.5}
    assert list(JOINT.fact(HULL, 6)) == [0, 4, 6]
    assert JOINT.chance(lambda outcome: outcome.facts.get(HULL, 6) == 0) == pytest.approx(0.2)


def test_a_fact_that_may_be_gone_is_spread_too() -> None:
    assert list(JOINT.fact(LEAK, True)) == [None, True]
    assert list(JOINT.fact(LEAK, ("a", 1))) == [None, ("a", 1)]


def test_numbers_come_from_the_smallest_and_words_as_their_table_has_them() -> None:
    figures = iter([("b", 1), "straddle", "no word of a table", None, "nothing", 2, True, "1 hit", -1.5])
    joint = JointDistribution(tuple((Outcome({}, {}), 1 / 9) for _ in range(9)), ("nothing", "straddle", "1 hit"))
    told = list(joint.distribution(lambda outcome: next(figures)))
    assert told == [None, -1.5, True, 2, "nothing", "straddle", "1 hit", ("b", 1), "no word of a table"]


@pytest.mark.parametrize(
    ("before", "amount", "after"),
    [(None, 2, 2), (3, 2, 5), (3, -1, 2), ("w", 2, 2), (3, "w", "w"), (None, "w", "w"), (0, 0, 0)],
)
def test_numbers_add_up_and_words_replace(before: int | str | None, amount: int | str, after: int | str) -> None:
    assert added_up(before, amount) == after


def test_a_tally_keeps_who_counted_apart() -> None:
    events: list[Event] = [Scored("hits", 1, "a"), Noted("x"), Scored("hits", 2, "b"), Scored("hits", 3, "a")]
    events.append(Scored("end", "won"))
    assert tallied(events) == {("hits", "a"): 4, ("hits", "b"): 2, ("end", ""): "won"}
