"""Dice: notation, ways, and a stream that favours no face and can be checked afterwards."""

from __future__ import annotations

import hashlib
import time
from collections import Counter

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleetbook.core.dice import Dice, Stream, thrown_as
from fleetbook.core.errors import InvalidInput


@pytest.mark.parametrize(
    ("text", "dice", "shown"),
    [
        ("d6", Dice(1, 6), "D6"),
        ("D20", Dice(1, 20), "D20"),
        ("4D6", Dice(4, 6), "4D6"),
        ("2d10+1", Dice(2, 10, 1), "2D10+1"),
        (" 3d4 - 2 ", Dice(3, 4, -2), "3D4-2"),
    ],
)
def test_notation(text: str, dice: Dice, shown: str) -> None:
    assert Dice.parse(text) == dice
    assert str(dice) == shown


@pytest.mark.parametrize(
    "text", ["", "6", "d", "d0", "0d6", "2x6", "d6+", "d-6", "99999d6", "d6d6", "½d6", "999d9999", "2d501", "501d2", "d1001"]
)
def test_what_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        Dice.parse(text)


@pytest.mark.parametrize("text", ["d1000", "999d1", "100d10", "31d32", "500d2", "333d3"])
def test_as_many_ways_as_may_be_are_counted_in_no_time(text: str) -> None:
    dice = Dice.parse(text)
    began = time.process_time()
    ways = dice.ways()
    assert time.process_time() - began < 0.5
    assert sum(ways.values()) == dice.sides**dice.count
    assert (min(ways), max(ways), ways[dice.lowest], ways[dice.highest]) == (dice.lowest, dice.highest, 1, 1)


@given(st.integers(1, 6), st.integers(1, 20), st.integers(-5, 5))
def test_ways_agree_with_icepool(count: int, sides: int, plus: int) -> None:
    expected = count @ icepool.d(sides) + plus
    dice = Dice(count, sides, plus)
    assert dict(dice.ways()) == dict(expected.items())
    assert (dice.lowest, dice.highest) == (expected.min_outcome(), expected.max_outcome())


def test_the_same_seed_and_die_give_the_same_face_and_others_do_not() -> None:
    stream = Stream("harbour")
    assert stream.face(3, 1000) == Stream("harbour").face(3, 1000)
    faces = {Stream(seed).face(die, 10**9) for seed in "ab" for die in (1, 2, 11, 21)}
    assert len(faces) == 8


@pytest.mark.parametrize("sides", [4, 6, 7, 10, 20])
def test_no_face_is_favoured(sides: int) -> None:
    throws = 20_000
    stream = Stream("a fixed seed")
    seen = Counter(stream.face(die, sides) for die in range(throws))
    assert set(seen) == set(range(1, sides + 1))
    expected = throws / sides
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    assert chi_square < 3 * sides + 20  # far beyond the 0.1 % point for these degrees of freedom


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert Stream("42").commitment == hashlib.sha256(b"42").hexdigest()


@pytest.mark.parametrize(
    ("sides", "thrown"),
    [(6, "D6"), (100, "D100"), (5, "D5 (a D6, rolled again above 5)"), (9, "D9 (a D10, rolled again above 9)"),
     (13, "D13 (a D20, rolled again above 13)"), (21, "D21 (a D100, rolled again above 21)"), (101, "D101")],
)  # fmt: skip
def test_a_die_that_nobody_has_is_thrown_as_one_that_players_have(sides: int, thrown: str) -> None:
    assert thrown_as(sides) == thrown
