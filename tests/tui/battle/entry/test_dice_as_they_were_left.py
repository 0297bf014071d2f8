"""Dice typed in or rolled, as they were last asked for: a preference, which holds for every battle until it is changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from fleetbook.cli.commands.files.keys import command as keys_command
from fleetbook.store.library import paths
from fleetbook.store.library.preferences import OLD_DICE, Preferences, read_preferences, set_dice
from fleetbook.tui.setup.page import SetupPage
from tests.tui.keyboard import home, refereeing, table


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own."""
    monkeypatch.setenv(paths.DATA_VARIABLE, str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


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


def test_it_holds_for_every_battle_and_nothing_lies_beside_their_files(data: Path, tmp_path: Path) -> None:
    assert not are_typed_in(tmp_path / "a.battle", "D")
    assert are_typed_in(tmp_path / "b.battle", "D")
    assert not are_typed_in(tmp_path / "a.battle")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.battle", "b.battle", "data"]
    assert [path.name for path in data.iterdir()] == ["config.toml"]


def test_a_new_battle_is_set_up_with_the_dice_preferred_and_may_have_others(tmp_path: Path) -> None:
    with table(tmp_path), home() as at:
        set_dice(True)
        at.type("coastal/convoy")
        at.press("ctrl+e")
        assert isinstance(at.page, SetupPage) and at.page.draft.typed_dice
        at.page.form = at.page.form.to(("dice",))
        at.press("left", "ctrl+g")
        assert not at.session.typed_dice
        assert read_preferences().dice == "rolled"


def test_the_file_of_preferences_keeps_what_else_the_user_wrote(data: Path) -> None:
    (data / "config.toml").write_text('# of the club\ntheme = "paper"  # bright\n\n[keys]\nundo = "f2"  # as at home\n')
    set_dice(True)
    set_dice(False)
    assert read_preferences() == Preferences(theme="paper", keys={"undo": "f2"}, dice="rolled")
    written = (data / "config.toml").read_text()
    assert all(words in written for words in ("# of the club", "# bright", "# as at home"))


def test_the_list_of_keys_names_it(data: Path) -> None:
    set_dice(True)
    assert "config.toml: dice typed" in CliRunner().invoke(keys_command).output


def test_a_file_that_cannot_be_read_is_left_and_dice_are_as_they_were_thrown_last(data: Path, tmp_path: Path) -> None:
    (data / "config.toml").write_text("theme = ")
    with refereeing(tmp_path / "a.battle") as at:
        at.press("D")
        assert at.session.typed_dice and "config.toml" in at.page.message.text
    assert (data / "config.toml").read_text() == "theme = "
    assert not are_typed_in(tmp_path / "a.battle")


def test_an_older_file_of_dice_is_read_until_the_preference_is_set(data: Path, tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle") as at:
        (data / OLD_DICE).write_text(json.dumps({at.session.file.identity: True}))
    assert are_typed_in(tmp_path / "a.battle")
    assert not are_typed_in(tmp_path / "b.battle")
    assert are_typed_in(tmp_path / "a.battle", "D")
    assert not (data / OLD_DICE).exists()
    assert not are_typed_in(tmp_path / "a.battle")


def test_an_older_file_of_dice_that_is_none_says_nothing(data: Path, tmp_path: Path) -> None:
    (data / OLD_DICE).write_text("typed in", encoding="utf-8")
    assert not are_typed_in(tmp_path / "a.battle")
