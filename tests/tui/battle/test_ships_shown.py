"""The board shows the ships that have the words typed, and sorts those of a squadron by a column."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tui.battle.test_board import give, halves
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing


def names(one: Keyboard, side: int) -> list[str]:
    """The ships with a row on a side, from above to below."""
    known = [card.name for card in one.session.cards()]
    return [name for row in halves(one)[side] for name in known if row[2:].startswith(f"{name} ")]


def test_letters_leave_the_ships_that_have_them_and_escape_shows_all_again(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        before = one.lines()
        one.type("/mgb")
        assert (names(one, 0), names(one, 1)) == (["MGB 321", "MGB 330"], [])
        assert "2 of 14 ships" in one.text
        assert one.battle.cursor.ship == "MGB 321"
        one.press("down")
        assert one.battle.cursor.ship == "MGB 330"
        one.press("enter", "up", "up")
        assert one.battle.cursor.ship == "MGB 321", "only the ships that are shown"
        one.press("escape")
        assert [line.replace("▸", " ") for line in one.lines()[:12]] == [line.replace("▸", " ") for line in before[:12]]


def test_words_of_damage_are_sought_and_an_order_may_be_given_meanwhile(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        give(one, "set", ship="Zhenyuan", condition="fire", value="1")
        one.type("/fire")
        one.press("enter")
        assert (names(one, 0), names(one, 1)) == ([], ["Zhenyuan"])
        lines = len(one.session.journal.records)
        one.press("x")
        one.type("zhenyuan 2")
        one.press("enter")
        assert len(one.session.journal.records) == lines + 1
        assert names(one, 1) == ["Zhenyuan"]


def test_a_name_is_a_piece_of_the_ship_s_her_squadron_s_or_her_side_s(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        give(one, "set", ship="Akagi", condition="fire", value="1")
        sought = ("river", 4), ("RIVER GROUP", 4), ("china", 14), ("main", 6), ("yuan", 8), ("japan fire", 1), ("fire", 1)
        for words, found in sought:
            one.type(f"/{words}")
            assert f" {found} of 26 ships" in one.text, words
            one.press("escape")


def test_escape_returns_the_cursor_while_words_are_typed(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        one.battle.cursor.point("MTB 624")
        before = one.lines()
        for words, ship in (("/hell", "Hellweg"), ("/mtb", "MTB 624")):
            one.type(words)
            assert one.battle.cursor.ship == ship
            one.press("escape")
            assert one.lines() == before
        one.type("/hell")
        one.press("enter", "escape")
        assert one.battle.cursor.ship == "Hellweg", "Enter has chosen her"


def test_a_ship_that_the_last_order_struck_is_not_shown_if_she_is_not_sought(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        give(one, "strike", ship="Hellweg", track="hull", boxes=2)
        one.type("/mtb")
        assert names(one, 1) == []


def test_in_the_journal_the_same_key_finds_lines_where_they_stand(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        give(one, "note", words="the moon rises")
        give(one, "strike", ship="Hellweg", track="hull", boxes=2)
        give(one, "note", words="the wind drops")
        for keys in (("J",), ("tab", "/")):
            one.press(*keys, *"moon")
            assert "1 of 3 lines" in one.text and one.battle.cursor.number == 1
            assert "the wind drops" not in one.text
            one.press("escape")
            assert one.battle.cursor.number == 3
            one.press(*keys[-1:], *"moon", "enter", "escape")
            assert one.battle.cursor.number == 1 and "the wind drops" in one.text
            one.press("down", "down", "escape")
            assert not one.battle.cursor.journal


def test_a_search_is_shown_in_large_letters_too(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        while one.look.name != "large":
            one.press("f4")
        one.type("/mgb")
        assert "2 of 14 ships" in one.text


def test_a_form_shows_its_own_keys_while_the_board_is_filtered(tmp_path: Path) -> None:
    """There Escape leaves the form, and the filter stays."""
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        one.type("/fuso")
        one.press("enter", "x")
        assert "Esc leave" in one.text and "Esc shows all" not in one.text
        one.press("escape")
        assert "1 of 26 ships" in one.text and "Esc shows all" in one.text


def test_what_no_ship_has_leaves_none(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        give(one, "strike", ship="Hellweg", track="hull", boxes=2)
        one.type("/qqq")
        assert "0 of 14 ships" in one.text
        assert [[row.strip() for row in half[1:] if row.strip()] for half in halves(one)] == [["no ship fits"]] * 2


def test_a_squadrons_sum_is_of_all_its_ships_while_one_is_sought(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        give(one, "strike", ship="Naniwa", track="hull", boxes=2)
        sums = [re.findall(r"Flying Squadron +(\d+/\d+)", row)[0] for row in one.lines() if "Flying Squadron " in row][:1]
        one.type("/yoshino")
        one.press("enter")
        assert names(one, 0)[:1] == ["Yoshino"]
        assert f"Flying Squadron {sums[0]}" in " ".join(one.text.split())


def test_one_key_sorts_by_hull_then_by_speed_then_as_the_cards_are_listed(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        listed = names(one, 1)
        give(one, "strike", ship="Nordmoor", track="hull", boxes=20)
        give(one, "strike", ship="Möwensand", track="hull", boxes=3)
        one.press(";")
        assert names(one, 1)[:2] == ["Nordmoor", "Möwensand"]
        assert one.lines()[2].count("hull▼") == 2
        one.press("home", "right", "home")
        assert one.battle.cursor.ship == "Nordmoor", "the cursor goes by what is seen"
        one.press(";")
        fastest = max((card for card in one.session.cards() if card.side == "Kriegsmarine"), key=lambda card: int(card.pace[0]))
        assert names(one, 1)[0] == fastest.name
        assert one.lines()[2].count("cm▼") == 2
        one.press(";")
        assert names(one, 1) == listed
        assert "▼" not in one.lines()[2]


def test_squadrons_stay_together(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        give(one, "strike", ship="Naniwa", track="hull", boxes=9)
        one.press(";")
        rows = [row.strip(" •▸◎").split("  ")[0] for row in halves(one)[0]]
        assert rows[rows.index("Flying Squadron") + 1] == "Naniwa"


def test_speed_is_no_order_where_the_board_has_no_such_column(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        before = names(one, 0)
        one.press(";", ";")
        assert names(one, 0) == before
