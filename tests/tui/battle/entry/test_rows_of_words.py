"""Rows of words: what each word stands for, in its row and by F1, and none of them cut."""

from __future__ import annotations

from pathlib import Path

from tests.tui.hands import on_to
from tests.tui.keyboard import NARROW, VERY_WIDE, refereeing


def test_2_4_initiative_names_the_sides_and_shows_what_each_modifier_is_worth(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        one.go()
        one.press("i")
        assert "modifiers of Japan" in one.text
        assert "first side" not in one.text
        assert "☑ +2 1st Division: squadron with Superior crews" in one.text
        assert "☐ +0" not in one.text and "others: ←→" in one.text
        assert "…" not in one.text.split("─ Initiative ─")[1]
        one.press("down")
        assert "modifiers of Russia" in one.text
        one.press("enter", "enter", "w")
        assert "modifiers of Japan: 1st Division: squadron with Superior crews" in " ".join(one.text.split())


def test_2_4_the_modifier_with_the_cursor_is_on_the_screen_however_many_there_are(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        one.go()
        one.press("i", "down", "left")
        assert "Light ships: squadron without a flagship" in one.text


def test_5_2_f1_explains_each_letter_of_where_the_target_lies(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        on_to(one, "firing")
        one.press("f", "down", "f1")
        for words in ("F (ahead)", "A (astern)", "P (port)", "S (starboard)"):
            assert words in one.text


def test_5_2_batteries_that_do_not_bear_are_left_out_before_the_range_is_known(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", VERY_WIDE) as one:
        on_to(one, "firing")
        one.press("f")
        form = one.text.split("─ Fire: ")[1]
        assert "cm  required" in form
        assert "fore 12 in (FPS)" in form
        assert "P mid 6 in (P)" in form
        assert "S mid 6 in" not in form
        one.press("down", "s")
        form = one.text.split("─ Fire: ")[1]
        assert "? cm" in form
        assert "S mid 6 in (S)" in form
        assert "P mid 6 in" not in form


def test_c4_weapons_of_the_other_side_are_left_out_before_the_range_is_known(tmp_path: Path) -> None:
    """M 388 has seen MTB 221 at 12 cm; MTB 233 she has not measured to."""
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", "f")
        one.press("backspace", "down", "down", "down")
        assert "20 mm port fore" in one.text.split("weapons")[1]
        assert "☑ 20 mm stbd fore" not in one.text
        one.press("f1")
        assert "20 mm port fore (to port)" in one.text
        assert "105 mm bow (to front, port, starboard)" in one.text
