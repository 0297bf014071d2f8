"""The stream of dice: faces that would be favoured are drawn again, and a seed is committed to beforehand."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import pairwise

import pytest

from fleetbook.core.dice import Dice, Stream
from fleetbook.core.errors import InvalidInput

WORD = 1 << 64


def drawn(seed: str, order: int, die: int, attempt: int) -> int:
    """The number behind a face, as the manual describes it: blake2b of the three numbers, keyed by the seed's own hash."""
    key = hashlib.blake2b(seed.encode()).digest()
    return int.from_bytes(hashlib.blake2b(f"{order}/{die}/{attempt}".encode(), key=key, digest_size=8).digest(), "big")


def test_a_number_past_the_last_whole_round_is_drawn_again() -> None:
    sides = WORD // 2 + 1  # nearly every other number is past it
    again = 0
    for die in range(200):
        attempt = 0
        while drawn("s", 1, die, attempt) >= sides:
            attempt += 1
        again += attempt > 0
        assert Stream("s").face(1, die, sides) == drawn("s", 1, die, attempt) % sides + 1
    assert again > 60


def test_a_face_depends_on_nothing_but_the_seed_the_order_and_the_die() -> None:
    stream = Stream("s")
    alone = stream.face(5, 3, 20)
    for die in range(1, 3):
        stream.face(5, die, 20)
    assert stream.face(5, 3, 20) == alone
    assert drawn("s", 5, 3, 0) % 20 + 1 == alone


def test_two_dice_of_one_order_are_independent() -> None:
    stream = Stream("pairs")
    pairs = Counter((stream.face(order, 1, 6), stream.face(order, 2, 6)) for order in range(7_200))
    chi_square = sum((pairs[one, other] - 200) ** 2 / 200 for one in range(1, 7) for other in range(1, 7))
    assert chi_square < 66.6  # the 0.1 % point for 35 degrees of freedom


def test_the_same_die_of_following_orders_is_independent() -> None:
    stream = Stream("rows")
    faces = [stream.face(order, 1, 6) for order in range(7_201)]
    pairs = Counter(pairwise(faces))
    chi_square = sum((pairs[one, other] - 200) ** 2 / 200 for one in range(1, 7) for other in range(1, 7))
    assert chi_square < 66.6


def test_other_seeds_have_other_commitments_which_do_not_show_them() -> None:
    commitments = {Stream(seed).commitment for seed in ("a", "b", "")}
    assert len(commitments) == 3
    assert all(len(text) == 64 and "seed" not in text for text in commitments)


@pytest.mark.parametrize("text", ["d６", "²d6", "d6\n+x", "1d6.0", "-1d6"])
def test_figures_of_other_scripts_are_no_notation(text: str) -> None:
    with pytest.raises(InvalidInput):
        Dice.parse(text)
