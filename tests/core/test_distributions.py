"""Figures read off a law, against sums made by hand."""

from __future__ import annotations

import pytest

from fleetbook.core.battle.events import Event, Noted, Scored
from fleetbook.core.battle.facts import Key
from fleetbook.core.odds.distribution import Law, Outcome, counted, mean, tally

HULL, LEAK = Key("Duck", "hull"), Key("Duck", "leaking")
LAW = Law((
    (Outcome({}, {("hits", "Swan"): 0}), 0.5),
    (Outcome({HULL: 4}, {("hits", "Swan"): 1, ("hits", "Heron"): 2}), 0.3),
    (Outcome({HULL: 0, LEAK: None}, {("result", "Swan"): "hit", ("result", "Heron"): "miss"}), 0.2),
))  # fmt: skip


def test_counts_add_up_over_all_who_count() -> None:
    assert LAW.score("hits") == {0: pytest.approx(0.7), 3: 0.3}
    assert list(LAW.score("hits")) == [0, 3]
    assert mean(LAW.score("hits")) == pytest.approx(0.9)


def test_words_are_told_together() -> None:
    assert LAW.score("result") == {0: 0.8, "hit and miss": 0.2}


def test_names_and_facts_are_listed() -> None:
    assert LAW.score_names() == ["hits", "result"]
    assert LAW.changing() == [HULL, LEAK]


def test_a_fact_is_as_before_where_an_outcome_does_not_change_it() -> None:
    assert LAW.change(HULL, 6) == {0: 0.2, 4: 0.3, 6: 0.5}
    assert list(LAW.change(HULL, 6)) == [0, 4, 6]
    assert LAW.chance(lambda outcome: outcome.changes.get(HULL, 6) == 0) == pytest.approx(0.2)


def test_a_fact_that_may_be_gone_is_spread_too() -> None:
    assert list(LAW.change(LEAK, True)) == [None, True]
    assert list(LAW.change(LEAK, ("a", 1))) == [None, ("a", 1)]


def test_values_of_all_kinds_have_an_order() -> None:
    figures = iter([("b", 1), "word", None, 2, True, -1.5])
    law = Law(tuple((Outcome({}, {}), 1 / 6) for _ in range(6)))
    assert list(law.spread(lambda outcome: next(figures))) == [None, -1.5, True, 2, "word", ("b", 1)]


@pytest.mark.parametrize(
    ("before", "amount", "after"),
    [(None, 2, 2), (3, 2, 5), (3, -1, 2), ("w", 2, 2), (3, "w", "w"), (None, "w", "w"), (0, 0, 0)],
)
def test_numbers_add_up_and_words_replace(before: int | str | None, amount: int | str, after: int | str) -> None:
    assert counted(before, amount) == after


def test_a_tally_keeps_who_counted_apart() -> None:
    events: list[Event] = [Scored("hits", 1, "a"), Noted("x"), Scored("hits", 2, "b"), Scored("hits", 3, "a")]
    events.append(Scored("end", "won"))
    assert tally(events) == {("hits", "a"): 4, ("hits", "b"): 2, ("end", ""): "won"}
