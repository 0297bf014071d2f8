"""Chances for a test read only the facts of its question. They equal those of everything, and end with a message."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.part import Part
from fleetbook.testing.oracle import exact_chances, exact_odds
from tests.core import toy
from tests.core.test_odds import at_fire, shot
from tests.core.toy_ships import Boat


def question(battle: Battle[Boat]) -> tuple[int, int | bool]:
    """Its second half is read only where the first has something to say."""
    swan = battle.ship("Swan")
    return swan.left("hull"), swan.left("crew") if swan.left("hull") < swan.full("hull") else False


def everything(battle: Battle[Boat]) -> tuple[object, ...]:
    return tuple(battle.state.items())


@pytest.mark.parametrize("asked", [question, everything])
@pytest.mark.parametrize("order", [shot(), toy.Hit(target="Swan")], ids=["shot", "hit"])
def test_chances_are_those_of_the_whole_distribution(asked: Callable[[Battle[Boat]], object], order: Part[Boat]) -> None:
    battle, found = at_fire(), dict[object, float]()
    for outcome, chance in exact_odds(battle, order).outcomes:
        answer = asked(battle.with_changes(outcome.facts.items()))
        found[answer] = found.get(answer, 0.0) + chance
    assert len(found) > 1
    assert exact_chances(battle, order, asked) == pytest.approx(found)


def test_what_would_take_too_long_ends_with_what_to_do() -> None:
    with pytest.raises(AssertionError, match="take too long to find exactly: ask of one ship's track"):
        exact_chances(at_fire(), shot(), lambda battle: battle.fact(Key("Swan", "hull")), work=1)
