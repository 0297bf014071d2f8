"""The picker: a list that is searched by typing."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.tui.kit.line import cells
from fleetbook.tui.kit.picker import Palette, Picker
from fleetbook.tui.kit.style import CURSOR, FOUND
from tests.tui.keyboard import NARROW, WIDE, refereeing


def test_a_search_marks_what_was_typed_also_far_behind() -> None:
    picker = Picker("Journal", ["1  a line that goes on and on and tells of a STRADDLE at its end"], lambda chosen: None)
    for letter in "stradd":
        picker.take(letter, letter)
    row = picker.draw((40, 10))[2]
    assert ("STRADD", CURSOR + FOUND) in row
    assert cells(row) <= 40


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("und", "Take back the last order"), ("undo", "Take back the last order"), ("take b", "Take back the last order"),
        ("u", "Take back the last order"), ("msr", "Measure all ranges"), ("clo", "Clock"), ("journ sear", "Search the journal"),
        ("F7", "Measure all ranges"), ("report", "Read the report"),
    ],
)  # fmt: skip
def test_a_command_is_found_by_its_words_their_beginnings_its_key_and_its_letters(tmp_path: Path, typed: str, title: str) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        one.press(":")
        one.type(typed)
        assert isinstance(one.page, Palette)
        assert one.page.found[0].startswith(title), one.page.found


@pytest.mark.parametrize("size", [NARROW, WIDE])
@pytest.mark.parametrize("key", [":", "ctrl+p"])
def test_the_commands_lie_over_the_foot_of_a_page_that_stays_in_view(tmp_path: Path, size: tuple[int, int], key: str) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", size) as one:
        board = one.lines()[: size[1] // 2]
        one.press(key)
        assert one.lines()[: size[1] // 2] == board
        assert len(one.lines()) == size[1]
        assert "Everything: the battle" in one.text
