"""Luck is calibrated: of many battles one in ten lies below the tenth percentile.

Counts are whole numbers, so a battle lies on a step of its law, not at a point: below goes by a number drawn evenly on the step.
The report's percentile is the middle of the step.
"""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from fleetbook.reports.luck import Fortune, convolved, luck
from tests.reports.simulated import simulated

BATTLES, SUMS = 1000, 4000
ERRORS = 3  # standard errors: what chance alone passes in one run of 400


def placed(fortune: Fortune, rng: Random) -> float:
    """A number between 0 and 1, drawn evenly on the step of the law that a count lies on."""
    return fortune.below + rng.random() * fortune.at


def check_even(numbers: list[float]) -> None:
    """As many in each tenth as chance allows."""
    most = ERRORS * sqrt(0.1 * 0.9 / len(numbers))
    shares = [sum(tenth / 10 <= number < (tenth + 1) / 10 for number in numbers) / len(numbers) for tenth in range(10)]
    assert shares == pytest.approx([0.1] * 10, abs=most)


def test_sums_of_counts_lie_evenly_on_their_convolved_law() -> None:
    rng = Random(1)
    placed_on = []
    for _ in range(SUMS):
        laws = [[rng.random() for _ in range(rng.randint(1, 4))] for _ in range(rng.randint(1, 6))]
        laws = [[weight / sum(law) for weight in law] for law in laws]
        count = sum(rng.choices(range(len(law)), law)[0] for law in laws)
        law = convolved(laws)
        placed_on.append(sum(law[:count]) + rng.random() * law[count])
    check_even(placed_on)


def test_a_few_battles_have_both_sides_hit_and_miss() -> None:
    told = [luck(simulated(seed).journal) for seed in range(3)]
    assert all(fortune.rolls > 5 for battle in told for fortune in battle.sides)
    assert all(not battle.sampled and not battle.left_out for battle in told)


@pytest.mark.campaign
def test_one_in_ten_of_a_thousand_battles_lies_below_the_tenth_percentile() -> None:
    rng = Random(2)
    sides = [[placed(fortune, rng) for fortune in luck(simulated(seed).journal).sides] for seed in range(BATTLES)]
    for numbers in map(list, zip(*sides, strict=True)):
        check_even(numbers)
