"""Odds as a referee reads them: the words of cards, the number of plays, and orders without odds."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.odds import BudgetExceeded, Effort, joint_odds, order_odds
from fleetbook.core.odds.card_odds import CardOutcomes, CardWord
from fleetbook.core.odds.distribution import JointDistribution, Outcome
from fleetbook.core.orders.effects import Effects, roll, tally
from fleetbook.core.orders.part import Part
from tests.core import toy
from tests.core.scripts import Script
from tests.core.test_odds import at_fire, shot

LEAK = Key("Duck", "leaking")
LEAKING = CardWord(1, 0, "leaking")


class Patient(Part[Any]):
    """A die is thrown until it shows its highest face."""

    id, title = "patient", "Patient"
    dice: str

    def resolve(self, battle: Any) -> Effects:
        highest = int(self.dice.removeprefix("d"))
        while (yield from roll("again", self.dice)) < highest:
            pass
        yield from tally("done", 1)


def test_an_order_that_may_well_throw_more_than_sixty_times_has_no_odds() -> None:
    effort = Effort(budget=100_000, samples=200, playing=20_000_000)
    assert joint_odds(toy.battle(), [Patient(dice="d3")], effort).tally("done") == {1: pytest.approx(1)}
    with pytest.raises(BudgetExceeded):
        joint_odds(toy.battle(), [Patient(dice="d20")], effort)


def test_plays_that_find_out_what_is_read_count_with_the_others() -> None:
    found = order_odds(at_fire(), shot(), Effort(budget=0, samples=1))
    assert found.samples == 20
    assert sum(found.tallies["hits"].values()) == pytest.approx(1)


def test_what_a_card_may_come_to_say_is_told_and_what_it_says_already_is_not() -> None:
    order = Script(program=(("score", 3), ("if", True, (("put", "leaking", True),), ())))
    assert order_odds(toy.battle(), order).cards == {"Duck": {LEAKING: pytest.approx(1 / 3)}}
    assert order_odds(toy.battle().with_changes([(LEAK, True)]), order).cards == {}
    mended = Script(program=(("score", 3), ("if", True, (("put", "leaking", None),), (("put", "a", 1),))))
    assert order_odds(toy.battle().with_changes([(LEAK, True)]), mended).cards == {}


@pytest.mark.parametrize(("chance", "words"), [(1e-5, {LEAKING: 1e-5}), (1e-7, {})])
def test_what_is_less_likely_than_one_in_a_million_is_not_told_of_a_card(chance: float, words: dict[CardWord, float]) -> None:
    joint = JointDistribution(((Outcome({}, {}), 1 - chance), (Outcome({LEAK: True}, {}), chance)))
    found = CardOutcomes.of(toy.battle(), "Duck", joint)
    odds = found.odds(found.needed)
    assert odds and odds.chances == words
