"""Lists longer than the screen say that they go on, and move by a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.tui.setup.page import SetupPage
from tests.tui.keyboard import NARROW, WIDE, home, refereeing, table


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


def test_of_many_modifiers_the_ticked_ones_are_shown_and_the_others_counted(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        one.press(">", "i")
        assert "12 others: ←→" in one.text
        one.press("right", "right", "right")
        assert "11 others: ←→" in one.text, one.text


def test_2_4_initiative_shows_what_counts_in_a_few_lines_and_nothing_that_counts_for_nothing(tmp_path: Path) -> None:
    for scenario in ("yalu", "manila-bay"):
        with refereeing(tmp_path / f"{scenario}.battle", scenario, NARROW) as one:
            one.press(">", "i")
            form = one.text.split("─ Initiative ─")[1].splitlines()[1:]
            ticked = form[: next(place for place, line in enumerate(form) if line.strip().startswith("dice"))]
            assert len(ticked) <= 2, one.text
            assert "☐" not in "".join(ticked)
            for _ in range(20):
                assert "+0" not in one.text.split("─ Initiative ─")[1]
                one.press("right")


def test_help_says_that_several_may_be_ticked(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        one.press(">", "i", "f1")
        assert "Any of:" in one.text and "One of:" not in one.text


def test_lists_of_rows_move_by_a_row_and_by_the_page_that_is_shown(tmp_path: Path) -> None:
    with table(tmp_path), home(NARROW) as one:
        one.press("home", "down", "down", "down", "ctrl+e")  # a scenario, in the set-up
        page = one.page
        assert isinstance(page, SetupPage)

        def at() -> int:
            rows = page.form.rows
            assert page.form.row is not None
            return rows.index(page.form.row)

        one.press("home", "down", "down")
        assert at() == 2
        shown = sum(row.label in one.text for row in page.form.rows if row.label)
        assert shown > 0
        before, whole = one.lines(), page.page
        one.press("pagedown")
        assert at() - 2 == whole > 8
        marked = next(line for line in one.lines() if line.startswith(" ▸"))
        assert marked.replace("▸", " ").split()[0] in " ".join(before), "the page overlaps the one before"
        one.press("pageup")
        assert abs(at() - 2) <= 2  # pages with more headings have fewer rows
