"""The end on the battle screen: who has won stands there in large letters, in the words of the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.tui.kit.banner import banner
from tests.tui.keyboard import NARROW, WIDE, refereeing

DRAWN = {
    "W": ["█   █", "█▄▀▄█", "▀   ▀"],
    "O": ["█▀█", "█ █", "▀▀▀"],
    "N": ["█▄ █", "█ ▀█", "▀  ▀"],
}


def large(word: str) -> list[str]:
    """The word as it is drawn, dot by dot."""
    return [" ".join(DRAWN[letter][row] for letter in word) for row in range(3)]


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_the_winner_stands_there_large(tmp_path: Path, size: tuple[int, int]) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", size, seed="3") as one:
        one.press("E")
        assert "as counted: Kriegsmarine" in one.text
        one.press("enter")
        lines = one.lines(size)
        for row in large("WON"):
            assert any(line.endswith(row) for line in lines)
        assert any(line.strip().startswith("KRIEGSMARINE HAS WON: Royal Navy fell short") for line in lines)


def test_words_go_on_below_where_they_find_no_room() -> None:
    assert banner("won now", 31) == [f"{a}   {b}" for a, b in zip(large("WON"), large("NOW"), strict=True)]
    assert banner("won now", 30) == [*large("WON"), *large("NOW")]


def test_what_cannot_be_drawn_is_left_to_the_words_below() -> None:
    assert banner("日本 has won", 80) == banner("won", 10) == []
    assert banner("wön", 20) == large("WON")
