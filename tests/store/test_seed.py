"""A seed that is chosen by hand, and the words of a side: something that can be read out."""

from __future__ import annotations

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.seed import drawing

SIDES = ("Red", "Blue")


@pytest.mark.parametrize("seed", ["7", "x" * 200])
def test_a_seed_has_one_to_two_hundred_letters(seed: str) -> None:
    assert drawing(seed, {"red": f" {seed} "}, SIDES).words == {"Red": seed}
    assert drawing(seed, {}, SIDES).chosen


@pytest.mark.parametrize("seed", ["", "x" * 201, "a\tb"])
def test_what_nobody_could_read_out_is_no_seed(seed: str) -> None:
    with pytest.raises(InvalidInput, match="allowed: 1 to 200 printable letters or digits"):
        drawing(seed, {}, SIDES)
