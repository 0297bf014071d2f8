"""Odds: exact within the budget, sampled past it and saying so, the same each time."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import InvalidInput
from fleetbook.core.odds import BudgetExceeded, Effort, improving_odds, joint_odds, mean, order_odds
from fleetbook.core.odds.card_odds import shared_out
from fleetbook.core.odds.effort import ROOM, Meter
from fleetbook.core.odds.exact import ExactWalk
from fleetbook.core.odds.sampling import Sampler
from fleetbook.core.odds.tracer import Tracer
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.effects import Effects, roll, run, tally
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.testing.oracle import by_every_face, exact_odds, outcomes_of, sampled_odds
from tests.core import toy
from tests.core.scripts import Script

HULL = Key("Swan", "hull")


def at_fire(light: str = "day") -> Any:
    return toy.battle(light).with_changes([(Key("", "phase"), "fire-1")])


def shot(**inputs: Any) -> Order[Any]:
    return Draft(at_fire(), toy.Fire, {"firer": "Duck", "target": "Swan", "guns": "bow gun", **inputs}).order()


def test_a_shot_by_hand() -> None:
    """D6, stopped or not: 1-3 misses, 4-5 hits, 6 hits twice; a hit strikes D3 boxes."""
    law = exact_odds(at_fire(), shot())
    assert law.tally("hits") == {0: pytest.approx(1 / 2), 1: pytest.approx(1 / 3), 2: pytest.approx(1 / 6)}
    assert law.chance(lambda outcome: HULL not in outcome.facts) == pytest.approx(1 / 2)


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
    ids=lambda order: f"{order.id} {list(vars(order).values())}",
)
def test_orders_of_the_pond_equal_every_face(order: Order[Any]) -> None:
    battle = at_fire("dusk").with_changes([(Key("Drake", "holed", "bow"), True), (Key("Swan", "leaking"), True)])
    slow = by_every_face(battle, order, most=3_000)
    assert slow is not None
    fast = outcomes_of(exact_odds(battle, order))
    assert fast.keys() == slow.keys()
    assert all(abs(fast[told] - chance) < 1e-12 for told, chance in slow.items())


@pytest.mark.parametrize("guns", [2, 5, 8])
def test_probabilities_add_up_to_one(guns: int) -> None:
    law = exact_odds(at_fire(), *[shot()] * guns)
    assert sum(chance for _, chance in law.outcomes) == pytest.approx(1, abs=1e-12)
    assert law.changing() == sorted(law.changing())


def test_orders_one_after_another_are_one_order_that_runs_them() -> None:
    apart = outcomes_of(exact_odds(at_fire(), toy.Hit(target="Swan"), toy.Hit(target="Swan")))
    both = Script(program=(("run", ((("roll", "d2"), ("keep", "a")), (("roll", "d3"), ("keep", "b")))),))
    listed = [Script(program=(("roll", "d2"), ("keep", "a"))), Script(program=(("roll", "d3"), ("keep", "b")))]
    assert outcomes_of(exact_odds(at_fire(), both)) == outcomes_of(exact_odds(at_fire(), *listed))
    assert sum(apart.values()) == pytest.approx(1)


def test_no_order_at_all_changes_nothing_for_sure() -> None:
    ((outcome, chance),) = exact_odds(at_fire()).outcomes
    assert (dict(outcome.facts), dict(outcome.tallies), chance) == ({}, {}, 1.0)


def test_sampling_agrees_within_its_error_and_is_the_same_each_time() -> None:
    exact, sampled = exact_odds(at_fire(), shot()), sampled_odds(at_fire(), shot(), samples=4_000)
    assert exact.exact
    assert not sampled.exact
    assert exact.error == 0
    assert sampled.error == pytest.approx(1.96 * 0.5 / sqrt(4_000))
    spreads = [(odds.tally("hits"), odds.fact(HULL, 9)) for odds in (exact, sampled)]
    for there, here in zip(*spreads, strict=True):
        assert here.keys() <= there.keys()
        assert all(abs(chance - here.get(value, 0.0)) < 2 * sampled.error for value, chance in there.items())
    assert abs(mean(exact.tally("hits")) - mean(sampled.tally("hits"))) < 0.05
    assert outcomes_of(sampled) == outcomes_of(sampled_odds(at_fire(), shot(), samples=4_000))


def test_past_the_budget_the_odds_are_sampled() -> None:
    found = joint_odds(at_fire(), [shot()], Effort(budget=300, samples=50))
    assert (found.exact, found.samples) == (False, 50)
    with pytest.raises(BudgetExceeded):
        joint_odds(at_fire(), [shot()], Effort(budget=300, samples=0))
    assert joint_odds(at_fire(), [shot()]).exact


def test_ten_thousand_plays_are_within_one_point() -> None:
    found = order_odds(at_fire(), shot(), Effort(budget=0))
    assert (found.samples, found.exact) == (10_000, False)
    assert found.error < 0.01
    assert all(abs(found.tallies["hits"][hits] - chance) < 0.01 for hits, chance in {0: 1 / 2, 1: 1 / 3, 2: 1 / 6}.items())


def test_odds_may_be_stopped() -> None:
    for compute in (joint_odds, lambda battle, orders, effort: order_odds(battle, orders[0], effort)):
        with pytest.raises(BudgetExceeded):
            compute(at_fire(), [shot()], Effort(stop=lambda: True))
    stops = iter([False] * 5 + [True] * 10_000)
    with pytest.raises(BudgetExceeded):
        joint_odds(at_fire(), [shot()], Effort(budget=0, stop=lambda: next(stops)))


def test_a_budget_is_spent_to_its_end() -> None:
    meter = Meter(3)
    meter.charge(3)
    with pytest.raises(BudgetExceeded):
        meter.charge(1)


def test_looking_at_four_states_is_the_work_of_moving_one() -> None:
    """An order that reads whether a d2 fell on 1 looks at every state. There are 400 after a d200, and 4 after a d2."""

    def spent(dice: str, *reading: Any) -> int:
        thrown = (("roll", dice), ("keep", "a"), ("roll", "d2"), ("keep", "b"))
        meter = Meter(1_000_000)
        ExactWalk(Tracer(toy.battle())).walk([Script(program=(*thrown, ("run", ((*reading, ("put", "c", 1)),))))], meter)
        return meter.spent

    many, few = (spent(dice, ("read", "b")) - spent(dice) for dice in ("d200", "d2"))
    assert many - few == 400 // 4 - 4 // 4


def test_quick_odds_come_first_where_the_exact_ones_take_long() -> None:
    order = toy.Shot(firer="Duck", target="Swan", range=20, modifiers=())
    (quick,) = improving_odds(at_fire(), order)
    assert quick.exact
    chain = Script(program=(("run", ((("roll", "d100"), ("keep", "a"), ("roll", "d100"), ("keep", "b")),) * 2),))
    first, then = improving_odds(at_fire(), chain)
    assert not first.exact
    assert first.samples < then.samples


def test_fewer_plays_are_played_where_each_costs_much() -> None:
    def plays(playing: int) -> int:
        return order_odds(at_fire(), shot(), Effort(budget=0, playing=playing)).samples

    assert plays(1) == 20
    assert 20 < plays(20_000) < plays(60_000) < plays(1_000_000) == 10_000


ANEW = Script(program=(("roll", "d200"), ("keep", "a"), ("run", ((("read", "a"), ("keep", "b")),))) * 20)
"""Twenty times over, nearly every play finds out its own continuation."""


def test_plays_end_where_their_work_does_though_even_the_first_of_them_cost_too_much() -> None:
    """Only the last rule may cost more than the rest of the budget. Earlier plays count, and later ones may be added."""
    sampler, meter = Sampler(Tracer(toy.battle()), [ANEW]), Meter(200_000)
    sampler.play(10_000, meter)
    assert meter.work < meter.spent < meter.work + 10_000
    assert 1 <= sampler.played < 10
    sampler.play(10, Meter(100_000_000))
    assert sampler.played == 10
    (states,) = sampler.states()
    assert sum(states.values()) == pytest.approx(1)


def test_where_not_even_one_play_can_be_afforded_there_are_no_odds() -> None:
    with pytest.raises(BudgetExceeded):
        Sampler(Tracer(toy.battle()), [ANEW]).play(10_000, Meter(5_000))


def test_what_the_exact_odds_cost_in_vain_comes_off_the_plays_but_for_a_quarter() -> None:
    effort = Effort(playing=1_000)
    assert [effort.plays(spent).work - ROOM for spent in (0, 300, 750, 900, 10_000)] == [1_000, 700, 250, 250, 250]


def test_plays_before_a_field_overflowed_count_as_those_after_it() -> None:
    order = Script(program=(("roll", "d1000"), ("keep", "a"), ("run", ((("read", "a"), ("keep", "b")),))))
    found = sampled_odds(toy.battle(), order, samples=4_000)
    assert found.samples == 4_000
    assert all(len(set(outcome.facts.values())) == 1 and len(outcome.facts) == 2 for outcome, _ in found.outcomes)
    assert sum(chance for _, chance in found.outcomes) == pytest.approx(1)
    assert 950 < len(found.outcomes) <= 1_000


@pytest.mark.parametrize(("most", "shares"), [(0, [0, 0, 0]), (9, [3, 3, 3]), (50, [3, 40, 7]), (500, [3, 100, 7])])
def test_a_ship_that_needs_few_cards_leaves_the_rest_to_the_others(most: int, shares: list[int]) -> None:
    assert shared_out(most, [3, 100, 7]) == shares


def test_a_choice_must_be_made_first() -> None:
    board = toy.Board(boarder="Duck", prize="Swan")
    for compute in (exact_odds, sampled_odds):
        with pytest.raises(ChoiceNeeded, match="Swan is boarded"):
            compute(toy.battle(), board)
        with pytest.raises(InvalidInput, match="fight, yield"):
            compute(toy.battle(), board, choices=["flee"])
        yielded = compute(toy.battle(), board, choices=["yield"])
        assert yielded.fact(Key("Swan", "taken by"), None) == {"Duck": 1.0}
        fought = compute(toy.battle(), board, choices=["fight"])
        assert list(fought.fact(Key("Swan", "crew"), 5)) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("budget", [1_000_000, 0])
def test_improving_odds_end_at_a_choice_that_was_not_made_and_say_so(budget: int) -> None:
    order = Script(program=(("roll", "d2"), ("count", "hits"), ("choose",), ("count", "hits", 5)))
    *_, found = improving_odds(toy.battle(), order, Effort(budget=budget))
    assert (found.undecided, found.chooser, found.options) == ("way", "", ("left", "right"))
    assert found.tallies["hits"] == {1: pytest.approx(1 / 2, abs=0.05), 2: pytest.approx(1 / 2, abs=0.05)}
    *_, found = improving_odds(toy.battle(), order, Effort(("left",), budget))
    assert (found.undecided, found.options) == ("", ())
    assert list(found.tallies["hits"]) == [6, 7]


def test_a_choice_that_no_way_asks_for_is_refused() -> None:
    order = Script(program=(("roll", "d2"), ("choose",)))
    with pytest.raises(InvalidInput, match="choices: found right, allowed: left alone: the order asks for no further choice"):
        order_odds(toy.battle(), order, Effort(("left", "right")))
    with pytest.raises(InvalidInput, match="choices: found left, allowed: none: the order asks for no choice"):
        order_odds(toy.battle(), shot(), Effort(("left",)))


def test_choices_that_only_some_ways_ask_for_are_no_error_where_they_do_not() -> None:
    order = Script(program=(("score", 3), ("if", True, (("choose",), ("keep", "a")), ())))
    key = Key("Duck", "a")
    assert exact_odds(toy.battle(), order, choices=["left"]).fact(key, None) == {
        None: pytest.approx(2 / 3),
        "left": pytest.approx(1 / 3),
    }
    assert set(sampled_odds(toy.battle(), order, choices=["left"], samples=100).fact(key, None)) == {None, "left"}


@pytest.mark.parametrize("budget", [1_000_000, 0])
def test_choices_that_were_not_made_may_be_drawn_and_those_that_were_stand(budget: int) -> None:
    """A first choice was made; the second, which 1 of d3 asks for, was not."""
    order = Script(program=(("choose",), ("keep", "a"), ("score", 2), ("if", False, (("choose",), ("keep", "b")), ())))
    law = joint_odds(toy.battle(), [order], Effort(("right",), budget, drawn=True))
    assert law.drawn
    assert law.fact(Key("Duck", "a"), None) == {"right": pytest.approx(1)}
    assert law.fact(Key("Duck", "b"), None) == {
        None: pytest.approx(2 / 3, abs=0.05), "left": pytest.approx(1 / 6, abs=0.05), "right": pytest.approx(1 / 6, abs=0.05),
    }  # fmt: skip
    assert not joint_odds(toy.battle(), [order], Effort(("right", "left"), budget, drawn=True)).drawn


def test_choices_run_through_several_orders() -> None:
    orders = [Script(program=(("choose",), ("keep", name))) for name in ("a", "b")]
    for compute in (exact_odds, sampled_odds):
        ((outcome, _),) = compute(toy.battle(), *orders, choices=["left", "right"]).outcomes
        assert outcome.facts == {Key("Duck", "a"): "left", Key("Duck", "b"): "right"}


def test_a_fact_may_take_more_values_than_the_few_bits_it_is_given_at_first() -> None:
    order = Script(program=(("roll", "d1000"), ("keep", "a"), ("run", ((("read", "a"), ("keep", "b")),))))
    law = exact_odds(toy.battle(), order)
    assert len(law.outcomes) == 1000
    assert all(len(set(outcome.facts.values())) == 1 and chance == pytest.approx(1e-3) for outcome, chance in law.outcomes)


def test_what_is_back_as_it_was_is_no_change() -> None:
    order = Script(program=(("put", "a", 1), ("run", ((("put", "a", None),),)), ("strike", "hull", 1), ("strike", "hull", -1)))
    for compute in (exact_odds, sampled_odds):
        ((outcome, _),) = compute(toy.battle(), order).outcomes
        assert outcome.facts == {}


def test_true_and_one_are_two_outcomes() -> None:
    order = Script(program=(("score", 3), ("if", True, (("put", "a", True),), (("put", "a", 1),))))
    start = toy.battle().with_changes([(Key("Duck", "a"), 1)])
    for compute in (exact_odds, sampled_odds):
        told = {tuple(map(repr, outcome.facts.values())) for outcome, _ in compute(start, order).outcomes}
        assert told == {(), ("True",)}


class Endless(Part[Any]):
    """Two throw until one throws higher: ties are thrown again, without end."""

    id, title = "endless", "Endless"

    def resolve(self, battle: Any) -> Effects:
        first = second = 0
        while first == second:
            first = yield from roll("first", "d6")
            second = yield from roll("second", "d6")
        yield from tally("won by", "first" if first > second else "second")


class Again(Part[Any]):
    """The same, where a tie is an order of its own."""

    id, title = "again", "Again"

    def resolve(self, battle: Any) -> Effects:
        first = yield from roll("first", "d6")
        second = yield from roll("second", "d6")
        if first == second:
            yield from run(Again())
        else:
            yield from tally("won by", "first" if first > second else "second")


def test_throws_that_may_follow_each_other_without_end_are_sampled() -> None:
    with pytest.raises(BudgetExceeded):
        joint_odds(toy.battle(), [Endless()], Effort(budget=100_000, samples=0))
    found = joint_odds(toy.battle(), [Endless()], Effort(budget=100_000, samples=200))
    assert not found.exact
    assert found.tally("won by")["first"] == pytest.approx(1 / 2, abs=0.1)


def test_an_order_that_gives_itself_again_is_exact() -> None:
    found = exact_odds(toy.battle(), Again()).tally("won by")
    assert found == {"first": pytest.approx(1 / 2, abs=1e-14), "second": pytest.approx(1 / 2, abs=1e-14)}


def test_words_come_as_their_table_prints_them() -> None:
    order = Script(program=(("table", "day", ()), ("count", "hits")))
    rows = list(dict.fromkeys(row.result for row in toy.battle().tables.table("bailing").faces("day")))
    assert list(exact_odds(toy.battle(), order).tally("hits")) == rows
    assert rows != sorted(rows)
