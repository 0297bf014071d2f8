"""Letters in a form's row go to its words, and none is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fleetbook.tui.battle.entry.form import OrderForm
from tests.tui.keyboard import Keyboard, refereeing


@contextmanager
def firing(path: Path) -> Iterator[Keyboard]:
    """The Yalu where Japan's first squadron fires. Takachiho's tubes bear to port and starboard, none ahead or astern."""
    with refereeing(path / "a.battle", "yalu", seed="7") as one:
        while one.session.battle.phase != "firing":
            one.go()
            if one.session.battle.phase == "initiative":
                one.press("i", "enter", "enter")
        yield one


def form(one: Keyboard) -> OrderForm:
    assert one.battle.entry.form is not None
    return one.battle.entry.form


def row(one: Keyboard, label: str) -> str:
    return next(line for line in one.lines() if line.strip(" ▸").startswith(label))


def torpedo(one: Keyboard) -> None:
    """Takachiho's torpedoes at Laiyuan, the cursor on where she lies."""
    one.press("t")
    one.type("tak lai 5")
    one.press("down")
    assert form(one).name == "bearing"


def test_a_letter_of_a_word_that_is_refused_now_stays_in_its_row_and_says_why(tmp_path: Path) -> None:
    with firing(tmp_path) as one:
        torpedo(one)
        for letter in "fa":  # Fulong and Fuso, Akagi and Akitsushima begin so
            one.type(letter)
            values = form(one).draft.values
            assert (values["firer"], values["target"], form(one).name) == ("Takachiho", "Laiyuan", "bearing")
            assert f"no loaded tube of Takachiho bears to {letter.upper()}" in row(one, "target lies to")
        before = len(one.session.journal.records)
        one.press("enter")
        assert len(one.session.journal.records) == before
        assert one.text.count("no loaded tube of Takachiho bears to A") == 1


def test_a_letter_takes_the_place_of_the_one_before_where_words_have_one_letter(tmp_path: Path) -> None:
    with firing(tmp_path) as one:
        torpedo(one)
        one.type("fps")
        assert form(one).draft.values["bearing"] == "S"
        assert form(one).trouble is None


def test_what_is_allowed_is_told_without_what_is_refused(tmp_path: Path) -> None:
    with firing(tmp_path) as one:
        torpedo(one)
        one.type("x")
        assert "allowed: P, S" in row(one, "target lies to")
        assert "allowed: F" not in one.text


def test_a_letter_that_begins_no_word_of_the_row_still_finds_a_ship(tmp_path: Path) -> None:
    with firing(tmp_path) as one:
        torpedo(one)
        one.type("zhi")
        assert (form(one).draft.values["target"], form(one).name) == ("Zhiyuan", "target")


def test_a_letter_in_a_number_is_shown_as_wrong(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="7") as one:
        one.go()
        one.press("i", "enter", "enter")
        one.go()
        one.press("m")
        assert form(one).name == "speed"
        one.type("15o")
        assert "15o" in row(one, "speed") and "allowed: a whole number" in row(one, "speed")
        one.press("backspace")
        assert form(one).draft.values["speed"] == 15


@pytest.mark.parametrize(
    ("typed", "ship", "at"), [("hel", "Hellweg", "ship"), ("battle", "battle", "ship"), ("smo", "MTB 221", "condition")]
)
def test_a_ship_or_the_battle_is_found_from_the_row_of_the_condition(tmp_path: Path, typed: str, ship: str, at: str) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", seed="5") as one:
        one.go()
        one.press("=")
        assert form(one).name == "condition"
        one.type(typed)
        assert (form(one).draft.values["ship"], form(one).name) == (ship, at)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("weather", ("battle", "weather")),
        ("wea", ("battle", "weather")),
        ("li", ("battle", "light")),
        ("sm", ("MTB 221", "smoke")),
    ],
)
def test_what_belongs_to_the_battle_is_found_while_a_ship_is_named(tmp_path: Path, typed: str, found: tuple[str, str]) -> None:
    """The ship's own come first."""
    with refereeing(tmp_path / "a.battle", "convoy", seed="5") as one:
        one.go()
        one.press("=")
        one.type(typed)
        values = form(one).draft.values
        assert (values["ship"], values["condition"], form(one).name) == (*found, "condition")


def test_a_letter_taken_back_means_a_ship_again(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", seed="5") as one:
        one.go()
        one.press("=")
        one.type("wea")
        assert (form(one).draft.values["ship"], form(one).name) == ("battle", "condition")
        assert one.battle.cursor.ship == "MTB 221", "the ship that the first two letters led to is not looked at any more"
        one.press("backspace")
        assert (form(one).draft.values["ship"], form(one).name) == ("Weserbrook", "ship")
        one.type("a")
        one.press("down")
        assert (form(one).draft.values["condition"], form(one).name) == ("weather", "value")


def test_after_the_ship_the_condition_is_typed_in_its_own_row(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", seed="5") as one:
        one.go()
        one.press("=")
        one.type("hel")
        one.press("down")
        one.type("dis")
        assert (form(one).draft.values["ship"], form(one).draft.values["condition"]) == ("Hellweg", "disabled")
