"""Scenarios and rosters are found by name from anywhere; battles get a place and a name of their own."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.errors import Unwritable
from fleetbook.store.library.detect import is_battle
from fleetbook.store.library.paths import (
    battles,
    data_folder,
    entries,
    file_stem,
    find,
    find_beside,
    library_folder,
    new_battle_path,
)
from tests.store import toy

TODAY = date(2026, 3, 14)


def test_shipped_files_are_distinguished_by_kind() -> None:
    scenarios = {entry.full_name for entry in entries("scenario")}
    rosters = {entry.full_name for entry in entries("roster")}
    assert "coastal/ijmuiden" in scenarios
    assert "coastal/royal-navy" in rosters
    assert not scenarios & rosters
    assert {entry.ruleset for entry in entries(ruleset="coastal")} == {"coastal"}


def test_titles_are_those_of_the_files() -> None:
    (entry,) = [entry for entry in entries("scenario", "coastal") if entry.name == "ijmuiden"]
    assert entry.title == "Off IJmuiden"


@pytest.mark.parametrize("name", ["ijmuiden", "IJmuiden", "coastal/ijmuiden", "ijmuiden.toml"])
def test_a_scenario_is_found_by_name_from_any_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ijmuiden").mkdir()  # a folder of that name is in nobody's way
    assert find("scenario", name) == library_folder() / "coastal" / "ijmuiden.toml"


def test_a_path_goes_before_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ijmuiden").write_text("", encoding="utf-8")
    assert find("scenario", "ijmuiden") == Path("ijmuiden")
    assert find("scenario", tmp_path / "ijmuiden") == tmp_path / "ijmuiden"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ijmuden", "scenario: found ijmuden, allowed: .*ijmuiden.*; did you mean ijmuiden?"),
        ("coastal/ijmuden", "did you mean coastal/ijmuiden?"),
        ("royal-navy", "scenario: found royal-navy, allowed: "),
        ("nowhere/none.toml", f"{Path('nowhere/none.toml')}: found no file, allowed: a scenario"),
        ("a" * 5000, "scenario: found aaa"),
        ("a\0b", "scenario: found a"),
        (".", "found a folder, allowed: a scenario"),
    ],
)
def test_what_is_not_there_is_reported_with_the_nearest(name: str, message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        find("scenario", name)
    for part in message.split(".*"):
        assert part in str(raised.value)


def test_a_roster_beside_a_scenario_goes_before_one_of_the_library(tmp_path: Path) -> None:
    assert find_beside(tmp_path, "coastal/royal-navy") == library_folder() / "coastal" / "royal-navy.toml"
    assert find_beside(tmp_path, "royal-navy") == library_folder() / "coastal" / "royal-navy.toml"
    (tmp_path / "royal-navy").write_text("", encoding="utf-8")
    assert find_beside(tmp_path, "royal-navy") == tmp_path / "royal-navy"


def test_battles_are_named_by_scenario_and_date_and_numbered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEETBOOK_DATA", str(tmp_path / "data" / "mine"))
    names = []
    for _ in range(3):
        path = new_battle_path(toy.setup(title="Off IJmuiden!"), TODAY)
        BattleFile.create(path, toy.setup()).close()
        names.append(path.name)
    assert names == ["off-ijmuiden-2026-03-14.battle", "off-ijmuiden-2026-03-14-2.battle", "off-ijmuiden-2026-03-14-3.battle"]
    assert sorted(path.name for path in battles()) == sorted(names)
    assert data_folder() == tmp_path / "data" / "mine"


def test_without_a_wish_battles_are_where_the_system_keeps_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLEETBOOK_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder().name == "fleetbook"
    assert battles() == []


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Off IJmuiden, 14 March", "off-ijmuiden-14-march"),
        ("../../etc/passwd", "etc-passwd"),
        ("a\0b\n\x1b[c", "a-b-c"),
        ("///", "battle"),
        ("", "battle"),
        ("CON", "con-1"),
        ("Pas-de-Calais", "pas-de-calais"),
        ("\N{LATIN SMALL LETTER O WITH DIAERESIS}" * 90, "\N{LATIN SMALL LETTER O WITH DIAERESIS}" * 30),
        ("x" * 500, "x" * 60),
    ],
)
def test_any_title_makes_a_safe_file_name(title: str, stem: str) -> None:
    assert file_stem(title) == stem


def test_a_data_folder_that_cannot_be_made_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("FLEETBOOK_DATA", str(tmp_path / "file" / "mine"))
    with pytest.raises(Unwritable, match=r"cannot be made: (not a directory|file exists)"):
        new_battle_path(toy.setup(), TODAY)


def test_a_battle_is_known_by_its_name_or_its_beginning(tmp_path: Path) -> None:
    BattleFile.create(tmp_path / "a.battle", toy.setup()).close()
    (tmp_path / "a.battle").rename(tmp_path / "saved")
    (tmp_path / "text").write_text("ruleset = 1", encoding="utf-8")
    assert is_battle(Path("none.battle"))
    assert is_battle(tmp_path / "saved")
    assert not is_battle(tmp_path / "text")
    assert not is_battle(tmp_path / "none")
    assert not is_battle(tmp_path)
