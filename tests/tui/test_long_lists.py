"""Lists longer than the screen say that they go on, and move by a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.keyboard import NARROW, WIDE, refereeing


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_the_list_of_tables_says_how_many_are_below_and_above_and_moves_by_a_page(tmp_path: Path, size: tuple[int, int]) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", size) as one:
        one.press("T")
        first = one.lines()
        rows = [line for line in first if "figure:" in line or "table:" in line or "modifiers:" in line or "reading:" in line]
        whole = int(first[0].split()[-2])
        assert f"↓ {whole - len(rows)} more" in one.text, one.text
        one.press("pagedown", "pagedown")
        second = one.lines()
        assert any("↑ " in line for line in second), one.text
        assert not set(rows[1:-1]) & set(second)
        one.press("pageup", "pageup", "pageup")
        assert one.lines() == first
        one.press(*["pagedown"] * whole)
        assert "more" not in one.lines()[-3]
        assert "▸" in "".join(one.lines()[-4:-1]), one.text
