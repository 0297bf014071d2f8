"""Tracks of more boxes than a line has room for, in the status of a battle."""

from __future__ import annotations

import pytest

from fleetbook.cli.drawing.status import ship_text
from fleetbook.core.battle.card_view import CardView, Track


def drawn(left: int, full: int) -> str:
    """The line of a ship's only track."""
    lines = list(ship_text(CardView("Tiger", "battlecruiser", "Red", "stopped", (Track("points", "points", left, full),))))
    return lines[1].strip()


def test_a_short_track_has_a_box_for_each() -> None:
    assert drawn(3, 5) == "points ■■■□□ 3/5"


@pytest.mark.parametrize(("left", "free"), [(501, 46), (500, 45), (451, 41), (1, 1), (0, 0)])
def test_a_long_one_has_a_box_for_several_and_is_never_whole_when_it_is_not(left: int, free: int) -> None:
    assert drawn(left, 501) == f"points {'■' * free}{'□' * (46 - free)} ×11 {left}/501"
