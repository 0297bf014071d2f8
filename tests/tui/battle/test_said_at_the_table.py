"""Messages of the battle page: nothing goes on in silence, and one thing has one wording."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.battle.events import Changed, Marked
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.happened import Happened
from fleetbook.referee.session import Session
from fleetbook.rules.aanda.words import Says
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.home.page import HomePage
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing


def give(one: Keyboard, order: str, *faces: int, choices: tuple[str, ...] = (), **inputs: Any) -> None:
    """Give an order with these dice and choices."""
    session = one.session
    draft = Draft(session.battle, session.battle.ruleset.order(order), inputs)
    session.ordering(draft.order(), draft.given, typed=False)(faces, choices)


def test_the_ships_that_fight_are_counted_alike_over_the_fleet_and_in_what_is_said(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        give(one, "strike", ship="MTB 233", track="hull", boxes=9)
        give(one, "next")
        give(one, "leave", ship="MTB 221")
        assert "Royal Navy: 4 of 6 fight, 1 gone, 1 out." in one.text


def test_a_boat_that_has_moved_says_so_whether_or_not_another_is_filled_in(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press(">", "m", "7", "enter")
        one.battle.cursor.ship = "MTB 221"
        one.press("m")
        assert "MTB 221 has moved this turn; MTB 233 is next" in one.text
        one.press("escape", "home", "m")
        assert one.text.endswith(" MTB 221 has moved this turn")
        assert one.battle.entry.form is not None
        assert one.battle.entry.form.draft.values["ship"] == "MTB 221"


def test_a_boat_whose_weapons_do_not_reach_what_she_saw_says_so_in_her_form(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="9") as one:
        one.go(6)
        one.press("s", "5", "0", "enter", "f")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["firer"], form.draft.values["target"]) == ("MTB 221", "M 388")
        assert "MTB 221 has no weapon that reaches 50 cm: 40 cm is the most (C4)" in " ".join(one.text.split())


def test_a_form_that_is_left_gives_the_cursor_back(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="9") as one:
        one.press(">", "down", "t")
        one.type("wes")
        assert "◎ Weserbrook" in one.text
        one.press("escape")
        assert one.battle.cursor.ship == "MTB 233"
        one.press("t")
        assert one.battle.entry.form is not None
        assert one.battle.entry.form.draft.values["target"] == "Weserbrook"  # what was typed is kept


def test_what_all_ships_have_still_to_do_is_told_without_their_names(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="9") as one:
        one.press(">", "t")
        one.type("hel 60")
        one.press("enter", ">")
        assert "torpedoes 1 and 2 in the water: h when one meets a ship." in one.said
        one.press(">", ">")
        assert "No ship has looked." in one.text


def test_the_odds_of_a_loss_name_neither_the_turn_nor_the_doer(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE, seed="9") as one:
        one.press(">", "t")
        one.type("hel 60")
        one.press("enter", "h", "4", "enter")
        one.go(6)
        assert "n go on to turn 2" in one.text
        one.press("d")
        assert "sunk: her ammunition blows up 67 %" in " ".join(one.text.split())  # on 3 or more of a D6 (C8)


def test_a_ship_that_may_not_act_has_the_reason_told(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        give(one, "set", ship="MTB 221", condition="disabled", value="yes")
        one.press(">")
        one.battle.cursor.ship = "MTB 221"
        one.press("m")
        assert "MTB 221 is disabled: no move (C8); MTB 233 is next" in one.text


def test_ships_that_were_not_ordered_to_move_are_told_as_the_step_is_left(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", WIDE) as one:
        give(one, "next")
        give(one, "move", ship="MGB 77", speed=12)
        one.press(">")
        assert "No order, speed kept: MGB 81 8 cm." in one.text


def test_an_alarm_is_said_with_the_look_that_raised_it(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW) as one:
        give(one, "next")
        give(one, "next")
        give(one, "observe", 6, observer="S 136", target="MGB 77", range=30)
        assert "SEEN: MGB 77, 30 cm. ALARM: Kriegsmarine knows of the enemy." in one.said
        give(one, "observe", observer="S 138", target="MGB 77", range=30)
        assert " ALARM: Kriegsmarine knows of the enemy." not in one.text


def test_light_that_changes_is_said_in_capitals(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW) as one:
        give(one, "set", ship="battle", condition="light", value="day")
        assert "LIGHT: day from now on, by hand." in one.said


def test_a_torpedo_that_exploded_near_a_ship_is_no_hit_in_her_odds(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        give(one, "next")
        give(one, "launch", ship="MTB 221", target="Hellweg", range=35)
        one.press("h")
        assert "then Hellweg 1 torpedo hit to work out 67 % 1 near explosion to work out 17 %" in one.said
        assert " hits 67 % " in one.said


def test_a_letter_that_begins_no_name_elsewhere_stays_in_its_row(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press(">", "t")
        one.type("hel")
        one.press("backspace", "backspace", "backspace", "t")
        form = one.battle.entry.form
        assert form is not None
        assert (form.name, form.draft.values["ship"]) == ("target", "MTB 221")
        one.type("l")
        assert one.battle.entry.form is not None
        assert one.battle.entry.form.name == "target"


def test_in_a_list_of_ships_letters_go_to_the_ship_that_begins_so(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "cape-sarych", WIDE) as one:
        give(one, "next")
        one.press("d", "up")
        one.type("tri")
        for ticked in (False, True):  # all of her fleet are suggested
            one.press(" ")
            form = one.battle.entry.form
            assert form is not None
            assert form.name == "ships" and ("Tri Svyatitelya" in form.draft.values["ships"]) is ticked
            assert "Evstafi" in form.draft.values["ships"]


def test_everything_is_found_by_what_it_does_too(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", WIDE) as one:
        one.press(":")
        one.type("sheet")
        assert "Tables and readings  (T)" in one.text and "Look closer  (Enter)" in one.text
        one.press(*["backspace"] * 5)
        one.type("journal")
        assert "Search the journal  (J)" in one.text and "Journal: next filter  (,)" in one.text


def test_the_briefing_s_foot_says_what_every_key_does(tmp_path: Path) -> None:
    file = BattleFile.create(tmp_path / "a.battle", load_setup("ijmuiden"), "3")
    one = Keyboard(BattlePage(Session(file), briefing=True), (80, 12))
    first = one.lines()
    assert first[-1] == " Enter the board   ↑↓ PgDn PgUp scroll   any other key acts in the battle"
    one.press("down")
    assert one.lines()[3] == first[4] and one.battle.briefing is not None
    one.press("f4")
    assert one.battle.briefing is not None
    one.close()


def test_left_for_home_the_battle_says_where_it_is_kept(tmp_path: Path) -> None:
    home = Keyboard(HomePage())
    home.type("ijmuiden")
    home.press("down", "enter")
    kept = home.session.file.path
    home.press(">", "q")
    assert f"kept in {kept}; Enter goes on with it" in home.text.replace("\n ", "")


def test_grave_conditions_are_told_before_a_gun_that_is_out(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        battle = one.session.battle
        gun = Changed("Mikasa", "guns_out", None, 1, "3 in", "Mikasa: a gun out", Says.gun_out())
        engine = Changed(
            "Mikasa", "engine", None, 1, "", "Mikasa: engine room hit", Says.critical_effect(result="engine room hit")
        )
        told = Happened(battle, battle, (gun, Marked("Mikasa", "hull", 31, 24, 31, ""), engine)).harm("Mikasa")
        assert told == ["hull -7 (24 of 31)", "engine room hit", "3 in (a gun out)"]


def test_pressed_again_the_last_order_for_all_fires_no_other_battery(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "run-to-the-south", WIDE, seed="3") as one:
        while one.session.battle.phase != "planned-fire":
            one.go()
        one.press("f")
        one.type("malaya 3000")
        one.press("enter")
        one.type("yes")
        one.press("enter", "*")
        while one.battle.entry.form is not None:
            one.type("3000")
            one.press("enter", "*")
        lines = len(one.session.journal.records)
        one.press("*")
        assert "no other ship can do the same now" in one.text
        assert len(one.session.journal.records) == lines
        shots = [record.inputs["firer"] for record in one.session.journal.records if record.procedure == "fire"]
        assert len(shots) == len(set(shots))


def test_ranges_measured_for_all_first_are_proposed_between_their_ships(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW) as one:
        one.press("f7")
        assert "no order of this step asks for a range" in one.text
        one.press(">", ">", "f7")
        one.type("30")
        one.press("enter")
        one.type("455")
        one.press("backspace", "down", "left")
        one.type("33")
        grid = one.lines()
        assert grid[1].split() == ["MGB", "77", "MGB", "81"]
        assert [line.split() for line in grid[2:4]] == [["S", "136", "30", "45"], ["S", "138", "33", "·"]]
        assert " S 138 to MGB 77" in grid
        one.press("escape", "s")
        assert "30 cm  measured for all in this step" in one.text
        one.type("mgb 81")
        assert "45 cm  measured for all in this step" in one.text
        one.press("enter")
        assert one.session.journal.records[-1].inputs["range"] == 45
        one.press("s")
        one.type("28")
        one.press("enter")
        assert "28 cm, but 33 measured this step: Enter again to observe" in one.text, "S 138 is next"
        one.press("enter")
        assert one.session.journal.records[-1].inputs["range"] == 28


def test_ranges_measured_for_all_hold_for_their_step_alone(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW) as one:
        one.press(">", ">", "f7")
        one.type("30")
        one.press("escape")
        one.go(4)
        one.press("s")
        form = one.battle.entry.form
        assert form is not None
        assert form.draft.values["range"] is None


def test_of_a_squadron_the_range_of_its_first_ship_is_proposed(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", WIDE) as one:
        give(one, "next")
        give(one, "initiative", 9, 1, choices=("Japan",))
        while one.session.battle.phase != "firing":
            give(one, "next")
        one.press("f7")
        one.type("25")
        one.press("escape", "F")
        sheet = one.battle.sheets.sheet
        assert sheet is not None
        assert sheet.drafts[0].values["range"] == 25
        assert not sheet.is_old(0)


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_a_message_leaves_the_newest_line_of_the_journal_in_sight(size: tuple[int, int], tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", size) as one:
        one.press(">", "m", "7", "enter")
        newest = "2 1.2 MTB 221 moves 7 cm"
        one.battle.say("it is refused", warning=True)
        assert "it is refused" in one.text
        assert any(" ".join(line.split()).startswith(newest) for line in one.lines())
