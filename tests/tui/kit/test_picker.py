"""The picker: a list that is searched by typing."""

from __future__ import annotations

from fleetbook.tui.kit.line import cells
from fleetbook.tui.kit.picker import Picker
from fleetbook.tui.kit.style import CURSOR, FOUND


def test_a_search_marks_what_was_typed_also_far_behind() -> None:
    picker = Picker("Journal", ["1  a line that goes on and on and tells of a STRADDLE at its end"], lambda chosen: None)
    for letter in "stradd":
        picker.take(letter, letter)
    row = picker.draw((40, 10))[2]
    assert ("STRADD", CURSOR + FOUND) in row
    assert cells(row) <= 40
