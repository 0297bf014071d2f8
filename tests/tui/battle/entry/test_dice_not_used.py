"""Dice once shown are not thrown again unseen: the journal names them, and the order gets them again."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from fleetbook.cli.plain.console import Console
from fleetbook.cli.plain.dialogue import referee
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.reports.render.formats import Wanted, report_as_wanted
from fleetbook.store.battle.battle_file import BattleFile
from tests.cli.shell import fleetbook
from tests.tui.keyboard import NARROW, Keyboard, opened, refereeing

SHOWN = "dice shown before the order was finished: initiative; D10 5, D10 9"


def kept(path: Path) -> list[str]:
    """The lines of a battle on the disk: whoever cuts the power now finds these. Of a note its words."""
    with BattleFile.open(path, read_only=True) as file:
        return [str(record.inputs.get("words", record.procedure)) for record in file.journal.records]


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
        one.press("escape")
        assert [record.procedure for record in one.session.journal.records] == ["next", "note"]
        assert one.session.journal.records[-1].inputs == {"words": SHOWN}
        assert "line 2 says which dice were shown" in told(one)
        one.press("enter", "enter")
        assert [face.face for face in one.session.journal.records[-1].faces] == [5, 9]


def test_a_throw_that_one_side_alone_may_read_is_noted_without_its_face(tmp_path: Path) -> None:
    """China's contact marker is in its total."""
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        initiative(one)
        one.press("escape")
        words = one.session.journal.records[-1].inputs["words"]
        assert words == "dice shown before the order was finished: initiative; D10 5, a D10 shown to China alone"


def test_the_same_dice_left_twice_are_noted_once(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        initiative(one)
        one.press("escape", "enter", "escape")
        assert [record.procedure for record in one.session.journal.records] == ["next", "note"]


def test_typed_dice_left_at_a_choice_are_noted_as_typed(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        one.go()
        one.press("D", "i", "enter", "2", "enter", "3", "enter", "escape")
        assert one.session.journal.records[-1].inputs["words"].endswith("initiative; D10 2*, D10 3*")


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
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", "a")
        one.type("fog")
        one.press("enter", ".")
        assert one.session.journal.records[-1].procedure == "note"
        assert one.battle.entry.form is not None
        assert one.battle.entry.form.draft.kind.id == "observe"


def test_they_are_no_turning_point_of_the_battle_as_what_the_referee_notes_is(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        initiative(one)
        one.press("escape", "escape", "a")
        one.type("fog comes up")
        one.press("enter")
        journal = one.session.journal
        assert [record.procedure for record in journal.records] == ["next", "note", "note"]
        told = report_as_wanted("md", journal, Wanted(parts=("course",)))
        assert "fog comes up" in told and "dice shown" not in told


def test_the_plain_dialogue_notes_them_too(tmp_path: Path) -> None:
    said = StringIO()
    with opened(tmp_path / "a.battle", "manila-bay") as file:
        referee(file, Console(StringIO("next\ninitiative\n\n\n\n.\nquit\n"), said))
        assert SHOWN in said.getvalue()
        assert file.journal.records[-1].procedure == "note"


def test_the_note_is_on_the_disk_before_the_app_asks_and_the_order_follows_it(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        initiative(one)
        assert one.battle.entry.answer is not None and kept(tmp_path / "a.battle") == ["next", SHOWN]
        one.press("enter")
        assert kept(tmp_path / "a.battle") == ["next", SHOWN, "initiative"]
        assert [face.face for face in one.session.journal.records[-1].faces] == [5, 9]
        one.press("u", "i", "enter", "escape")
        assert kept(tmp_path / "a.battle") == ["next", SHOWN, "initiative", ""]


def test_dice_that_players_threw_are_no_secret_and_are_noted_only_where_they_are_left(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        one.go()
        one.press("D", "i", "enter", "2", "enter", "3", "enter")
        assert one.battle.entry.answer is not None and kept(tmp_path / "a.battle") == ["next"]


def test_of_dice_rolled_one_by_one_the_first_is_noted_and_all_once_they_are_left(tmp_path: Path) -> None:
    first = "dice shown before the order was finished: initiative; D10 5"
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        one.go()
        one.press("D", "i", "enter", "enter")
        assert kept(tmp_path / "a.battle") == ["next", first]
        one.press("enter")
        assert kept(tmp_path / "a.battle") == ["next", first]
        one.press("escape")
        assert kept(tmp_path / "a.battle") == ["next", first, SHOWN]


def test_the_shell_notes_them_and_gives_the_same_dice_once_the_choice_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with opened(path, "manila-bay"):
        pass
    assert fleetbook("order", str(path), "next").code == 0
    for _ in range(2):
        asked = fleetbook("order", str(path), "initiative")
        assert asked.code == 1 and "chooses" in asked.err
        assert kept(path) == ["next", SHOWN]
    assert fleetbook("order", str(path), "initiative", "--choose", "Spain").code == 0
    with BattleFile.open(path, read_only=True) as file:
        assert [face.face for face in file.journal.records[-1].faces] == [5, 9]
    assert fleetbook("verify", str(path)).code == 0


def test_a_dialogue_killed_at_the_question_leaves_the_note(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with opened(path, "manila-bay"):
        pass
    command = [sys.executable, "-m", "fleetbook", "play", str(path), "--plain"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ}) as dialogue:
        assert dialogue.stdin is not None and dialogue.stdout is not None
        dialogue.stdin.write(b"next\ninitiative\n\n\n\n")
        dialogue.stdin.flush()
        said = b""
        while b"chooses" not in said:
            part = os.read(dialogue.stdout.fileno(), 65_536)
            assert part, said
            said += part
        dialogue.kill()
    assert kept(path) == ["next", SHOWN]


def test_an_overruled_die_that_brings_new_dice_is_noted_before_its_question(tmp_path: Path) -> None:
    """A 6 is as much as Spain's 9 with what each adds: both throw once more, and a choice follows that was not made before."""
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        initiative(one)
        one.press("enter")
        before = kept(tmp_path / "a.battle")
        with pytest.raises(ChoiceNeeded):
            one.session.overrule(1, 7, "cocked", choices=())
        assert kept(tmp_path / "a.battle") == before  # no die that was not there already
        for _ in range(2):
            with pytest.raises(ChoiceNeeded):
                one.session.overrule(1, 6, "cocked", choices=())
            (note,) = kept(tmp_path / "a.battle")[len(before) :]
            assert note.startswith("dice shown before the order was finished: initiative; D10 6") and note.count("D10") == 4
        again = one.session.overrule(1, 6, "cocked")
        assert [f"D10 {face.face}" for face in again.faces[2:]] == [word.strip() for word in note.split(",")[2:]]
