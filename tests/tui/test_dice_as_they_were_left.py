"""Dice typed in or rolled, as they were last asked for: kept with the battle, whatever was thrown last and wherever it goes."""

from __future__ import annotations

from pathlib import Path

from fleetbook.store.battle.keeping import delete, rename
from tests.tui.keyboard import refereeing


def test_dice_typed_in_are_asked_for_again_when_the_battle_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with refereeing(path) as at:
        at.go()
        at.type("D")
        assert "dice typed in" in at.text
    with refereeing(path) as at:
        assert at.session.typed_dice
        at.type("D")
    with refereeing(path) as at:
        assert not at.session.typed_dice


def test_one_order_typed_in_a_form_does_not_make_all_others_typed(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with refereeing(path) as at:
        at.type("DD")
        at.go(2)
        at.type("s30 6")
        at.press("enter")
        assert at.session.last_order is not None
        assert [face.origin for face in at.session.last_order.faces] == ["typed"]
    with refereeing(path) as at:
        assert not at.session.typed_dice


def test_it_goes_with_the_battle_s_file_to_another_name_and_is_deleted_with_it(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with refereeing(path) as at:
        at.type("D")
    named = rename(path, "b")
    with refereeing(named) as at:
        assert at.session.typed_dice
    delete(named)
    assert not list(tmp_path.iterdir())
