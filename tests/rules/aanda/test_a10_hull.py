"""A10: hull boxes of a card that states none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.aanda.fleet import Game, house, ship

TONS = [  # max(2, sqrt(tons) / 4 rounded, halves down), by hand
    (15140, 31),  # 123.04 / 4 = 30.76
    (12320, 28),  # 110.995 / 4 = 27.75
    (13516, 29),  # 116.26 / 4 = 29.06
    (9300, 24),  # 96.44 / 4 = 24.11
    (3150, 14),  # 56.12 / 4 = 14.03
    (2439, 12),  # 49.39 / 4 = 12.35
    (350, 5),  # 18.71 / 4 = 4.68
    (9604, 24),  # 98 / 4 = 24.5
    (101, 3),  # 10.05 / 4 = 2.51
    (100, 2),  # 10 / 4 = 2.5
    (99, 2),  # 9.95 / 4 = 2.49
    (54, 2),
    (1, 2),
]


def hull(tons: float, *rules: Any, **card: Any) -> int:
    line = ship("Target", tons=tons, **{"hull": None, **card})
    return Game([ship("Hunter")], [line], *rules)["Target"].full("hull")


@pytest.mark.parametrize(("tons", "boxes"), TONS)
def test_a10_a_quarter_of_the_square_root_of_the_tons_and_2_at_least(tons: float, boxes: int) -> None:
    assert hull(tons) == boxes


def test_a10_a_house_rule_rounds_halves_up() -> None:
    assert (hull(9604, house(halves_round="up")), hull(100, house(halves_round="up"))) == (25, 3)


def test_a10_a_card_that_states_its_hull_keeps_it() -> None:
    assert hull(15140, hull=7) == 7


def test_a10_house_rules_may_say_otherwise() -> None:
    assert hull(14400, house(hull_square_root_share=3)) == 40
    assert hull(100, house(least_hull=5)) == 5
