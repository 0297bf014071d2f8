"""The sheet of a squadron's fire (2.2): a row for each ship, filled in by a few keys and given by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fleetbook.store.battle.verify import verify
from fleetbook.tui.battle.entry.sheet import Sheet
from fleetbook.tui.battle.picture import zones
from tests.tui.battle.test_board import give
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing

FLYING = ["Yoshino", "Takachiho", "Akitsushima", "Naniwa"]


@contextmanager
def firing(path: Path, size: tuple[int, int] = NARROW) -> Iterator[Keyboard]:
    """The first firing phase off the Yalu. Japan has the initiative, and its Flying Squadron fires first."""
    with refereeing(path, "yalu", size) as one:
        one.press("n", "enter", "m", "enter", "*")
        one.draws = False
        while one.session.battle.phase != "firing":
            one.go()
        one.draws = True
        one.page.draw(size)
        yield one


def sheet(one: Keyboard) -> Sheet:
    found = one.battle.sheets.sheet
    assert found is not None
    return found


def values(one: Keyboard, name: str) -> list[Any]:
    return [draft.values[name] for draft in sheet(one).drafts]


def given(one: Keyboard) -> list[tuple[Any, ...]]:
    """The orders of the sheet: target, range, side, ships, and whether the squadron is done."""
    names = ("target", "range", "bearing", "ships", "last")
    return [tuple(one.inputs[name] for name in names) for one in one.session.journal.records if one.procedure == "volley"]


def test_one_target_and_one_range_fill_all_rows_and_enter_gives_one_order_that_ends_the_squadron(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding45")
        assert values(one, "target") == ["Dingyuan"] * 4
        assert values(one, "range") == [45] * 4
        one.press("enter")
        assert given(one) == [("Dingyuan", 45, "P", FLYING, True)]
        assert one.session.acting == "China"
    assert verify(tmp_path / "a.battle") == []


def test_each_ship_begins_with_her_opposite_number_and_each_target_is_an_order_of_its_own(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("F30")
        foes = ["Jiyuan", "Guangjia", "Zhiyuan", "Ching Yuan"]
        assert values(one, "target") == foes
        one.press("enter")
        assert [order[0] for order in given(one)] == foes
        assert [order[3] for order in given(one)] == [[ship] for ship in FLYING]
        assert [order[4] for order in given(one)] == [False, False, False, True]
        assert one.session.acting == "China"


def test_a_star_gives_each_ship_her_opposite_number_counted_from_the_target_in_the_row(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fzhen*")
        assert values(one, "target") == ["Zhenyuan", "Laiyuan", "King Yuan", "Chaoyong"]


def test_a_star_leaves_a_target_typed_in_a_row_below_and_deals_the_others_anew(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding")
        one.press("down", "down")
        one.type("chao")
        one.press("up", "up", "*")
        assert values(one, "target") == ["Dingyuan", "Zhenyuan", "Chaoyong", "King Yuan"]
        assert "Akitsushima as typed" in one.text
        one.type("zhen*")
        assert values(one, "target") == ["Zhenyuan", "Laiyuan", "Chaoyong", "Chaoyong"]


def test_what_is_typed_in_a_row_holds_for_the_rows_below_up_to_the_next_that_has_its_own(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding45")
        one.press("down", "down")
        one.type("lai38")
        one.press("right")
        assert values(one, "target") == ["Dingyuan", "Dingyuan", "Laiyuan", "Laiyuan"]
        assert values(one, "range") == [45, 45, 38, 38]
        assert values(one, "bearing") == ["P", "P", "S", "S"]
        one.press("up")
        one.type("44")
        assert values(one, "range") == [45, 44, 38, 38]
        one.press("down", "=")
        assert values(one, "target") == ["Dingyuan"] * 4
        one.press("enter")
        assert given(one) == [("Dingyuan", 45, "P", FLYING[:1], False), ("Dingyuan", 44, "P", FLYING[1:], True)]


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_the_sheet_says_what_enter_does_what_is_missing_and_what_the_last_key_changed(
    size: tuple[int, int], tmp_path: Path
) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.size = size
        one.press("F")
        assert "Enter to what is missing: 4" in one.text
        assert "type the cm to Jiyuan: rows below take them over" in one.text
        assert "Space holds fire" in one.text and "Esc back" in one.text
        one.type("45")
        assert "Enter 4 fire, squadron done" in one.text
        assert "port? is assumed: ←→ changes it" in one.text
        one.press("down", "z")
        assert "Takachiho and 2 below: Zhiyuan" in one.text
        one.press("down", " ")
        assert "Akitsushima holds fire" in one.text and "Enter 3 fire, squadron done" in one.text
        one.press("down", "=")
        assert "Naniwa as Takachiho" in one.text, "Akitsushima holds fire"
        assert values(one, "target") == ["Jiyuan", "Zhiyuan", "Zhiyuan", "Zhiyuan"]


def test_nothing_is_copied_from_rows_that_hold_fire(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("F45")
        one.press(" ", "down", "=")
        assert "no ship above Takachiho fires" in one.text
        assert values(one, "target")[1] == "Guangjia"


def test_a_ship_that_holds_fire_takes_no_part_and_plus_leaves_the_squadron_acting(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding45")
        one.press("down", " ", "+")
        assert given(one) == [("Dingyuan", 45, "P", ["Yoshino", "Akitsushima", "Naniwa"], False)]
        assert one.session.acting == "Japan"
        one.press("F")
        assert [row.ship for row in sheet(one).rows] == ["Naniwa", "Takachiho"], "guns of the last one's other side, and hers"


def test_a_ship_whose_guns_do_not_reach_says_so_and_the_others_fire(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding80")
        text = one.text
        assert text.count("✗ cannot fire") == 2
        assert "no battery of Yoshino bears to port and reaches 80 cm" in text
        one.press("enter")
        assert given(one) == [], "that two ships do not fire is said first"
        assert "Enter again gives the orders all the same" in " ".join(one.text.split())
        one.press("enter")
        assert [order[3] for order in given(one)] == [["Takachiho", "Naniwa"]]


def test_nothing_is_given_while_no_ship_can_fire(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        lines = len(one.session.journal.records)
        one.press("F", "enter")
        assert "range" in one.text
        one.type("ding900")
        one.press("enter")
        assert len(one.session.journal.records) == lines
        assert sheet(one).rows


def test_a_range_of_an_earlier_turn_is_asked_about_once(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding45")
        one.press("enter")
        while one.session.battle.turn == 1 or one.session.battle.phase != "firing":
            one.go()
            if one.battle.entry.answer is not None:
                one.press("enter")
        while one.session.acting != "Japan":
            one.press("k")
        one.press("F")
        assert values(one, "range") == [45] * 4
        assert "45?" in one.text
        assert "45 cm is from turn 1: type the range measured now" in one.text
        lines = len(one.session.journal.records)
        one.press("enter")
        assert "Yoshino, Takachiho, Akitsushima, Naniwa: 45 cm is from turn 1. Enter again" in " ".join(one.text.split())
        assert len(one.session.journal.records) == lines
        one.press("enter")
        assert given(one)[-1][:2] == ("Dingyuan", 45)


def test_wrecks_are_proposed_last(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press("x")
        one.type("jiyuan")
        one.press("down", "down")
        one.type("12")
        one.press("enter")
        assert one.session.battle.ship("Jiyuan").hull_gone
        one.press("F")
        assert "Jiyuan" not in values(one, "target")
        one.press("escape", "f")
        assert one.battle.entry.form is not None
        assert one.battle.entry.form.draft.values["target"] != "Jiyuan"


def test_a_typed_die_is_asked_for_ship_by_ship_and_the_orders_go_on_after_it(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press("D")
        one.type("F30")
        one.press("enter")
        asked = 0
        while one.battle.entry.answer is not None:
            one.press("1", "enter")
            asked += 1
        assert asked > len(FLYING)
        assert len(given(one)) == len(FLYING)
        assert one.battle.sheets.sheet is None


def test_a_question_that_is_left_brings_back_the_sheet_of_the_ships_that_have_not_fired(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press("D")
        one.type("F30")
        one.press("enter")
        while not given(one):
            one.press("1", "enter")
        one.press("escape")
        assert [row.ship for row in sheet(one).rows if not row.holds] == FLYING[1:]
        assert values(one, "range") == [30] * 4


def test_the_gravest_of_its_results_is_shown_and_all_struck_ships_are_marked(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("F10")
        one.press("enter", "enter")
        weights = {record.number: max(r.weight for r in one.session.journal.results(record)) for record in one.session.latest}
        assert len(weights) == len(FLYING)
        assert weights[one.battle.cursor.number] == max(weights.values())


def test_help_in_a_sheet_is_about_the_sheet_and_leads_back_to_it(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("F30")
        rows = one.lines()[: 2 + zones(*NARROW, one.session)[0]]
        for key in ("f1", "?"):
            assert "F1 help" in one.text
            one.press(key)
            pages = one.text
            one.press("pagedown")
            pages += one.text
            assert "Fire a squadron (2.2)" in pages and "Enter gives the orders of all rows" in pages
            listed = [line.split()[0] for line in pages.splitlines() if line.startswith("  ") and line[2] != " "]
            assert {"Enter", "+", "letters", "digits", "cm", "target", "hull", "side", "dice"} <= {*listed}, pages
            one.press("escape")
            assert values(one, "range") == [30] * 4
            assert one.lines()[: len(rows)] == rows


def test_a_digit_begins_the_next_squadrons_sheet_with_its_range(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding45")
        one.press("enter", "3")
        assert sheet(one).group == "Beiyang line"
        one.press("0")
        assert values(one, "range") == [30] * 4 + [45] + [30] * 5, "45 cm were measured between her and the Flying Squadron"


def test_the_board_stays_where_it_is(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle", (120, 40)) as one:
        marks = str.maketrans("▸◎•◦", "    ")
        rows = 2 + zones(120, 40, one.session)[0]
        before = [line.translate(marks) for line in one.lines()[:rows]]
        one.type("Fding45")
        assert [line.translate(marks) for line in one.lines()[:rows]] == before


def test_the_journal_has_the_lines_of_one_command_in_their_order_below_those_before(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle", (120, 40)) as one:
        with one.session.command:
            give(one, "note", words="a gun is heard")
            give(one, "strike", ship="Zhenyuan", track="hull", boxes=2)
            give(one, "note", words="smoke is seen")
        newest = len(one.session.journal.records)
        shown = [int(found[1]) for line in one.lines() if (found := re.match(r"\s{1,4}(\d+) +\d+\.\d", line))]
        assert shown[-3:] == [newest - 2, newest - 1, newest]
        assert shown == sorted(shown) and len(shown) > 3


def test_enter_opens_the_ship_whose_card_is_shown(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle", (120, 40)) as one:
        pointed = one.battle.cursor.ship
        give(one, "strike", ship="Zhenyuan", track="hull", boxes=2)
        assert one.battle.cursor.ship == pointed != "Zhenyuan"
        one.press("enter")
        assert one.lines()[0].strip("─ ") == "Zhenyuan", one.text
        one.press("escape", "down", "enter")
        assert one.lines()[0].strip("─ ") == one.battle.cursor.ship, one.text


def test_one_key_takes_all_of_it_back(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        before = one.session.journal.position
        one.type("F30")
        one.press("enter", "u")
        assert one.session.journal.position == before
        assert one.session.acting == "Japan"
        one.press("R")
        assert one.session.acting == "China"


def test_a_stray_digit_opens_nothing_where_players_throw_the_dice(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding45")
        one.press("enter", "D", "3")
        assert one.battle.sheets.sheet is None
        assert one.battle.entry.form is None


def test_a_row_with_a_wrong_or_missing_value_is_not_passed_over(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press("F", "down", "down")
        one.type("38")
        one.press("enter")
        assert given(one) == []
        assert sheet(one).at == 0
        one.type("38")
        one.press("down", "down")
        one.type("qqq")
        assert "qqq is no target. Type letters of: Jiyuan, Guangjia, Zhiyuan" in " ".join(one.text.split())
        one.press(";")
        assert "; does nothing in the sheet" in one.text
        one.press("up", "enter")
        assert given(one) == []
        assert sheet(one).row.ship == "Akitsushima"


def test_torpedoes_that_reach_are_asked_about_before_the_squadron_is_ended(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fjiyuan5")
        one.press("enter")
        assert "torpedoes that reach Jiyuan" in one.text
        one.press("+")
        assert given(one)[-1][4] is False
        one.press("t")
        assert one.battle.entry.form is not None
        assert one.battle.entry.form.draft.values["firer"] == "Naniwa"


def test_an_old_range_is_asked_about_in_every_turn(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding45")
        one.press("enter")
        for turn in (2, 3):
            while (one.session.battle.turn, one.session.battle.phase) != (turn, "firing"):
                one.go()
                if one.battle.entry.answer is not None:
                    one.press("enter")
            while one.session.acting != "Japan":
                one.press("k")
            before = len(given(one))
            one.press("F", "enter")
            assert len(given(one)) == before
            one.press("enter")
            assert len(given(one)) > before


def test_with_typed_dice_one_undo_takes_back_the_sheet_and_no_step(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        before = one.session.journal.position
        one.press("D", "F")
        one.type("38")
        one.press("enter")
        while one.battle.entry.answer is not None:
            one.press("1", "enter")
        assert len(given(one)) == len(FLYING)
        one.press("u")
        assert one.session.journal.position == before
        assert one.session.battle.phase == "firing"
        one.press("R", "u")
        assert one.session.journal.position == before


def test_after_an_undo_the_next_one_takes_back_the_whole_sheet_too(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        before = one.session.journal.position
        one.press("F")
        one.type("38")
        one.press("enter")
        assert len(given(one)) == len(FLYING)
        sheet_given = one.session.journal.position
        one.press("x")
        one.type("2")
        one.press("enter", "u")
        assert one.session.journal.position == sheet_given
        one.press("u")
        assert one.session.journal.position == before


def test_a_question_left_after_a_die_closes_the_form_and_shows_the_sheet(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press("D", "F")
        one.type("38")
        one.press("enter", "1", "enter", "escape")
        assert one.battle.entry.form is None
        assert sheet(one).rows


def test_the_filter_of_the_journal_stays(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press(",", ",")
        before = one.battle.cursor.filter
        one.type("Fding45")
        one.press("enter")
        assert one.battle.cursor.filter == before


def row_of(one: Keyboard, ship: str) -> str:
    return next(line for line in one.lines() if line[3:].startswith(f"{ship} ") and "│" not in line[:75])


def test_a_side_that_nobody_entered_and_a_range_entered_for_another_target_are_marked(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle", (120, 40)) as one:
        one.type("Fding45")
        assert "  45  port? " in row_of(one, "Takachiho")
        one.press("down", "down")
        one.type("lai")
        assert " 45= " in row_of(one, "Akitsushima"), "typed for Dingyuan, not for Laiyuan"
        one.type("38")
        one.press("right")
        assert "  38  stbd " in row_of(one, "Naniwa")


def test_evasion_stands_in_the_scores(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle", (120, 40)) as one:
        one.type("Fding10")
        plain = row_of(one, "Yoshino")
        assert "×" not in plain
        one.press("escape")
        give(one, "set", ship="Dingyuan", condition="evading", value="yes")
        one.type("Fding10")
        assert "2×" in row_of(one, "Yoshino")


def test_a_ship_that_cannot_fire_still_says_so_when_the_sheet_comes_back(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press("D")
        one.type("Fding80")
        one.press("enter", "enter")
        assert one.battle.entry.answer is not None
        one.press("escape")
        assert one.text.count("✗ cannot fire") == 2
        assert "holds fire" not in row_of(one, "Yoshino")


def test_a_guessed_side_is_not_told_as_entered_and_the_cursor_stays_with_the_squadron_that_acts(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle", (120, 40)) as one:
        one.type("F35+")
        shots = [record for record in one.session.journal.records if record.procedure == "volley"]
        assert shots and all("bearing" not in record.given and "target" not in record.given for record in shots)
        assert "range" in shots[0].given
        assert one.battle.cursor.ship in FLYING
        one.press("*")
        assert "Naniwa has fired all its batteries that bear to port" in one.text, "as the key of the sheet says"


def test_the_headline_of_several_lines_has_all_damage_of_a_ship(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        with one.session.command:
            give(one, "strike", ship="Zhenyuan", track="hull", boxes=2)
            give(one, "strike", ship="Zhenyuan", track="hull", boxes=3)
        head = next(line for line in one.lines() if "ZHENYUAN" in line and " lines " in line)
        assert "hull −5" in head, head
