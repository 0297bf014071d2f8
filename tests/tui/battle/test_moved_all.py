"""After all ships have moved, another distance is called a correction."""

from __future__ import annotations

from pathlib import Path

from tests.tui.keyboard import NARROW, refereeing

FLOTILLA = 6


def test_when_all_have_moved_a_new_distance_corrects_the_old_and_says_so(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press(">", "m", "8", "enter", "m")
        assert "all have moved" not in one.text
        one.press("escape")
        for _ in range(FLOTILLA - 1):
            one.press("m", "7", "enter")
        assert "corrects" not in one.text
        one.press("m")
        assert "all have moved this turn; a new distance corrects the old" in one.text
        assert "is next" not in one.text
        one.press("escape", "home", "m", "6", "enter")
        assert "═ MTB 221 moves 6 cm ═" in one.text
        assert "This replaces her earlier order of 8 cm" in one.text
        assert one.session.battle.ship("MTB 221").speed == 6
