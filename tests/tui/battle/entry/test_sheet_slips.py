"""A slip in the sheet of a squadron's fire costs only itself."""

from __future__ import annotations

from pathlib import Path

from fleetbook.tui.kit.style import WARNING
from tests.tui.battle.entry.test_sheet import FLYING, firing, sheet, values
from tests.tui.keyboard import NARROW


def test_backspace_after_a_refusal_takes_back_the_wrong_letter_alone(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("F30")
        one.press("right")
        one.type("q")
        one.press("enter")
        assert "q is no target" in one.text
        one.press("backspace")
        assert dict(sheet(one).row.entered) == {"range": "30", "bearing": "S"}
        assert values(one, "target")[0] == "Jiyuan"
        one.press("backspace", "enter")
        assert {record.inputs["range"] for record in one.session.journal.records if record.procedure == "volley"} == {30}


def test_star_after_a_mixed_sheet_opens_the_next_squadrons_sheet(tmp_path: Path) -> None:
    """A form for the whole squadron would aim all its ships at one target that it does not show."""
    with firing(tmp_path / "a.battle") as one:
        one.type("F30")
        one.press("enter", "*")
        assert one.battle.entry.form is None
        assert sheet(one).group == "Beiyang line"
        assert values(one, "target")[:2] == ["Yoshino", "Takachiho"]


def test_a_target_taken_from_a_row_above_is_marked_until_it_is_entered(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding")
        rows = {name: next(line for line in one.lines() if f" {name} " in line and "Dingyuan" in line) for name in FLYING}
        assert "Dingyuan= " not in rows["Yoshino"]
        assert all("Dingyuan= " in rows[name] for name in FLYING[1:])
        one.press("down")
        one.type("ding")
        assert sum("Dingyuan= " in line for line in one.lines()) == 2


def test_the_sheet_keeps_its_columns_and_both_batteries_at_starboard_in_80_columns(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("F30")
        to_port = next(line for line in one.lines() if "cm  side" in line)
        one.press("right")
        head = next(line for line in one.lines() if "cm  side" in line)
        assert head == to_port and "dice" in head and "…" not in head
        row = next(line for line in one.lines() if " ▸ Yoshino " in line)
        assert " stbd " in row and "…" not in row


def test_a_change_goes_down_to_the_first_row_that_the_referee_has_filled_in(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding45")
        one.press("down", "down")
        one.type("44")
        one.press("up", "up")
        one.type("zhen")
        assert "target of Yoshino and 1 below: Zhenyuan" in one.text
        assert values(one, "target") == ["Zhenyuan", "Zhenyuan", "Dingyuan", "Dingyuan"]
        one.type("30")
        assert "range of Yoshino and 1 below: 30" in one.text
        assert values(one, "range") == [30, 30, 44, 44]
        one.press("right")
        assert values(one, "bearing") == ["S", "S", "P", "P"]
        one.press("down", "=")
        assert "Takachiho as Yoshino" in one.text
        assert values(one, "target") == ["Zhenyuan", "Zhenyuan", "Dingyuan", "Dingyuan"]


def test_a_row_filled_in_keeps_the_target_from_the_rules_when_a_row_above_changes(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press("F", "down", "down")
        one.type("38")
        one.press("up", "up")
        one.type("ding")
        assert values(one, "target") == ["Dingyuan", "Dingyuan", "Zhiyuan", "Ching Yuan"]
        one.press("down", "down", "backspace", "backspace", "backspace")
        assert values(one, "target") == ["Dingyuan"] * 4, "as at first, the row takes over what stands above"


def test_escape_keeps_what_is_typed_for_this_step(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fzhen38")
        one.press("down", " ", "escape")
        assert one.battle.sheets.sheet is None
        assert "what is typed stays for this step" in one.text
        one.press("F")
        assert values(one, "target") == ["Zhenyuan"] * 4
        assert values(one, "range") == [38] * 4
        assert [row.holds for row in sheet(one).rows] == [False, True, False, False]


def test_another_range_than_the_one_measured_in_this_step_is_asked_about_once(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.session.ranges.measure(one.session.battle, "8", "Yoshino", "Jiyuan")
        one.type("F20")
        one.press("enter")
        assert "Yoshino: 20 cm, but 8 measured this step. Enter again" in " ".join(one.text.split())
        assert one.session.acting == "Japan"
        one.press("enter")
        fired = [record.inputs for record in one.session.journal.records if record.procedure == "volley"]
        assert (fired[0]["target"], fired[0]["range"]) == ("Jiyuan", 20)


def test_ctrl_u_deletes_the_text_and_home_and_end_go_to_the_first_and_last_row(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("F30")
        one.press("ctrl+u")
        assert dict(sheet(one).row.entered) == {}
        one.press("end")
        assert sheet(one).row.ship == FLYING[-1]
        one.press("home")
        assert sheet(one).row.ship == FLYING[0]


def test_a_digit_opens_the_first_sheet_of_a_step(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press("3", "8")
        assert values(one, "range") == [38] * 4


def test_a_face_that_no_die_asks_for_is_left_out_with_its_enter(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press("D", "4")
        assert "4 is left out: no die is asked for" in one.text
        page = one.page
        one.press("enter")
        assert one.page is page
        one.press("enter")
        assert one.page is not page, "the card of the ship with the cursor"


def test_a_row_with_a_wrong_target_is_coloured(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.press("F", "q")
        line = next(line for line in one.page.draw(NARROW) if any(text.strip() == FLYING[0] for text, _ in line[:2]))
        assert any(text.strip() == "q" and style is WARNING for text, style in line)
