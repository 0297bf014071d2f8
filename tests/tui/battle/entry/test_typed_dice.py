"""Dice of players, typed in a form: how faces are read, and one too many is named before anybody chooses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tui.keyboard import Keyboard, refereeing


@contextmanager
def initiative(path: Path, typed: str) -> Iterator[Keyboard]:
    """Initiative at the Yalu, two D10, with dice typed in the form's last row and the order given."""
    with refereeing(path / "a.battle", "yalu", seed="7") as one:
        one.go()
        one.press("i", "down", "down")
        one.type(typed)
        one.press("enter")
        yield one


def chooses(one: Keyboard) -> bool:
    return one.battle.entry.answer is not None


def thrown(one: Keyboard) -> list[tuple[int, str]]:
    return [(face.face, face.origin) for face in one.session.journal.records[-1].faces]


@pytest.mark.parametrize("typed", ["113", "1 1 3", "1 1 -3", "8 3 -  2"])
def test_a_face_too_many_is_told_before_a_choice_and_stays_in_its_row(tmp_path: Path, typed: str) -> None:
    with initiative(tmp_path, typed) as one:
        form = one.battle.entry.form
        assert one.battle.entry.answer is None
        assert form is not None
        assert (form.dice, form.name) == (typed, "dice")
        assert len(one.session.journal.records) == 1
        if "-3" not in typed:
            assert " faces typed in, but this order throws 2 dice" in one.text


def test_backspace_at_a_choice_goes_back_to_the_dice_as_they_were_typed(tmp_path: Path) -> None:
    with initiative(tmp_path, "8 3") as one:
        assert chooses(one)
        one.press("backspace")
        form = one.battle.entry.form
        assert not chooses(one)
        assert form is not None
        assert (form.dice, form.name) == ("8 3", "dice")
        one.press("enter", "enter")
        assert thrown(one) == [(8, "typed"), (3, "typed")]


def test_backspace_at_a_choice_before_which_nothing_was_typed_does_nothing(tmp_path: Path) -> None:
    with initiative(tmp_path, "") as one:
        before = one.battle.entry.answer
        assert before is not None
        one.press("backspace")
        assert one.battle.entry.answer == before


@pytest.mark.parametrize(
    ("typed", "faces"),
    [("8 3", [8, 3]), ("83", [8, 3]), ("80", [8, 10]), ("0,3", [10, 3]), ("10 3", [10, 3]), ("103", [1, 10, 3])],
)
def test_digits_that_a_die_has_not_as_a_face_are_a_face_each_and_0_is_10(tmp_path: Path, typed: str, faces: list[int]) -> None:
    with initiative(tmp_path, typed) as one:
        if len(faces) > 2:
            assert "3 faces typed in" in one.text
            return
        one.press("enter")
        assert thrown(one) == [(face, "typed") for face in faces]
        one.press("w")
        assert f"Japan: D10 {faces[0]}*" in one.text
        assert f"China: D10 {faces[1]}*" in one.text


def test_two_digits_that_stand_apart_are_told_as_a_face_that_the_die_has_not(tmp_path: Path) -> None:
    with initiative(tmp_path, "8,12") as one:
        assert "12 is not on a D10: it has 1 to 10" in one.text
        assert len(one.session.journal.records) == 1
        one.press("f1")
        assert "Separate faces with a comma or a space, such as 4,12." in " ".join(one.text.split())


def test_dice_in_one_go_where_a_die_is_asked_for(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="7") as one:
        one.go()
        one.press("D", "i", "enter")
        one.type("113")
        one.press("enter")
        assert " faces typed in, but this order throws 2 dice" in one.text
        assert one.battle.entry.answer is not None and one.battle.entry.answer.text == "113"
        one.press("ctrl+u")
        one.type("90")
        one.press("enter", "enter")
        assert thrown(one) == [(9, "typed"), (10, "typed")]


def test_a_letter_or_sign_among_the_dice_is_left_out_with_a_word(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="7") as one:
        one.go()
        one.press("i", "down", "down")
        for typed in "o.>d":
            one.type(typed)
            assert f"dice: {typed} is no face; type faces such as 4,2" in one.text
        one.type("8,3")
        one.press("enter", "enter")
        assert thrown(one) == [(8, "typed"), (3, "typed")]


@pytest.mark.parametrize(("scenario", "keys", "sides"), [("yalu", "i", 10), ("convoy", "nsf", 6)])
def test_a_question_for_a_die_takes_faces_alone(tmp_path: Path, scenario: str, keys: str, sides: int) -> None:
    with refereeing(tmp_path / "a.battle", scenario, seed="7") as one:
        one.press("enter", ">", "D")
        for key in keys:
            one.press(key)
            if key == "s":
                one.type("8")
            one.press("enter")
        assert one.battle.entry.answer is not None
        for typed in "x.>d/:":
            one.type(typed)
            assert f"D{sides}: {typed} is no face: type 1 to {sides}" in one.text
            assert one.battle.entry.answer.text == ""
        one.press("?")
        assert "Help: " in one.text and f"D{sides}" in one.text
        one.press("escape", "3")
        assert one.battle.entry.answer.text == "3"
