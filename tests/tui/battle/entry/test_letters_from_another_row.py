"""Letters typed in a row of numbers or dice name a proposed target, and never replace one that was entered."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.tui.battle.entry.form import OrderForm
from tests.tui.keyboard import NARROW, Keyboard, refereeing


def form(one: Keyboard) -> OrderForm:
    found = one.battle.entry.form
    assert found is not None
    return found


@pytest.mark.parametrize("before", ["12", "12 "])  # on the range, and on the dice
def test_a_target_that_was_entered_stays(before: str, tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("mgb 321 ")
        assert form(one).draft.values["target"] == "MGB 321"
        one.type(f"{before}m")
        assert form(one).draft.values["target"] == "MGB 321"
        assert "m is left out: target MGB 321 stays" in one.text


def test_a_letter_that_begins_no_target_is_left_out(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        was = form(one).draft.values["target"]
        one.type("45 x")
        assert form(one).draft.values["target"] == was
        assert "x is left out: it begins no target" in one.text


def test_a_proposed_target_gives_way_to_letters_on_the_range(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        assert form(one).draft.values["target"] != "MTB 624"
        one.type("12mtb 624")
        assert form(one).draft.values["target"] == "MTB 624"
