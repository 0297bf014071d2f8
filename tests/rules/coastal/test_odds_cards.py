"""The odds of what a card says, where an order has more outcomes than cards are drawn for."""

from __future__ import annotations

from math import sqrt

from fleetbook.core.odds.card_odds import CardOutcomes
from fleetbook.testing.oracle import exact_odds
from tests.rules.coastal.test_odds_damage import struck_by


def test_each_word_keeps_its_probability_within_the_error_that_is_told() -> None:
    game = struck_by((4.0, 0.0, 4.7, 0.0, 3.0), hull=20, size="corvette")
    joint = exact_odds(game.battle, game.draft("damage", ship="Target").order())
    outcomes = CardOutcomes.of(game.battle, "Target", joint)
    every, some = outcomes.odds(10_000), outcomes.odds(150)
    assert every
    assert some
    assert every.samples == 0
    assert every.chances
    assert some.samples > 10
    error = 1.96 * 0.5 / sqrt(some.samples)
    assert error < 0.1
    assert all(abs(some.chances.get(word, 0.0) - chance) < error for word, chance in every.chances.items())
    assert sum(some.chances.values()) != sum(every.chances.values())
