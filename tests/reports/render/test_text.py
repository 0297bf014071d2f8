"""The plain report: everything within a hundred cells, nothing lost when a table is too wide."""

from __future__ import annotations

from fleetbook.reports.render.text import text_report
from fleetbook.reports.text_layout import cell_width
from tests.reports.journals import Played, setup


def test_title_and_sections_are_underlined() -> None:
    lines = text_report(Played(setup(title="Night off nowhere")).journal).splitlines()
    assert lines[:2] == ["Night off nowhere", "================="]
    place = lines.index("RESULT")
    assert lines[place + 1] == "------"


def test_no_line_is_wider_than_a_hundred_cells_and_wide_cells_are_broken() -> None:
    words = "a reason of many words that goes on and on " * 5
    played = Played().to("fire-1")
    played.give("strike", ship="A", track="hull", boxes=1, reason=words.strip())
    page = text_report(played.journal)
    assert max(map(cell_width, page.splitlines())) <= 100
    assert page.count("goes on and on") >= 5


def test_lines_taken_back_say_so() -> None:
    played = Played().to("fire-1")
    shot = played.shot(6).number
    played.keep(played.journal.undo())
    text = " ".join(text_report(played.journal).split())
    assert f"{shot} [taken back] straddle: D fires at A, 10 cm (taken back after its dice had been seen)" in text


def test_it_ends_with_one_newline_and_is_the_same_each_time() -> None:
    played = Played().to("fire-1")
    page = text_report(played.journal)
    assert page.endswith("\n")
    assert not page.endswith("\n\n")
    assert page == text_report(played.journal)
