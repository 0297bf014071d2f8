"""Letters in a form's row go to its words, and none is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fleetbook.tui.battle.entry.form import OrderForm
from tests.tui.hands import launch, on_to
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
    one.press("down", "down")
    assert form(one).name == "bearing"


def test_a_letter_of_a_word_that_is_refused_now_stays_in_its_row_and_says_why(tmp_path: Path) -> None:
    with firing(tmp_path) as one:
        torpedo(one)
        for letter, toward in {"f": "ahead", "a": "astern"}.items():  # Fulong and Fuso, Akagi and Akitsushima begin so
            one.type(letter)
            values = form(one).draft.values
            assert (values["firer"], values["target"], form(one).name) == ("Takachiho", "Laiyuan", "bearing")
            assert f"no loaded tube of Takachiho bears {toward}" in row(one, "target lies to")
        before = len(one.session.journal.records)
        one.press("enter")
        assert len(one.session.journal.records) == before
        assert one.text.count("no loaded tube of Takachiho bears astern") == 1


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


def test_a_letter_that_begins_no_word_of_the_row_replaces_no_ship_that_was_entered(tmp_path: Path) -> None:
    with firing(tmp_path) as one:
        torpedo(one)
        one.type("zhi")
        assert (form(one).draft.values["target"], form(one).name) == ("Laiyuan", "bearing")
        assert form(one).draft.entries["bearing"].problem is not None, "zhi is no word of the row"


def test_a_letter_or_sign_in_a_number_is_left_out_with_a_word(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="7") as one:
        one.go()
        one.press("i", "enter", "enter")
        one.go()
        one.press("m")
        assert form(one).name == "speed"
        one.type("15")
        for typed in "o.,#-":
            one.type(typed)
            assert f"speed: {typed} is not part of a number" in one.text
            assert form(one).draft.values["speed"] == 15
        one.press("?")
        assert "Help: " in one.text
        one.press("escape", "enter")
        assert one.session.journal.records[-1].inputs["speed"] == 15


@pytest.mark.parametrize(
    ("typed", "target", "range_"),
    [
        ("hel76", "Hellweg", 76),
        ("76hel", "Hellweg", 76),
        ("hel 76", "Hellweg", 76),
        ("m38876", "M 388", 76),
        ("m 388 76", "M 388", 76),
        ("r8676", "R 86", 76),
        ("12r86", "R 86", 12),
        ("v124376", "V 1243", 76),
        ("mö9", "Möwensand", 9),
    ],
)
def test_digits_part_from_the_letters_where_no_name_goes_on_with_them(
    tmp_path: Path, typed: str, target: str, range_: int
) -> None:
    """Off Terschelling, where MTB 221 looks: names have digits too."""
    with refereeing(tmp_path / "a.battle", "convoy", seed="7") as one:
        on_to(one, "fire-2")
        one.press("s")
        one.type(typed)
        values = form(one).draft.values
        assert (values["target"], values["range"]) == (target, range_)
        assert values["observer"] == "MTB 221"
        one.press("enter")
        assert one.session.journal.records[-1].inputs["target"] == target


def test_a_target_and_a_range_in_one_word_launch_torpedoes(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", seed="7") as one:
        launch(one, "hel35")
        inputs = one.session.journal.records[-1].inputs
        assert (inputs["target"], inputs["range"]) == ("Hellweg", 35)


def test_digits_of_an_unknown_name_stay_with_it(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", seed="7") as one:
        on_to(one, "fire-1")
        one.press("s")
        for typed in ("mtb 99", "xy7"):
            one.type(typed)
            assert form(one).name == "target"
            assert f"{typed} is no target. " in one.text
            assert "Type letters of: MTB 221" in one.text
            one.press("enter")
            assert form(one).draft.values["range"] is None
            one.press("ctrl+u")


def test_a_digit_behind_a_name_is_left_out_where_no_number_is_asked_for(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="7") as one:
        on_to(one, "movement")
        one.press("L")
        one.type("tak9")
        assert form(one).draft.values["ship"] == "Takachiho"
        assert "number: 9 is left out: this order asks for none" in one.text
        assert form(one).trouble is None


def test_a_die_typed_where_none_is_thrown_is_left_out(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", seed="3") as one:
        one.press(">", ">", "s")
        one.type("5 4")
        assert "range: 4 is left out: no die is asked for" in one.text
        assert (form(one).name, form(one).draft.values["range"], form(one).dice) == ("range", 5, "")
        one.press("enter")
        assert one.session.journal.records[-1].inputs["range"] == 5


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
