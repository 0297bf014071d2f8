"""Alone against a doctrine: it proposes its side's orders above the keys, and Space gives them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fleetbook.core.battle.record import Proposer
from fleetbook.tui.battle.entry.questions_page import QuestionsPage
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing

DOCTRINE = Proposer("Kriegsmarine", "doctrine", "cover the convoy")
ASKS = "Kriegsmarine's doctrine asks for 48 ranges"


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Keyboard]:
    """The convoy in step 3 of turn 1, where the Kriegsmarine observes and fires."""
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as keyboard:
        if keyboard.session.typed_dice:
            keyboard.press("D")
        keyboard.battle.window.chairs.seat("Kriegsmarine", "cover")
        keyboard.go(2)
        yield keyboard


def measure(at: Keyboard, cm: str = "14") -> None:
    """Answer all questions of the page on top."""
    assert isinstance(at.page, QuestionsPage)
    while isinstance(at.page, QuestionsPage):
        at.type("1" if "bearing" in at.text else cm)
        at.press("right", "enter")


def until_it_is_silent(at: Keyboard) -> None:
    """Give all that the doctrine proposes in this step."""
    for _ in range(200):
        if isinstance(at.page, QuestionsPage):
            measure(at)
        elif at.battle.entry.form is not None:
            at.press("enter")
        elif at.battle.window.line is not None:
            at.press(" ")
        else:
            return
    raise AssertionError("the doctrine goes on and on")


def test_the_line_above_the_keys_says_what_the_doctrine_asks(at: Keyboard) -> None:
    assert f"{ASKS}  Space answer" in at.text
    at.press(" ")
    assert f" {ASKS} " in at.text
    assert "M 388 to MTB 221" in at.text


def test_ranges_without_a_number_are_out_of_reach(at: Keyboard) -> None:
    at.press(" ", "7", "enter", " ")
    assert "Kriegsmarine's doctrine: M 388 looks for MTB 221 at 7 cm" in at.text
    assert "Space give  F8 open  - skip" in at.text
    at.press("-")
    assert at.battle.window.line is None, "all others are too far to be looked for"


def test_escape_leaves_the_questions_for_later(at: Keyboard) -> None:
    at.press(" ", "7", "escape")
    assert "Kriegsmarine's doctrine asks for 47 ranges" in at.text


def test_the_form_opens_where_the_referee_must_look_and_the_record_names_the_doctrine(at: Keyboard) -> None:
    at.press(" ", "7", "enter", " ", " ")
    form = at.battle.entry.form
    assert form is not None
    assert form.name == "modifiers"
    at.press("enter")
    record = at.session.journal.records[-1]
    assert (record.procedure, record.proposer) == ("observe", DOCTRINE)
    assert record.inputs["range"] == 7
    at.press("w")
    assert "proposed by cover the convoy, Kriegsmarine's doctrine" in " ".join(at.text.split())


def test_an_arc_must_be_chosen(at: Keyboard) -> None:
    at.press(" ", "7", "enter", " ", " ", "enter", " ")
    assert "M 388 has MTB 221 to" in at.text
    at.press(" ")
    assert "choose the arc" in at.text
    at.press("p", "enter")
    line = at.battle.window.line
    assert line is not None
    assert "M 388 fires at MTB 221, 7 cm" in line.words
    at.press(" ")
    assert at.session.journal.records[-1].inputs["bearing"] == "port"


def test_going_on_reminds_of_what_is_asked(at: Keyboard) -> None:
    at.press("n")
    assert f"{ASKS}." in at.battle.going_on.asked


def test_a_whole_turn_of_the_convoy(at: Keyboard) -> None:
    while at.session.battle.turn < 3:
        until_it_is_silent(at)
        at.go()
    given = [record for record in at.session.journal.records if record.proposer and record.proposer.by == "doctrine"]
    assert {record.proposer for record in given} == {DOCTRINE}
    assert {"observe", "fire", "move"} <= {record.procedure for record in given}
    moved = [(record.turn, record.inputs["ship"]) for record in given if record.procedure == "move"]
    assert len(moved) == len({*moved}), "each ship moves once a turn"


def test_a_steered_ship_asks_whether_she_turned(at: Keyboard) -> None:
    while at.session.battle.phase != "move-2":
        until_it_is_silent(at)
        at.go()
    at.press(" ")
    measure(at)
    line = at.battle.window.line
    assert line is not None
    assert "towards" in line.words
    at.press(" ")
    form = at.battle.entry.form
    assert form is not None
    assert (form.name, form.draft.values["turning"]) == ("turning", True)


def test_a_narrow_screen_has_the_words_in_one_line(at: Keyboard) -> None:
    at.press(" ", "7", "enter", " ")
    assert any("M 388 looks for MTB 221 at 7 cm" in line for line in at.lines(NARROW))


def test_the_doctrine_chooses_for_its_side(tmp_path: Path) -> None:
    with refereeing(tmp_path / "yalu.battle", "yalu") as at:
        if at.session.typed_dice:
            at.press("D")
        at.battle.window.chairs.seat("Japan", "line-of-battle")
        at.go(2)
        record = next(record for record in at.session.journal.records if record.choices)
        assert record.choices[0] in ("Japan", "China")
        assert at.battle.entry.answer is None


def test_plus_gives_all_shots(at: Keyboard) -> None:
    at.press(" ")
    measure(at)
    while "bearings" not in at.text:
        at.press(*(["enter"] if at.battle.entry.form else [" "]))
    at.press(" ")
    measure(at)
    at.press("+")
    fired = [record.inputs["firer"] for record in at.session.journal.records if record.procedure == "fire"]
    assert len(fired) > 1
    assert at.battle.window.line is None
