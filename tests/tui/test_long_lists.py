"""Lists longer than the screen say that they go on, and move by a page."""

from __future__ import annotations

import re
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


def test_a_form_higher_than_its_pane_says_how_many_rows_are_below(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        one.press("n", "i")
        assert re.search(r"↓ \d+ more", one.text), one.text
        assert not re.search(r"↑ \d+", one.text.partition("Initiative ─")[2])
        one.press("down")
        form = one.text.partition("Initiative ─")[2]
        assert not re.search(r"[↑↓] \d+", form), one.text  # all of it is there


def test_help_says_that_several_may_be_ticked(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        one.press("n", "i", "f1")
        assert "Any of: " in one.text and "One of: " not in one.text
