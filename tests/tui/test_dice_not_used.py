"""Dice once shown are not got rid of unseen: an order left after its dice says so in the journal, and the dice come again."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from fleetbook.cli.plain.dialogue import referee
from fleetbook.cli.plain.talk import Talk
from fleetbook.reports.render.formats import Wanted, report_as_wanted
from tests.tui.keyboard import NARROW, Keyboard, opened, refereeing


def initiative(one: Keyboard) -> None:
    """Initiative at Manila Bay, where nothing is hidden: two D10, then a choice of who moves first."""
    one.go()
    one.press("i", "enter")


def told(one: Keyboard) -> str:
    return " ".join(one.text.split())


def test_rolled_dice_left_at_a_choice_are_noted_and_come_again(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        initiative(one)
        assert one.battle.entry.answer is not None
        lines = len(one.session.journal.records)
        one.press("escape")
        note = one.session.journal.records[-1]
        assert len(one.session.journal.records) == lines + 1
        assert note.inputs == {"words": "left before its end: initiative; dice not used: D10 5, D10 9"}
        assert "line 2 says which dice were thrown" in told(one)
        one.press("enter", "enter")
        assert [face.face for face in one.session.journal.records[-1].faces] == [5, 9]


def test_a_throw_that_one_side_alone_may_read_is_noted_without_its_face(tmp_path: Path) -> None:
    """China's contact marker is in its total."""
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        initiative(one)
        one.press("escape")
        words = one.session.journal.records[-1].inputs["words"]
        assert words == "left before its end: initiative; dice not used: D10 5, a D10 that China alone may read"


def test_the_same_dice_left_twice_are_noted_once(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        initiative(one)
        one.press("escape", "enter", "escape")
        assert [record.procedure for record in one.session.journal.records] == ["next", "note"]


def test_typed_dice_left_at_a_choice_are_noted_as_typed(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        one.go()
        one.press("D", "i", "enter", "2", "enter", "3", "enter", "escape")
        assert one.session.journal.records[-1].inputs["words"].endswith("dice not used: D10 2*, D10 3*")


def test_an_order_left_before_any_die_leaves_no_line(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        one.go()
        one.press("D", "i", "enter", "escape")
        assert [record.procedure for record in one.session.journal.records] == ["next"]
        assert "nothing was ordered" in one.text


def test_a_die_that_was_rolled_is_not_taken_back_for_one_that_is_typed(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        one.go()
        one.press("D", "i", "enter", "enter", "backspace")
        assert "a die once rolled stands" in told(one)
        one.press("3", "enter", "enter")
        assert [face.origin for face in one.session.journal.records[-1].faces] == ["rolled", "typed"]


def test_the_last_order_is_still_the_one_repeated_beneath_a_note(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press("n", "n", "s")
        one.type("12")
        one.press("enter", "a")
        one.type("fog")
        one.press("enter", ".")
        assert one.session.journal.records[-1].procedure == "note"
        assert one.battle.entry.form is not None
        assert one.battle.entry.form.draft.procedure.id == "observe"


def test_they_are_no_turning_point_of_the_battle_as_what_the_referee_notes_is(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        initiative(one)
        one.press("escape", "escape", "a")
        one.type("fog comes up")
        one.press("enter")
        journal = one.session.journal
        assert [record.procedure for record in journal.records] == ["next", "note", "note"]
        told = report_as_wanted("md", journal, Wanted(parts=("course",)))
        assert "fog comes up" in told and "not used" not in told


def test_the_plain_dialogue_notes_them_too(tmp_path: Path) -> None:
    said = StringIO()
    with opened(tmp_path / "a.battle", "manila-bay") as file:
        referee(file, Talk(StringIO("next\ninitiative\n\n\n\n.\nquit\n"), said))
        assert "left before its end: initiative; dice not used: D10 5, D10 9" in said.getvalue()
        assert file.journal.records[-1].procedure == "note"
