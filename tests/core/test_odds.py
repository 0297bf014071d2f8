"""Odds: exact within the budget, sampled past it and saying so, the same each time."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import InvalidInput
from fleetbook.core.odds.distribution import mean
from fleetbook.core.odds.effort import Budget, TooMuch
from fleetbook.core.odds.odds import exact_odds, never, odds, sampled_odds
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.effects import Effects, roll, tally
from fleetbook.core.orders.order import Order
from fleetbook.core.play.driver import ChoiceNeeded
from fleetbook.testing.oracle import by_every_face, told_law
from tests.core import toy
from tests.core.scripts import Script

HULL = Key("Swan", "hull")


def at_fire(light: str = "day") -> Any:
    return toy.battle(light).with_changes([(Key("", "phase"), "fire-1")])


def shot(**inputs: Any) -> Order[Any]:
    return Draft(at_fire(), toy.Fire, {"firer": "Duck", "target": "Swan", "guns": "bow gun", **inputs}).order()


def test_a_shot_by_hand() -> None:
    """D6, stopped or not: 1-3 misses, 4-5 hits, 6 hits twice; a hit strikes D3 boxes."""
    law = exact_odds(at_fire(), [shot()]).law
    assert law.score("hits") == {0: pytest.approx(1 / 2), 1: pytest.approx(1 / 3), 2: pytest.approx(1 / 6)}
    assert law.chance(lambda outcome: HULL not in outcome.changes) == pytest.approx(1 / 2)


FAR: dict[str, Any] = {"firer": "Duck", "target": "Swan", "range": 20}


@pytest.mark.parametrize(
    "order",
    [
        toy.Shot(**FAR, modifiers=()),
        toy.Shot(**FAR, modifiers=("steady",)),
        toy.Shot(**FAR, modifiers=("steady", "gust")),
        toy.Hit(target="Heron"),
        toy.Hit(target="Drake"),
        toy.Leak(boat="Duck"),
        toy.Bail(boat="Swan", words=""),
        toy.Sail(boat="Duck", speed=5, heading="north", smoke=False, lantern=False),
    ],
    ids=lambda order: f"{order.id} {list(order.inputs().values())}",
)
def test_orders_of_the_pond_equal_every_face(order: Order[Any]) -> None:
    battle = at_fire("dusk").with_changes([(Key("Drake", "holed", "bow"), True), (Key("Swan", "leaking"), True)])
    slow = by_every_face(battle, order, most=3_000)
    assert slow is not None
    fast = told_law(exact_odds(battle, [order]).law)
    assert fast.keys() == slow.keys()
    assert all(abs(fast[told] - chance) < 1e-12 for told, chance in slow.items())


@pytest.mark.parametrize("guns", [2, 5, 8])
def test_probabilities_add_up_to_one(guns: int) -> None:
    law = exact_odds(at_fire(), [shot()] * guns).law
    assert sum(chance for _, chance in law.outcomes) == pytest.approx(1, abs=1e-12)
    assert law.changing() == sorted(law.changing())


def test_orders_one_after_another_are_one_order_that_runs_them() -> None:
    apart = told_law(exact_odds(at_fire(), [toy.Hit(target="Swan"), toy.Hit(target="Swan")]).law)
    both = Script(program=(("run", ((("roll", "d2"), ("keep", "a")), (("roll", "d3"), ("keep", "b")))),))
    listed = [Script(program=(("roll", "d2"), ("keep", "a"))), Script(program=(("roll", "d3"), ("keep", "b")))]
    assert told_law(exact_odds(at_fire(), [both]).law) == told_law(exact_odds(at_fire(), listed).law)
    assert sum(apart.values()) == pytest.approx(1)


def test_no_order_at_all_changes_nothing_for_sure() -> None:
    ((outcome, chance),) = exact_odds(at_fire(), []).law.outcomes
    assert (dict(outcome.changes), dict(outcome.scores), chance) == ({}, {}, 1.0)


def test_sampling_agrees_within_its_error_and_is_the_same_each_time() -> None:
    exact, sampled = exact_odds(at_fire(), [shot()]), sampled_odds(at_fire(), [shot()], samples=4_000)
    assert exact.exact
    assert not sampled.exact
    assert exact.error == 0
    assert sampled.error == pytest.approx(1.96 * 0.5 / sqrt(4_000))
    spreads = [(odds.law.score("hits"), odds.law.change(HULL, 9)) for odds in (exact, sampled)]
    for there, here in zip(*spreads, strict=True):
        assert here.keys() <= there.keys()
        assert all(abs(chance - here.get(value, 0.0)) < 2 * sampled.error for value, chance in there.items())
    assert abs(mean(exact.law.score("hits")) - mean(sampled.law.score("hits"))) < 0.05
    assert told_law(sampled.law) == told_law(sampled_odds(at_fire(), [shot()], samples=4_000).law)


def test_past_the_budget_the_odds_are_sampled() -> None:
    found = odds(at_fire(), [shot()], budget=300, samples=50)
    assert (found.exact, found.samples) == (False, 50)
    with pytest.raises(TooMuch):
        exact_odds(at_fire(), [shot()], budget=300)
    assert odds(at_fire(), [shot()]).exact


def test_odds_may_be_stopped() -> None:
    for compute in (odds, exact_odds, sampled_odds):
        with pytest.raises(TooMuch):
            compute(at_fire(), [shot()], stop=lambda: True)
    stops = iter([False] * 5 + [True] * 10_000)
    with pytest.raises(TooMuch):
        sampled_odds(at_fire(), [shot()], samples=1_000, stop=lambda: next(stops))


def test_a_budget_is_spent_to_its_end() -> None:
    budget = Budget(3, never)
    budget.spend(3)
    with pytest.raises(TooMuch):
        budget.spend(1)


def test_a_choice_must_be_made_first() -> None:
    board = toy.Board(boarder="Duck", prize="Swan")
    for compute in (odds, sampled_odds):
        with pytest.raises(ChoiceNeeded, match="Swan is boarded"):
            compute(toy.battle(), [board])
        with pytest.raises(InvalidInput, match="fight, yield"):
            compute(toy.battle(), [board], choices=["flee"])
        yielded = compute(toy.battle(), [board], choices=["yield"]).law
        assert yielded.change(Key("Swan", "taken by"), None) == {"Duck": 1.0}
        fought = compute(toy.battle(), [board], choices=["fight"]).law
        assert list(fought.change(Key("Swan", "crew"), 5)) == [0, 1, 2, 3, 4]


def test_choices_that_only_some_ways_ask_for_are_no_error_where_they_do_not() -> None:
    order = Script(program=(("score", 3), ("if", True, (("choose",), ("keep", "a")), ())))
    key = Key("Duck", "a")
    assert exact_odds(toy.battle(), [order], choices=["left"]).law.change(key, None) == {
        None: pytest.approx(2 / 3),
        "left": pytest.approx(1 / 3),
    }
    assert set(sampled_odds(toy.battle(), [order], choices=["left"], samples=100).law.change(key, None)) == {None, "left"}


def test_choices_run_through_several_orders() -> None:
    orders = [Script(program=(("choose",), ("keep", name))) for name in ("a", "b")]
    for compute in (exact_odds, sampled_odds):
        ((outcome, _),) = compute(toy.battle(), orders, choices=["left", "right"]).law.outcomes
        assert outcome.changes == {Key("Duck", "a"): "left", Key("Duck", "b"): "right"}


def test_a_fact_may_take_more_values_than_the_few_bits_it_is_given_at_first() -> None:
    order = Script(program=(("roll", "d1000"), ("keep", "a"), ("run", ((("read", "a"), ("keep", "b")),))))
    law = exact_odds(toy.battle(), [order]).law
    assert len(law.outcomes) == 1000
    assert all(len(set(outcome.changes.values())) == 1 and chance == pytest.approx(1e-3) for outcome, chance in law.outcomes)


def test_what_is_back_as_it_was_is_no_change() -> None:
    order = Script(program=(("put", "a", 1), ("run", ((("put", "a", None),),)), ("strike", "hull", 1), ("strike", "hull", -1)))
    for compute in (exact_odds, sampled_odds):
        ((outcome, _),) = compute(toy.battle(), [order]).law.outcomes
        assert outcome.changes == {}


def test_true_and_one_are_two_outcomes() -> None:
    order = Script(program=(("score", 3), ("if", True, (("put", "a", True),), (("put", "a", 1),))))
    start = toy.battle().with_changes([(Key("Duck", "a"), 1)])
    for compute in (exact_odds, sampled_odds):
        told = {tuple(map(repr, outcome.changes.values())) for outcome, _ in compute(start, [order]).law.outcomes}
        assert told == {(), ("True",)}


class Endless(Order[Any]):
    """Two throw until one throws higher: ties are thrown again, without end."""

    id, title = "endless", "Endless"

    def resolve(self, battle: Any) -> Effects:
        first = second = 0
        while first == second:
            first = yield from roll("first", "d6")
            second = yield from roll("second", "d6")
        yield from tally("won by", "first" if first > second else "second")


def test_throws_that_may_follow_each_other_without_end_are_sampled() -> None:
    with pytest.raises(TooMuch):
        exact_odds(toy.battle(), [Endless()])
    found = odds(toy.battle(), [Endless()], samples=200)
    assert not found.exact
    assert found.law.score("won by")["first"] == pytest.approx(1 / 2, abs=0.1)
