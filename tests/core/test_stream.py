"""The stream of dice. Draws that favour a face are repeated, and the seal commits to the seed."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import pairwise

import pytest

from fleetbook.core.dice import Dice, Stream
from fleetbook.core.errors import InvalidInput

WORD = 1 << 64


def drawn(seed: str, die: str, attempt: int) -> int:
    """The number behind a face, as the manual describes it: blake2b of the die's number. The key is the seed's hash."""
    key = hashlib.blake2b(seed.encode()).digest()
    return int.from_bytes(hashlib.blake2b(f"{die}/{attempt}".encode(), key=key, digest_size=8).digest(), "big")


def test_a_number_past_the_last_whole_round_is_drawn_again() -> None:
    sides = WORD // 2 + 1  # nearly every other number is past it
    again = 0
    for die in range(1, 201):
        attempt = 0
        while drawn("s", str(die), attempt) >= sides:
            attempt += 1
        again += attempt > 0
        assert Stream("s").face(die, sides) == drawn("s", str(die), attempt) % sides + 1
    assert again > 60


def test_a_face_depends_on_nothing_but_the_seed_the_words_and_the_die() -> None:
    stream = Stream("s")
    alone = stream.face(5, 20)
    for die in range(1, 5):
        stream.face(die, 20)
    assert stream.face(5, 20) == alone == drawn("s", "5", 0) % 20 + 1


def test_dice_numbered_by_lines_are_drawn_as_they_were() -> None:
    assert [Stream("s", line=5).face(die, 20) for die in (1, 2, 3)] == [drawn("s", f"5/{die}", 0) % 20 + 1 for die in (1, 2, 3)]


def test_what_either_side_says_changes_every_face() -> None:
    said = [(), ("anchor",), ("anchor", "bell"), ("bell", "anchor"), ("anchorbell", ""), ("", "anchorbell")]
    faces = {tuple(Stream("s", words).face(die, 10**9) for die in range(1, 4)) for words in said}
    assert len(faces) == len(said)
    assert {Stream("s", words).commitment for words in said} == {Stream("s").commitment}


def test_two_dice_that_follow_each_other_are_independent() -> None:
    stream = Stream("pairs")
    faces = [stream.face(die, 6) for die in range(1, 14_401)]
    for pairs in (Counter(zip(faces[::2], faces[1::2], strict=True)), Counter(list(pairwise(faces))[::2])):
        chi_square = sum((pairs[one, other] - 200) ** 2 / 200 for one in range(1, 7) for other in range(1, 7))
        assert chi_square < 66.6  # the 0.1 % point for 35 degrees of freedom


def test_other_seeds_have_other_commitments_which_do_not_show_them() -> None:
    commitments = {Stream(seed).commitment for seed in ("a", "b", "")}
    assert len(commitments) == 3
    assert all(len(text) == 64 and "seed" not in text for text in commitments)


@pytest.mark.parametrize("text", ["d６", "²d6", "d6\n+x", "1d6.0", "-1d6"])
def test_figures_of_other_scripts_are_no_notation(text: str) -> None:
    with pytest.raises(InvalidInput):
        Dice.parse(text)
