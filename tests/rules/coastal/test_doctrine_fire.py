"""The fire of the coastal doctrines: a volley of which no die achieves anything is not fired (C5)."""

from __future__ import annotations

import pytest

from fleetbook.rules.coastal.doctrines.fighting import can_score
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup

BATTLE = ruleset("coastal").begin(load_setup("convoy"))


@pytest.mark.parametrize(
    ("cannon", "guns", "modifiers", "scores"),
    [
        (0, 2, (), True),  # row ..2: a 6 straddles
        (0, 2, ("small_target",), False),  # 5 at most
        (0, 3, ("small_target",), True),  # row 3-4: a 5 straddles
        (0, 3, ("small_target", "fast"), False),
        (5, 0, ("small_target", "fast"), True),  # row 5-6: a 4 straddles
        (2, 2, ("small_target",), False),  # two volleys: their factors are not added
        (2, 0, ("heavy_guns",), True),  # counts against guns alone
        (0, 2, ("heavy_guns",), False),
        (0, 0, (), False),
    ],
)
def test_only_a_volley_that_can_hit_or_straddle_is_fired(
    cannon: float, guns: float, modifiers: tuple[str, ...], scores: bool
) -> None:
    assert can_score(BATTLE, (cannon, guns), modifiers) is scores
