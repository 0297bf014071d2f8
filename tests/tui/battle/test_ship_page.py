"""A ship in detail: her weapons by the tables, her history, and orders begun from there."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from fleetbook.tui.battle.ship_page import ShipPage, ship_lines
from tests.tui.keyboard import WIDE, Keyboard, refereeing


def test_c4_a_boats_weapon_points_by_range_and_her_torpedoes(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", WIDE, seed="3") as one:
        one.press("right", "enter")
        shown = one.text
        assert "twin 20 mm: points 4 to 15, 2 to 40, 1 to 60 cm" in shown
        assert "torpedoes: from 30 cm on, 15 cm a step" in shown
        assert "speed        8/17 cm: now and at most" in shown


def test_5_2_gun_classes_and_5_5_armour_of_a_battleship(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", WIDE, seed="7") as one:
        one.press("enter")
        shown = one.text
        assert "12 in: class G: short none to 10, d20 to 50, d12 to 70, long d10 to 100 cm" in shown
        assert "6 in: class C: short d8 to 30, long d6 to 60 cm" in shown
        assert "armour: hull 8, main 9, secondary 5" in shown


def test_weapon_ranges_of_a_battlecruiser(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "cape-sarych", WIDE) as one:
        one.press("enter")
        assert "primary: reaches 3 hexes" in one.text


def test_6_4_the_bands_of_a_gun(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "into-the-bight", WIDE) as one:
        one.press(*["up"] * 6, "enter")  # from E 41, the first that is due
        assert "4-inch/45: to 2,500 yds 9 cm 2 points; to 5,000 yds 7 cm 2 points" in one.text


def test_what_befell_a_ship_stands_on_her_card_but_not_what_was_taken_back(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", WIDE, seed="3") as one:
        one.press("x")
        one.type("m77")
        one.press("down", "down")
        one.type("4")
        one.press("enter", "x")
        one.type("m77")
        one.press("down", "down")
        one.type("2")
        one.press("enter", "u", "enter")
        assert "In this battle" in one.text
        assert one.text.count("hull -4 (5 of 9)") == 1
        assert "hull -2" not in one.text


def _lines_of(one: Keyboard, ship: str) -> list[str]:
    """What her card tells of this battle, each line of the journal on one line."""
    text = "\n".join("".join(words for words, _ in line) for line in ship_lines(one.session, ship, (), 400))
    return [line.strip() for line in text.partition("In this battle")[2].splitlines() if line.startswith(" T")]


def test_2_2_of_a_squadrons_fire_each_ship_has_her_own_share_and_the_target_what_struck_her(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", WIDE, seed="7") as one:
        one.go(2)
        one.press("enter")
        one.go(3)
        one.type("Fmikasa45")
        one.press("enter")
        record = one.session.journal.records[-1]
        [result] = one.session.journal.results(record)
        shares = dict(row.split(": ", 1) for row in result.rows)
        assert len(shares) == 4
        assert result.head == "3 HITS"
        for ship, share in shares.items():
            assert _lines_of(one, ship)[-1] == f"T1.6: {record.headline}: {share}"
        assert _lines_of(one, result.subject)[-1] == (
            f"T1.6: {record.headline}: 3 HITS: hull -5 (26 of 31), aft 12 in (mount out)"
        )


def test_a_step_that_goes_by_is_not_told_on_a_card_and_damage_that_was_due_is_told_without_it(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", WIDE, seed="3") as one:
        one.go(2)
        one.type("s12")
        one.press("enter")
        one.type("Df14 6")
        one.press("enter", "enter", "D")
        one.go(3)
        own = _lines_of(one, "MGB 77")
        assert [line.split(":")[0] for line in own] == ["T1.3", "T1.3", "T1.4"]
        assert own[-1].startswith("T1.4: ")
        assert "hull -1 (8 of 9)" in own[-1]
        assert "step" not in own[-1]


def test_c8_what_her_torpedoes_came_to_stands_on_her_card(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE, seed="5") as one:
        one.press(">", "t")
        one.type("hel")
        one.press("down")
        one.type("35")
        one.press("enter")
        one.go(8)
        one.type("Dh5")
        one.press("enter", "h")
        one.type("1")
        one.press("enter")
        assert _lines_of(one, "MTB 221")[-2:] == [
            "T2.2: torpedo 1 (MTB 221) meets Hellweg: hit",
            "T2.2: torpedo 2 (MTB 221) meets Hellweg: missed",
        ]
        one.press("D", "m")
        one.type("8")
        one.press("enter")
        assert _lines_of(one, "MTB 221")[-1] == "T2.2: MTB 221 moves 8 cm"  # not: moves 8 cm: 8 cm


def test_an_order_begins_from_the_card_with_that_ship(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", WIDE, seed="3") as one:
        one.press(">", ">", "down", "enter")
        assert "s Observe" in one.text
        one.press("s")
        form = one.battle.entry.form
        assert form is not None
        assert form.draft.values["observer"] == "S 138"


def test_no_order_is_offered_on_the_card_of_a_ship_that_may_give_none(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", WIDE, seed="3") as one:
        one.press(">", ">", "left", "enter")
        assert one.page.name == ""
        assert "Observe" not in one.text


def test_an_order_whose_key_also_scrolls_leads_back_to_the_battle(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", WIDE, seed="3") as one:
        one.press(">", ">")
        commands = [replace(command, key="j") for command in one.battle.commands if command.id == "observe"]
        one.put(ShipPage(one.session, "S 138", commands, one.battle.press))
        one.press("down", "k")
        assert one.page is not one.battle
        one.press("j")
        assert one.page is one.battle
        form = one.battle.entry.form
        assert form is not None
        assert form.draft.kind.id == "observe"


def test_a_letter_on_the_card_does_what_it_does_on_the_board_and_escape_enter_and_q_only_close_it(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", WIDE, seed="3") as one:
        one.press(">")
        for key in ("escape", "enter", "q"):
            one.press("enter")
            assert "any letter acts on the battle" in one.text
            one.press(key)
            assert one.page is one.battle
            assert len(one.session.journal.records) == 1
        one.press("enter", ">")
        assert one.page is one.battle
        assert len(one.session.journal.records) == 2
        one.press("enter", "u", "enter")
        assert one.session.journal.records[-1].headline.startswith("took back")
