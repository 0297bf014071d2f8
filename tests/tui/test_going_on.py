"""Leaving a step: what is due is named first, dice that would be thrown are announced, steps without work are left out."""

from __future__ import annotations

from pathlib import Path

from tests.tui.keyboard import NARROW, Keyboard, refereeing


def seen(one: Keyboard) -> None:
    """S 136 has seen MGB 77 at 12 cm, in step 3."""
    one.press("n", "n", "s")
    one.type("12")
    one.press("enter")


def test_n_names_what_is_due_and_passes_over_it_when_pressed_again(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        seen(one)
        one.press("n")
        assert "Not yet" in one.text
        assert "S 138 has not looked." in one.text
        assert "S 136 and S 138 have not fired, and an enemy is seen." in one.text
        assert one.session.battle.phase == "fire-1"
        one.press("n")
        assert one.session.battle.phase == "damage-1"


def test_another_key_takes_the_question_back(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        seen(one)
        one.press("n", "down")
        assert "Not yet" not in one.text
        one.press("n")
        assert one.session.battle.phase == "fire-1"


def test_n_goes_at_once_where_nothing_is_due(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press("n")
        assert one.session.battle.phase == "move-1"


def test_dice_that_n_throws_are_announced(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press("=")
        one.type("MGB 77")
        one.press("down")
        one.type("twin MG port")
        one.press("down")
        one.type("dam")
        one.press("enter", "n")
        assert "MGB 77 dices for repairs: twin MG port, 6 needed." in one.text
        assert one.session.battle.phase == "repair-1"


def test_squadrons_that_have_not_acted_are_named_by_side(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", seed="7") as one:
        one.go(2)
        one.press("enter", "n")
        assert "Japan: 1st Division, 2nd Division" in one.text
        assert "have not acted." in one.text
        assert one.session.battle.phase == "movement"


def test_on_to_the_next_step_with_something_to_do_takes_one_key(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press("n", "n", "n", "n")
        assert one.session.battle.phase == "damage-1"
        one.press(">")
        assert one.session.battle.phase == "move-2"


def test_who_has_looked_moved_and_fired_is_ticked_and_what_is_due_stands_in_capitals(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        seen(one)
        rows = {line.split("E-boat")[0].strip("▸◆ "): line for line in one.lines() if "E-boat" in line}
        assert "○s·F·" in rows["S 136"]
        assert "○S·F·" in rows["S 138"]
        assert "◉····" in next(line for line in one.lines() if "MGB 77 MGB" in line)


def test_nothing_is_due_once_the_battle_has_ended(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden") as one:
        one.press("n")
        assert any(tick.due for tick in one.session.ticks("MGB 77"))
        one.press("E", "enter")
        assert one.session.battle.ended
        assert not any(tick.due for tick in one.session.ticks("MGB 77"))
