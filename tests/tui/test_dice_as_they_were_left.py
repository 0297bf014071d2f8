"""Each battle remembers whether its dice are typed in or rolled, wherever its file goes."""

from __future__ import annotations

from pathlib import Path

from fleetbook.store.battle.dice_kept import FILE
from fleetbook.store.battle.keeping import rename
from fleetbook.store.library.paths import data_folder
from tests.tui.keyboard import refereeing


def are_typed_in(path: Path, *keys: str) -> bool:
    """Whether dice are typed in as a battle is opened; then keys are pressed in it."""
    with refereeing(path) as at:
        found = at.session.typed_dice
        at.press(*keys)
        return found


def test_dice_typed_in_are_asked_for_again_when_the_battle_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with refereeing(path) as at:
        at.go()
        at.type("D")
        assert "dice typed in" in at.text
    assert are_typed_in(path, "D")
    assert not are_typed_in(path)


def test_one_order_typed_in_a_form_does_not_make_all_others_typed(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with refereeing(path) as at:
        at.type("DD")
        at.go(2)
        at.type("s30 6")
        at.press("enter")
        assert at.session.last_order is not None
        assert [face.origin for face in at.session.last_order.faces] == ["typed"]
    assert not are_typed_in(path)


def test_it_is_of_one_battle_by_whatever_name_and_nothing_lies_beside_its_file(tmp_path: Path) -> None:
    assert not are_typed_in(tmp_path / "a.battle", "D")
    assert are_typed_in(rename(tmp_path / "a.battle", "b"))
    assert not are_typed_in(tmp_path / "c.battle")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.battle", "c.battle"]


def test_where_it_cannot_be_read_dice_are_as_they_were_thrown_last(tmp_path: Path) -> None:
    assert not are_typed_in(tmp_path / "a.battle", "D")
    (data_folder() / FILE).write_text("typed in", encoding="utf-8")
    assert not are_typed_in(tmp_path / "a.battle", "D")
    assert are_typed_in(tmp_path / "a.battle")
