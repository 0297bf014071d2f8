"""``play SCENARIO``: the battle of it that is under way goes on, and says so; an untouched one and one that has ended do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.cli.finding import under_way
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.paths import find
from fleetbook.tui.app import _first_page
from tests.cli.dialogue import Script, talk
from tests.cli.shell import fleetbook
from tests.tui.keyboard import NARROW, Keyboard


def leave() -> Script:
    """Somebody who only looks."""
    yield ""


def test_a_scenario_with_a_battle_under_way_goes_on_with_it(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    assert talk(monkeypatch, leave(), "ijmuiden").code == 0
    (evening,) = data_folder.glob("*.battle")
    assert under_way("ijmuiden") is None, "nothing was ordered yet"
    assert fleetbook("order", str(evening), "next").code == 0
    ran = talk(monkeypatch, leave(), "ijmuiden")
    assert "goes on, turn 1, step 2: Royal Navy launches, moves; play ijmuiden --new begins another" in ran.err
    assert list(data_folder.glob("*.battle")) == [evening]


def test_new_and_any_wish_begin_another(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    talk(monkeypatch, leave(), "ijmuiden")
    (evening,) = data_folder.glob("*.battle")
    assert fleetbook("order", str(evening), "next").code == 0
    talk(monkeypatch, leave(), "ijmuiden", "--new")
    talk(monkeypatch, leave(), "ijmuiden", "--seed", "3")
    assert len(list(data_folder.glob("*.battle"))) == 3


def test_a_battle_that_has_ended_does_not_go_on(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    talk(monkeypatch, leave(), "ijmuiden")
    (evening,) = data_folder.glob("*.battle")
    assert fleetbook("order", str(evening), "end").code == 0
    assert under_way("ijmuiden") is None


def test_another_scenario_of_the_same_title_does_not_go_on_with_the_ships_of_the_first(data_folder: Path, tmp_path: Path) -> None:
    shipped = find("scenario", "ijmuiden").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(shipped.replace("MGB 77", "MGB 601"), encoding="utf-8")
    data_folder.mkdir()
    assert fleetbook("new", "ijmuiden", "-o", str(data_folder / "a.battle")).code == 0
    assert fleetbook("order", str(data_folder / "a.battle"), "next").code == 0
    assert under_way("ijmuiden") is not None
    assert under_way(str(mine)) is None
    assert fleetbook("new", str(mine), "-o", str(data_folder / "b.battle")).code == 0
    assert fleetbook("order", str(data_folder / "b.battle"), "next").code == 0
    going_on = [under_way(scenario) for scenario in ("ijmuiden", str(mine))]
    assert [battle and battle.path.name for battle in going_on] == ["a.battle", "b.battle"]


def test_the_app_says_on_its_first_page_that_a_battle_goes_on(data_folder: Path) -> None:
    data_folder.mkdir()
    path = data_folder / "a.battle"
    assert fleetbook("new", "ijmuiden", "-o", str(path)).code == 0
    assert fleetbook("order", str(path), "next").code == 0
    with BattleFile.open(path) as file:
        said = "Off IJmuiden goes on, turn 1; play ijmuiden --new begins another"
        assert said in Keyboard(_first_page(file, said), NARROW).text
