"""Alone against a doctrine: it proposes its side's orders above the keys, and Space gives them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from fleetbook.core.battle.record import Proposer
from fleetbook.referee.chairs.table_tape import Question
from fleetbook.tui.battle.entry.questions_page import QuestionsPage
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing

DOCTRINE = Proposer("Kriegsmarine", "doctrine", "cover the convoy")
ASKS = "Kriegsmarine's doctrine asks for 4 ranges"


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
    for _ in range(100):
        page = at.page
        if not isinstance(page, QuestionsPage):
            return
        if page.question.arcs:
            at.press("right")
        else:
            at.type(cm)
        at.press("enter")
    raise AssertionError("the questions have no end")


def until_it_is_silent(at: Keyboard) -> None:
    """Give all that the doctrine proposes in this step."""
    for _ in range(200):
        if isinstance(at.page, QuestionsPage):
            measure(at)
        elif (form := at.battle.entry.form) is not None:
            if form.name == "range":
                at.type("14")
            at.press("enter")
        elif at.battle.window.line is not None and at.battle.window.line.space:
            at.press(" ")
        else:
            return
    raise AssertionError("the doctrine goes on and on")


def test_the_line_above_the_keys_says_what_the_doctrine_asks(at: Keyboard) -> None:
    assert f"{ASKS}  Space answer" in at.text
    at.press(" ")
    assert " What Kriegsmarine's doctrine asks " in at.text
    assert "V 1243 to MTB 221, cm?" in at.text


def test_enter_takes_the_range_by_the_moves(at: Keyboard) -> None:
    """V 1243 (95, 85) lies 94 cm from MTB 221 when she has run 8 cm to the south from (105, 186): 93.5."""
    at.press(" ")
    assert "It should be 94 by the moves." in at.text
    assert "94?" in at.text
    at.press("enter")
    assert at.battle.window.chairs.answers.of(Question("V 1243", "MTB 221")) == "94"


def all_at(at: Keyboard, cm: str, but: str = "200") -> None:
    """MTB 221 is at this range. All others are out of sight."""
    at.press(" ")
    while isinstance(at.page, QuestionsPage):
        at.type(cm if at.page.question.other == "MTB 221" else but)
        at.press("enter")


def skip_to(at: Keyboard, words: str) -> None:
    """Skip proposals up to one with these words."""
    for _ in range(40):
        line = at.battle.window.line
        assert line is not None
        if words in line.words:
            return
        at.press("-")
    raise AssertionError(words)


def test_the_form_opens_where_the_referee_must_look_and_the_record_names_the_doctrine(at: Keyboard) -> None:
    all_at(at, "7")
    skip_to(at, "V 1243 looks for MTB 221 at 7 cm")
    assert "Kriegsmarine's doctrine: V 1243 looks for MTB 221 at 7 cm" in at.text
    assert "Space give  + all  F8 open  - skip" in at.text
    assert any("V 1243 looks for MTB 221 at 7 cm  Space give" in line for line in at.lines(NARROW))
    at.press(" ")
    form = at.battle.entry.form
    assert form is not None
    assert form.name == "modifiers"
    at.press("enter")
    record = at.session.journal.records[-1]
    assert record.procedure == "observe"
    assert record.proposer is not None
    assert replace(record.proposer, intent=None) == DOCTRINE
    assert record.inputs["range"] == 7
    at.press("w")
    assert "proposed by cover the convoy, Kriegsmarine's doctrine" in " ".join(at.text.split())
    assert "reason nobody sees MTB 221" in " ".join(at.text.split())


def test_a_second_space_gives_the_order_and_changes_nothing(at: Keyboard) -> None:
    all_at(at, "7")
    skip_to(at, "V 1243 looks for MTB 221 at 7 cm")
    at.press(" ")
    form = at.battle.entry.form
    assert form is not None
    assert "Space give the order" in at.text
    at.press(" ")
    record = at.session.journal.records[-1]
    assert (record.procedure, at.battle.entry.form) == ("observe", None)
    assert set(record.inputs["modifiers"]) == set(form.draft.values["modifiers"])


def test_space_ticks_a_word_once_the_cursor_was_moved(at: Keyboard) -> None:
    all_at(at, "7")
    skip_to(at, "V 1243 looks for MTB 221 at 7 cm")
    at.press(" ")
    before = at.battle.entry.form
    at.press("right", " ")
    after = at.battle.entry.form
    assert before is not None
    assert after is not None
    assert before.draft.values["modifiers"] != after.draft.values["modifiers"]
    assert "Enter give the order" in at.text


def test_an_estimated_range_is_asked_in_the_form_and_enter_takes_it(at: Keyboard) -> None:
    """V 1241 (125, 85), who looks if V 1243 sees nothing, lies 95 cm from MTB 221 (105, 178)."""
    at.press(" ", " ")
    skip_to(at, "V 1241 looks for MTB 221 at 95 cm (an estimate: measure)")
    at.press(" ")
    form = at.battle.entry.form
    assert form is not None
    assert form.name == "range"
    assert form.draft.values["range"] == 95
    at.press("9", "2", "enter")
    assert at.session.journal.records[-1].inputs["range"] == 92


def test_escape_leaves_the_questions_for_later(at: Keyboard) -> None:
    at.press(" ", "7", "escape")
    assert "Kriegsmarine's doctrine asks for 3 ranges" in at.text


def test_an_arc_must_be_chosen(at: Keyboard) -> None:
    all_at(at, "7")
    skip_to(at, "V 1243 looks for MTB 221 at 7 cm")
    at.press(" ", "enter")
    skip_to(at, "asks")
    at.press(" ")
    assert "Is MTB 221 ahead, to port, to starboard or astern of V 1243? Ahead is within 45° of the bow." in at.text
    assert "f ahead  p to port  s to starboard  r astern  Enter next" in at.text
    at.press(" ")
    assert "choose the arc" in at.text
    at.press("p", "enter")
    until_it_is_silent(at)
    fired = [record.inputs for record in at.session.journal.records if record.procedure == "fire"]
    (shot,) = [inputs for inputs in fired if inputs["firer"] == "V 1243"]
    assert (shot["target"], shot["range"], shot["bearing"]) == ("MTB 221", 7, "port")


def test_going_on_reminds_of_what_is_asked(at: Keyboard) -> None:
    at.press("n")
    assert f"{ASKS}." in at.battle.going_on.asked


def test_a_whole_turn_of_the_convoy(at: Keyboard) -> None:
    while at.session.battle.turn < 3:
        until_it_is_silent(at)
        at.go()
    given = [record for record in at.session.journal.records if record.proposer and record.proposer.by == "doctrine"]
    assert {replace(record.proposer, intent=None) for record in given if record.proposer} == {DOCTRINE}
    assert {"observe", "illuminate"} <= {record.procedure for record in given}
    moved = [(record.turn, record.inputs["ship"]) for record in given if record.procedure == "move"]
    assert len(moved) == len({*moved}), "each ship moves once a turn"


def test_a_steered_ship_asks_whether_she_turned(at: Keyboard) -> None:
    while at.session.battle.phase != "move-2":
        until_it_is_silent(at)
        at.go()
    line = at.battle.window.line
    assert line is not None
    assert "towards" in line.words
    at.press(" ")
    form = at.battle.entry.form
    assert form is not None
    assert (form.name, form.draft.values["turning"]) == ("turning", True)
    instruction = line.words.partition(": ")[2]
    for size in (WIDE, NARROW):
        assert f"{instruction}." in " ".join(" ".join(at.lines(size)).split()), "the form says in full how to move the model"
    at.press(" ")
    assert f"{instruction}." in " ".join(at.text.split()), "so does the result"


def test_the_doctrine_chooses_for_its_side(tmp_path: Path) -> None:
    with refereeing(tmp_path / "yalu.battle", "yalu") as at:
        if at.session.typed_dice:
            at.press("D")
        at.battle.window.chairs.seat("Japan", "line-of-battle")
        at.go(2)
        record = next(record for record in at.session.journal.records if record.choices)
        assert record.choices[0] in ("Japan", "China")
        assert at.battle.entry.answer is None


def test_plus_goes_on_behind_each_form(at: Keyboard) -> None:
    """After ``+`` each look needs its Enter alone."""
    at.press(" ")
    measure(at, "60")
    at.press("+")
    pressed = 0
    while at.battle.entry.form is not None:
        at.press("enter")
        pressed += 1
    looks = [record for record in at.session.journal.records if record.procedure == "observe"]
    assert len(looks) == pressed > 3


def test_ships_whose_fire_can_do_nothing_hold_it_and_the_line_says_so(at: Keyboard) -> None:
    """At 60 cm the best die of V 1243's gun, -1 for a boat and -1 for her speed, is a 4: nothing in her row of the table."""
    at.press(" ")
    measure(at, "60")
    until_it_is_silent(at)
    assert any(ship.looked["MTB 221"] for ship in at.session.battle.ships("Kriegsmarine")), "she is seen"
    assert not [record for record in at.session.journal.records if record.procedure == "fire"]
    line = at.battle.window.line
    assert line is not None
    assert "V 1243 holds fire: no die can hit or straddle at this range" in line.words
    at.press("n")
    assert not at.battle.going_on.asked, "the doctrine has decided"
