"""The home page by its keys: battles newest first, scenarios, rosters, the filter, the way into a battle and back."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from fleetbook.core.orders.standard_orders import Annotate, EndBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.home.listing import UNREAD
from tests.tui.keyboard import NARROW, VERY_WIDE, WIDE, battle, home, table

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])


@SIZES
def test_battles_stand_newest_first_with_turn_and_step(tmp_path: Path, size: tuple[int, int]) -> None:
    with table(tmp_path) as data:
        battle(data / "old.battle", 3)
        battle(data / "new.battle", 1, "aanda/yalu")
        os.utime(data / "old.battle", (1, 1))
        with home(size) as at:
            lines = [line for line in at.text.splitlines() if "turn " in line and "step " in line]
            assert "The Yalu" in lines[0] and "turn 1, step 2" in lines[0]
            assert "Convoy off Tersch" in lines[1] and "turn 1, step 4" in lines[1]


def test_turn_and_step_are_those_of_the_battle_as_it_stands_after_an_undo(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 9)
        with BattleFile.open(data / "b.battle") as file:
            file.undo(3)
        with home() as at:
            assert "turn 1, step 4" in at.text


def test_an_ended_battle_says_so_and_a_broken_one_why(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle")
        with BattleFile.open(data / "b.battle") as file:
            file.give(EndBattle.from_inputs({"reason": "dinner"}))
            file.give(Annotate(words="well fought"))
        (data / "broken.battle").write_text("no database", encoding="utf-8")
        with home() as at:
            assert "✗ found a file of another kind" in at.text
            assert any("b: Convoy off Terschelling" in line and " ended " in line for line in at.lines((120, 60)))
            lines = at.lines((120, 60))
            heading = next(place for place, line in enumerate(lines) if "Battles that have ended" in line)
            assert lines[heading + 1].split()[:2] == ["b:", "Convoy"] and "Rosters" in "".join(lines[:heading])
            at.press("up")
            assert "ended: dinner" in at.text and "look at it" in at.text
            at.type("broken")
            at.press("enter")
            assert "This file cannot be opened" in at.text
            at.press("escape")
            assert not at.ended


def test_a_link_that_leads_nowhere_stands_in_the_list_with_its_reason_and_hides_no_battle(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 3)
        (data / "gone.battle").symlink_to(tmp_path / "nowhere")
        with home((120, 60)) as at:
            assert any("Convoy off Terschelling" in line and "turn 1" in line for line in at.text.splitlines())
            assert any("gone" in line and "no such file" in line for line in at.text.splitlines())


@SIZES
def test_typing_filters_and_escape_takes_it_back(tmp_path: Path, size: tuple[int, int]) -> None:
    with table(tmp_path), home(size) as at:
        at.type("YALU")
        assert "The Yalu" in at.text and "convoy" not in at.text
        at.press("escape")
        assert "coastal/convoy" in at.text
        at.type("trafalgar")
        assert "nothing fits" in at.text
        at.press("enter")
        assert "nothing fits" in at.text


def test_a_scenario_begins_a_battle_and_leaving_it_comes_home_where_it_now_stands(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        with home() as at:
            at.type("coastal/convoy")
            at.press("enter")
            assert isinstance(at.page, BattlePage)
            at.press(">", "q")
            assert "turn 1, step 2" in at.text
            assert "▸ Convoy off Terschelling  turn 1, step 2" in at.text
            assert "1 line; the last order: on to step 2" in at.text
        (path,) = data.glob("*.battle")
        with BattleFile.open(path) as file:  # nobody holds it any more
            assert len(file.journal.records) == 1


@pytest.mark.parametrize("size", [NARROW, (100, 30), WIDE, VERY_WIDE])
def test_dates_stand_in_a_column_and_no_remark_is_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    with table(tmp_path) as data:
        battle(data / "a.battle", 8)
        battle(data / "b.battle", 0)
        battle(data / "c.battle", 1, "aanda/yalu")
        with home() as at:
            lines = [line for line in at.lines(size) if re.search(r"  \d{4}-\d\d-\d\d \d\d:\d\d", line)]
            assert len(lines) == 3
            assert len({found.start() for line in lines if (found := re.search(r"\d{4}-\d\d-\d\d", line))}) == 1
            assert not any("…" in line.partition("2026")[2].partition("│")[0] for line in lines)
            assert "3 battles to go on with" in at.lines(size)[0]


def test_a_battle_goes_on_with_two_keys_from_the_shell(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 3)
        with home() as at:
            at.press("enter")
            assert isinstance(at.page, BattlePage)
            assert at.session.battle.phase == "damage-1"
            assert at.pressed == 1


def test_a_battle_in_use_is_read_only_and_follows_what_is_ordered_there(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle")
        with BattleFile.open(data / "b.battle") as theirs, home() as at:
            at.press("enter")
            assert "b.battle is open in" in at.text and "orders given there are shown here" in at.text
            at.press(">")
            assert "read only" in at.text and "TURN 1   ▸ 1 ROYAL NAVY repairs" in at.text
            theirs.give(theirs.journal.ruleset.order("next")())
            for _ in range(3):
                at.timed()
            assert "▸ 2 ROYAL NAVY launches, moves" in at.text


@pytest.mark.parametrize("key", ["ctrl+p", "f2", ":"])
def test_everything_that_can_be_done_is_listed_with_why_not(tmp_path: Path, key: str) -> None:
    with table(tmp_path), home() as at:
        at.press(key)
        assert "New battle" in at.text and "point at a battle" in at.text


def test_a_key_that_is_off_says_why(tmp_path: Path) -> None:
    with table(tmp_path), home() as at:
        at.press("ctrl+t")
        assert "The battle's report: point at a battle" in at.text


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 5000, "a = " + "9" * 5000, ".".join(['"\\""'] * 40_000) + " = 1", "a = 1979-01-01"],
    ids=["nested", "figures", "dotted", "a date"],
)
def test_a_bad_file_among_one_s_own_says_what_is_wrong_and_hides_nothing(tmp_path: Path, text: str) -> None:
    with table(tmp_path) as data:
        folder = data / "rosters" / "coastal"
        folder.mkdir(parents=True)
        (folder / "evil.toml").write_text(f'title = "x"\n{text}\n[[side]]\n', encoding="utf-8")
        with home(WIDE) as at:
            assert "Convoy off Terschelling" in at.text
            at.type("evil")
            assert "evil.toml" in at.text and "allowed" in at.text


def test_a_battle_gets_another_name_goes_to_the_archive_and_comes_back(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 2)
        with home() as at:
            at.press("f7")
            at.press("backspace")
            at.type("Friday night")
            at.press("enter")
            assert "friday-night: Convoy off" in at.text
            at.press("f8")
            assert (data / "archive" / "friday-night.battle").exists()
            assert "Battles to go on with" not in at.text
            at.type("friday")
            assert "Archived battles" in at.text
            at.press("f8")
            assert (data / "friday-night.battle").exists()
            assert "Battles to go on with" in at.text


def test_a_name_that_another_battle_has_is_refused(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 2)
        battle(data / "other.battle", 2)
        with home() as at:
            at.type("b:")
            at.press("f7", "backspace")
            at.type("other")
            at.press("enter")
            assert "name: found other, allowed: a name that no battle has" in at.text
            assert (data / "b.battle").exists()


def test_a_battle_is_deleted_only_after_a_question_and_never_while_it_is_open(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 2)
        with home() as at:
            at.press("ctrl+d", "enter")
            assert (data / "b.battle").exists()
            with BattleFile.open(data / "b.battle"):
                at.press("ctrl+d", "down", "enter")
                assert "b.battle is open in this fleetbook already" in at.text
            at.press("ctrl+d", "down", "enter")
            assert [*data.glob("b.battle*")] == []


def test_escape_asks_before_the_app_is_left(tmp_path: Path) -> None:
    with table(tmp_path), home() as at:
        at.press("escape")
        assert "Esc again leaves fleetbook; everything is kept" in at.text
        at.press("down", "escape")
        assert not at.ended
        at.press("escape")
        assert at.ended


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+z"])
def test_keys_that_end_other_programs_say_how_to_leave(key: str, tmp_path: Path) -> None:
    with table(tmp_path), home() as at:
        at.press(key)
        assert "\n Esc leaves; everything is kept" in at.text  # q filters here


def test_a_name_that_begins_as_the_title_does_stands_in_the_list(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "convoy-off-terschelling-2026-11-21.battle", 2)
        with home(WIDE) as at:
            assert "▸ Convoy off Terschelling" in at.text
            at.press("f7")
            at.type(" with Anna")
            at.press("enter")
            assert "▸ with-anna: Convoy off" in at.text


def test_after_a_battle_that_ended_the_filter_is_empty_and_the_cursor_on_that_battle(tmp_path: Path) -> None:
    with table(tmp_path) as data, home() as at:
        battle(data / "other.battle", 2)
        at.type("yalu fleets")
        at.press("escape")
        at.type("The Yalu")
        at.press("enter")
        (begun,) = (path for path in data.glob("*.battle") if path.stem != "other")
        at.press("E", "enter", "q")
        assert f"kept in data/{begun.name}" in at.text
        assert "Enter goes on with it" not in at.text
        assert any(line.startswith(" ▸ The Yalu") and "ended" in line for line in at.text.splitlines())
        at.type("convoy")
        assert "› convoy" in at.text
        assert "nothing fits" not in at.text


def test_of_many_battles_the_newest_are_read_at_once_and_the_others_while_keys_are_waited_for(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 3)
        for number in range(250):
            copy = shutil.copy(data / "b.battle", data / f"b{number:03}.battle")
            os.utime(copy, (number, number))
        with home((120, 400)) as at:
            assert at.text.count("turn 1, step 4  ") == 100 and at.text.count(UNREAD) == 151
            at.type("b249")
            assert at.text.count("turn 1, step 4  ") == 1
            at.press("escape")
            for _ in range(3):
                at.timed()
            assert at.text.count("turn 1, step 4  ") == 251 and UNREAD not in at.text
