"""An order is for the ship with the cursor. If she cannot give it, a line says why and names the ship of the form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.hands import on_to
from tests.tui.keyboard import NARROW, Keyboard, refereeing


def acts(one: Keyboard, key: str) -> str:
    """The ship that a key's form is for."""
    one.press(key)
    form = one.battle.entry.form
    assert form is not None
    return str(next(iter(form.draft.values.values())))


@pytest.mark.parametrize("key", ["f", "t"])
def test_after_the_enemy_s_volley_the_ship_with_the_cursor_acts(key: str, tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        one.press("n", "enter", "m", "enter", "*")
        on_to(one, "firing")
        one.type("F30")
        one.press("enter")
        assert (one.session.acting, one.battle.cursor.by_hand) == ("China", False)
        one.battle.cursor.ship = "Zhenyuan"
        assert acts(one, key) == "Zhenyuan"
        assert "is next" not in one.text


def test_who_has_fired_is_named_beside_the_ship_that_the_form_is_for(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        on_to(one, "move-1")
        one.press("m", "enter")
        one.battle.cursor.ship = "MTB 221"
        assert acts(one, "m") == "MTB 233"
        assert "MTB 221 has moved this turn; MTB 233 is next" in one.text


def test_a_ship_without_torpedoes_is_named_though_the_referee_did_not_point_at_her(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        on_to(one, "move-1")
        one.battle.cursor.ship = "MGB 330"
        assert acts(one, "t") == "MTB 221"
        assert "MGB 330 has no torpedoes (C8); MTB 221 is next" in one.text


def test_an_enemy_who_is_no_target_is_named_too(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        on_to(one, "move-1")
        one.battle.cursor.ship = "M 388"
        assert acts(one, "m") == "MTB 221"
        assert "M 388 cannot give this order; MTB 221 is next" in one.text


def test_a_sheet_is_of_the_squadron_with_the_cursor_or_names_the_next(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        one.press("n", "enter", "m", "enter", "*")
        on_to(one, "firing")
        one.battle.cursor.ship = "Matsushima"
        one.press("F")
        assert one.battle.sheets.sheet is not None
        assert one.battle.sheets.sheet.group == "Main Squadron"
        assert "is next" not in one.battle.message.text
        one.type("30")
        one.press("enter")
        one.battle.cursor.ship = "Matsushima"
        one.press("F")
        assert one.battle.sheets.sheet.group == "Beiyang line"
        assert "; Beiyang line is next" in one.battle.message.text


def test_after_each_squadron_s_order_the_cursor_goes_to_the_next_squadron_that_acts(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        one.press("n", "enter", "m", "enter", "*")
        on_to(one, "firing")
        one.type("F30")
        one.press("enter")
        assert (one.session.acting, one.battle.cursor.ship) == ("China", "Jiyuan")
        one.press("t", "escape", "k")
        assert (one.session.acting, one.battle.cursor.ship) == ("Japan", "Matsushima"), "a form left before does not hold it"
        one.battle.cursor.point("Yoshino")
        one.press("F")
        one.type("30")
        one.press("enter")
        assert one.battle.cursor.ship == "Akagi", "the squadron that the referee pointed at has acted"
