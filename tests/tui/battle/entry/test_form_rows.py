"""In a form letters go to the ship, and digits to the range or the dice. A form that is left keeps its values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fleetbook.tui.kit.picker import Picker
from tests.tui.hands import launch, on_to
from tests.tui.keyboard import NARROW, Keyboard, refereeing


def at(tmp_path: Path) -> Path:
    return tmp_path / "a.battle"


def test_a_letter_never_enters_a_number(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("12nn")
        form = one.battle.entry.form
        assert form is not None
        assert form.draft.values["range"] == 12
        assert form.name == "target"


def test_the_arrows_keep_a_number_within_its_bounds_and_bring_it_back_there(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press("x")
        form = one.battle.entry.form
        assert form is not None and form.name == "boxes"
        low, high = form.draft.entries["boxes"].bounds or (0, 0)

        def after(*keys: str) -> object:
            one.press(*keys)
            assert one.battle.entry.form is not None
            return one.battle.entry.form.draft.values["boxes"]

        assert after(*["right"] * (high + 3)) == high
        assert after("left") == high - 1
        assert after("9", "9", "left") == high
        assert after(*["left"] * (high - low + 3)) == low


def test_a_shot_at_another_ship_with_the_players_die(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("m81 10")
        one.press("enter")
        before = one.pressed
        one.press("f")
        one.type("m81 10 6")
        one.press("enter")
        shot = one.session.journal.records[-1]
        assert (shot.inputs["target"], shot.inputs["range"], shot.faces[0].face) == ("MGB 81", 10, 6)
        assert one.pressed - before == len("fm81 10 6") + 1


def test_a_blank_inside_a_name_goes_on_with_it(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("mgb 81")
        form = one.battle.entry.form
        assert form is not None
        assert form.draft.values["target"] == "MGB 81"


def test_below_the_last_row_the_cursor_stays(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("60")
        one.press(*["down"] * 9)
        form = one.battle.entry.form
        assert form is not None
        assert form.name == "modifiers"


@pytest.mark.parametrize("key", ["down", "tab"])
def test_the_row_below_the_range_is_that_of_the_dice_as_on_the_screen(key: str, tmp_path: Path) -> None:
    """A face typed there is no range; what the battle fills in follows below."""
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", "f")
        one.type("10")
        one.press(key)
        one.type("6")
        form = one.battle.entry.form
        assert form is not None
        assert (form.name, form.dice, form.draft.values["range"]) == ("dice", "6", 10)
        one.press(key)
        rows = [line.strip(" ▸").split("  ")[0] for line in one.lines()]
        assert rows.index("range") + 1 == rows.index("dice") == rows.index("target lies to") - 1
        one.press("up", "up")
        form = one.battle.entry.form
        assert form is not None
        assert form.name == "range"


def test_escape_keeps_what_was_typed_and_twice_forgets_it(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("60")
        one.press("escape", "s")
        form = one.battle.entry.form
        assert form is not None
        assert form.draft.values["range"] == 60
        one.press("escape", "s")
        again = one.battle.entry.form
        assert again is not None
        assert again.draft.values["range"] is None


def test_a_die_that_is_asked_for_says_what_each_face_brings(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", "D", "f", "enter")
        assert "MGB 77, factor 10 1 2 3 4 5 6 nothing straddle 1 hit" in " ".join(one.text.split())
    with refereeing(tmp_path / "b.battle", "tsushima", NARROW, seed="11") as one:
        one.press("x")
        one.type("mik")
        one.press("down", "down")
        one.type("31")
        one.press("enter", "D", "o")
        assert "Mikasa: no hull boxes left 1 2 3 4 5 6 7 8 9 10 sinks stays afloat" in " ".join(one.text.split())


def test_a_range_of_another_step_is_marked_as_old_and_asked_about_once(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("30")
        one.press("enter", "up", "s")
        one.type("m77")
        assert "30 cm  measured in this step, line 3" in one.text
        one.press("escape", "s", "escape")
        one.go(8)
        lines = len(one.session.journal.records)
        one.press("s")
        assert "30 cm?  old: of turn 1, step 3" in one.text
        one.press("enter")
        assert len(one.session.journal.records) == lines
        assert "30 cm is old: of turn 1, step 3 (line 3): Enter again to observe" in one.text
        one.press("enter")
        assert one.session.journal.records[-1].inputs["range"] == 30


def test_a_range_typed_in_another_step_is_taken_at_once(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("30")
        one.press("enter")
        one.go(8)
        one.press("s")
        one.type("30")
        one.press("enter")
        assert one.session.journal.records[-1].procedure == "observe"


def test_the_last_order_again_does_not_take_up_a_range_of_another_step(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("30")
        one.press("enter", "D")
        while one.session.battle.turn == 1 or one.session.battle.phase != "fire-1":
            one.session.file.give(one.session.journal.ruleset.order("next")())
        one.press("f12")
        one.battle.entry.repeat(one.session.journal.record(3), "", False)
        form = one.battle.entry.form
        assert form is not None
        assert "range" not in form.draft.given


def test_a_number_that_differs_from_what_was_measured_in_this_step_says_so(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("10")
        one.press("enter", "f")
        one.type("8")
        assert "10 cm measured this step (line 3)" in one.text
        lines = len(one.session.journal.records)
        one.press("enter")
        assert len(one.session.journal.records) == lines
        assert "8 cm, but 10 measured this step (line 3): Enter again to fire" in one.text
        one.press("enter")
        assert one.session.journal.records[-1].inputs["range"] == 8


def test_the_target_and_the_range_of_this_step_are_fired_at_with_one_key(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("10")
        one.press("enter", "f", "enter")
        shot = one.session.journal.records[-1]
        assert (shot.procedure, shot.inputs["range"]) == ("fire", 10)


def test_another_doubtful_number_is_asked_about_too(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("10")
        one.press("enter", "f")
        for number in ("8", "9"):
            one.type(number)
            one.press("enter")
            assert f"{number} cm, but 10 measured this step" in one.text
            one.press("escape", "f", "up", "down")
        one.type("10")
        one.press("enter")
        assert one.session.journal.records[-1].inputs["range"] == 10


def test_the_odds_of_the_shot_before_never_stand_under_another(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("60")
        before = one.lines()
        odds = next(row for row, line in enumerate(before) if line.startswith("   seen"))
        one.press("left")
        drawn = ["".join(text for text, _ in line) for line in one.page.draw(NARROW)]
        assert drawn[odds].split(maxsplit=1)[1].startswith("are being computed")
        assert "%" not in "".join(drawn[odds:])
        assert "59 cm" in one.text
        assert one.lines()[odds].startswith("   seen")


def test_while_odds_are_reckoned_nothing_is_told_of_more_below(tmp_path: Path) -> None:
    """Not all odds of a broadside find room at 80 columns: "6 more" stood under the note as well."""
    with refereeing(at(tmp_path), "tsushima", NARROW, seed="3") as one:
        on_to(one, "firing")
        one.press("f")
        one.type("65")
        one.press("left")
        drawn = "\n".join("".join(text for text, _ in line) for line in one.page.draw(NARROW))
        assert "are being computed" in drawn
        assert not re.search(r"\d+ more: F1", drawn)


def test_the_ship_that_looks_and_the_one_looked_for_have_signs(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        assert "◎ MGB 77" in one.text and "│▸ S 136" in one.text


def test_a_left_form_does_not_come_back_once_another_ship_is_pointed_at(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press("x")
        one.type("s 138")
        one.press("down", "down")
        one.type("3")
        one.press("escape", "x")
        assert one.battle.entry.form is not None
        assert one.battle.entry.form.draft.values["ship"] == "S 138"
        one.press("escape", "x", "down", "down")
        one.type("3")
        one.press("escape", "right", "x")
        assert one.battle.entry.form.draft.values["ship"] == one.battle.cursor.ship != "S 138"


def test_a_digit_replaces_what_a_left_form_had_and_what_was_refused(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("60")
        one.press("escape", "s")
        one.type("55")
        form = one.battle.entry.form
        assert form is not None
        assert form.draft.values["range"] == 55
        one.type("5")
        one.press("enter")
        one.type("60")
        assert one.battle.entry.form is not None
        assert one.battle.entry.form.draft.values["range"] == 60


def test_a_name_that_fits_another_ships_row_goes_to_that_row(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        suggested = one.battle.entry.form
        assert suggested is not None
        target = suggested.draft.values["target"]
        one.type("s138")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["observer"], form.draft.values["target"]) == ("S 138", target)
        assert form.name == "observer"
        assert form.draft.given == ("observer",)


def test_c3_digits_beyond_the_chart_are_a_ships_number_or_refused(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s", "up", "up")
        one.type("138")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["observer"], form.draft.values["range"]) == ("S 138", None)
        one.press("escape", "escape", "s", "up", "up")
        one.type("624")
        one.press("enter")
        assert one.battle.entry.form is not None
        assert "from 0 to 120 cm" in one.text


def test_what_is_against_another_ship_names_her_first(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("60")
        one.press("enter", "s", "up", "up")
        one.type("s136")
        one.press("down")
        assert "✗ MGB 77: S 136 has already looked for MGB 77 this turn" in one.text


def test_only_ships_that_may_be_named_are_told_as_allowed(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("zz")
        assert "zz is no target. Type letters of: MGB 77, MGB 81" in " ".join(one.text.split())
        assert "MGB 81, S 136" not in one.text


def test_a_letter_finds_the_ship_from_a_row_of_other_words_and_no_number_where_no_ship_is_asked_for(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "convoy", NARROW, seed="5") as one:
        launch(one, "hel 35")
        one.go(8)
        one.press("h")
        form = one.battle.entry.form
        assert form is not None and form.name == "dice"
        assert "5 disabled, sinks in D6 turns, 6 breaks in two" in " ".join(line.strip() for line in one.lines())
        one.type("wes 4")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["torpedo"], form.draft.values["target"], form.dice) == ("torpedo 1", "Weserbrook", "4")
        one.press("escape", "h", "escape", "D", "h", "enter")
        one.type("nd")
        assert one.battle.entry.answer is not None and one.battle.entry.answer.text == ""


def test_the_dice_row_is_never_cut_and_its_foot_says_what_it_takes(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", "f")
        assert any(line.endswith("roll for me  or D6: 1-4 nothing, 5 straddle, 6 1 hit") for line in one.lines())
        one.press("down")
        assert "type faces, or leave it empty" in one.text


def test_odds_that_go_on_in_a_second_line_stand_in_one_column(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", "D", "f", "enter", "6", "enter")
        one.go()
        one.press("d")
        shown = one.lines()
        first = next(at for at, line in enumerate(shown) if line.startswith("   then "))
        assert shown[first].index("MGB 77") == 14
        assert [len(line) - len(line.lstrip()) for line in shown[first + 1 : first + 3]] == [14, 14]


def test_what_is_against_an_order_stands_once_on_the_screen(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "yalu", seed="7") as one:
        while one.session.battle.phase != "firing":
            one.go()
            while one.battle.entry.answer is not None:
                one.press("enter")
        one.press("F")
        one.type("999")
        one.press("enter")
        assert one.text.count("and reaches 999 cm") == 1


def test_a_ruling_by_hand_sets_a_condition_of_the_ship_under_the_cursor(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press("down", "=")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["ship"], form.name) == ("MGB 81", "condition")
        assert "one of: " in one.text and "disabled" in one.text


def test_odds_stand_in_the_column_of_the_form(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("30")
        rows = one.lines()
        column = next(row for row in rows if row.startswith(" ▸ range")).index("30")
        odds = next(row for row in rows if row.startswith("   seen"))
        assert odds[column - 1] == " "
        assert odds[column:].split() == ["67", "%"]  # 2 for 21-40 cm, -1 moving, +2 unaware: 3 or more on a D6


def test_a_digit_chooses_what_has_that_number_in_the_row_with_the_cursor(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="5") as one:
        launch(one, "hel 35", "wes 35")
        one.go(8)
        one.press("h")
        one.press("up", "up", "up")
        assert one.battle.entry.form is not None and one.battle.entry.form.name == "torpedo"
        one.type("2")
        form = one.battle.entry.form
        assert (form.name, form.draft.values["torpedo"], form.dice) == ("torpedo", "torpedo 2", "")
        one.type(" 4")
        form = one.battle.entry.form
        assert (form.name, form.draft.values["torpedo"], form.dice) == ("dice", "torpedo 2", "4")


def test_a_digit_in_a_row_of_modifiers_goes_to_the_range_with_the_cursor_and_ticks_nothing(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="5") as one:
        one.go(2)
        one.press("s")
        while one.battle.entry.form is not None and one.battle.entry.form.name != "modifiers":
            one.press("down")
        before = one.battle.entry.form
        assert before is not None
        one.type("5")
        form = one.battle.entry.form
        assert form is not None
        assert (form.name, form.draft.values["range"]) == ("range", 5)
        assert "modifiers" not in form.draft.given


def test_a_digit_chooses_the_die_of_that_number_before_any_line_that_has_the_digit(tmp_path: Path) -> None:
    chosen: list[str] = []
    dice = ["die 1: D6 4 · MTB 221 fires → nothing", "die 2: D6 1 · MTB 234 fires → nothing", "die 12: D6 6 · V 1241 → 1 hit"]
    for typed in ("2", "12", "1"):
        keyboard = Keyboard(Picker("Change which die?", dice, chosen.append))
        keyboard.type(typed)
        keyboard.press("enter")
    assert [line.partition(":")[0] for line in chosen] == ["die 2", "die 12", "die 1"]


def test_odds_without_a_figure_of_their_own_do_not_deny_those_beside_the_die(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        on_to(one, "spotting")
        one.press("s")
        one.type("120")
        assert "D10: 1-5 not spotted, 6-10 spotted, 50 %" in one.text
        assert " odds as the die says; nothing else is counted" in " ".join(one.text.split())


def test_a_digit_is_a_die_where_the_battle_has_filled_in_all_rows(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="5") as one:
        launch(one, "hel 35", "wes 35")
        one.go(8)
        one.press("h")
        one.type("2")
        form = one.battle.entry.form
        assert form is not None
        assert (form.name, form.draft.values["torpedo"], form.dice) == ("dice", "torpedo 1", "2")


def test_no_row_moves_while_the_cursor_goes_through_a_form(tmp_path: Path) -> None:
    with refereeing(at(tmp_path), "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")

        def places() -> dict[str, int]:
            labels = ("observer", "target", "range")
            return {label: row for row, line in enumerate(one.lines()) for label in labels if line[3:].startswith(f"{label} ")}

        before = places()
        assert len(before) == 3
        for key in ("up", "up", "down", "down"):
            one.press(key)
            assert places() == before
        one.press("escape", "x")
        rows = {line for line in one.lines() if line[3:].startswith("ship ")}
        for _ in range(3):
            one.press("down")
            assert rows == {line for line in one.lines() if line[3:].startswith("ship ")}


def test_rows_of_a_form_and_the_journal_below_keep_their_places(tmp_path: Path) -> None:
    """Whatever is typed, and whichever row that the battle has filled in is opened."""
    with refereeing(tmp_path / "a.battle", "convoy", (120, 40)) as one:
        one.press(">", ">", "s", *"12", "enter", "f")
        first = one.lines()
        top = next(place for place, line in enumerate(first) if line.startswith("─ ") and "fires at" in line)
        journal = [(place, line[:79]) for place, line in enumerate(first) if top + 15 < place < 38]
        assert any("SEEN" in line or "ALARM" in line for _, line in journal), first
        for key in ("1", "4", *["down"] * 4):
            one.press(key)
            now = one.lines()
            assert [(place, now[place][:79]) for place, _ in journal] == journal, key
            assert [now[top + row][3:14] for row in (1, 2, 3)] == [first[top + row][3:14] for row in (1, 2, 3)]
            assert now[top + 1][:60] == first[top + 1][:60], "the row of the firer"


def test_a_move_says_the_speed_for_a_launch_next_turn(tmp_path: Path) -> None:
    """MTB 221 makes 16 cm and launches at half her speed. MGB 321 has no torpedoes."""
    with refereeing(tmp_path / "a.battle", "convoy") as at:
        while at.session.battle.phase != "move-1":
            at.go()
        for ship, says in (("MTB 221", True), ("MGB 321", False)):
            at.battle.entry.begin(at.session.battle.ruleset.order("move"), ship, by_hand=True)
            assert f"{ship} moves" in at.text
            assert ("at most 8 cm to launch torpedoes next turn" in at.text) is says
            at.press("escape")
