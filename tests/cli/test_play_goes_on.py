"""``play`` with a scenario or a name, or without: the battle under way goes on, and says so; no untouched or ended one does."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.cli.finding import under_way
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.paths import find
from fleetbook.tui.app import _first_page
from tests.cli.dialogue import Script, talk
from tests.cli.shell import fleetbook
from tests.posix import with_links
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


def run_on(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str | None, str]]:
    """What the app is run on, and with which words; it is not started."""
    asked: list[tuple[str | None, str]] = []

    def run(path: str | None, said: str = "", chairs: dict[str, str] | None = None) -> int:
        asked.append((path, said))
        return 0

    monkeypatch.setattr("fleetbook.tui.app.run", run)
    monkeypatch.setattr("fleetbook.tui.app.require_terminal", lambda: None)
    return asked


def begun(scenario: str, *orders: str) -> str:
    """A new battle in the user's folder, with these orders."""
    path = fleetbook("new", scenario).out.strip()
    for order in orders:
        assert fleetbook("order", path, order).code == 0
    return path


def test_without_a_name_the_only_battle_under_way_goes_on(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    asked = run_on(monkeypatch)
    begun("ijmuiden", "next", "end")
    begun("tsushima")
    assert fleetbook("play").code == 0
    going = begun("convoy", "next")
    left = fleetbook("play").err
    assert asked == [(None, ""), (going, "Convoy off Terschelling goes on, turn 1, step 2: Royal Navy launches, moves")]
    assert left == f"fleetbook: the battle is saved in {going}; fleetbook play goes on with it\n"
    begun("tsushima", "next")
    assert fleetbook("play").err == ""
    assert asked[2:] == [(None, "")], "of two the referee chooses one at home"


def test_without_a_name_the_dialogue_goes_on_or_names_those_under_way(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    going = begun("ijmuiden", "next")
    ran = talk(monkeypatch, leave())
    assert ran.out.startswith("Off IJmuiden: Royal Navy against Kriegsmarine")
    assert ran.err == f"fleetbook: {going}: Off IJmuiden, turn 1, step 2: Royal Navy launches, moves\n"
    begun("convoy", "next")
    several = talk(monkeypatch, leave())
    assert (several.code, several.out) == (2, "")
    assert "convoy-" in several.err and "ijmuiden-" in several.err


def test_a_wish_without_a_scenario_is_refused(data_folder: Path) -> None:
    for wish in (("--new",), ("--seed", "3"), ("--new", "--plain")):
        ran = fleetbook("play", *wish)
        assert ran.code == 2
        assert "FILE is missing: name the scenario to begin" in ran.err


def test_a_battle_is_named_by_its_file_but_a_scenario_of_that_name_goes_first(
    monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    data_folder.mkdir()
    club, convoy = data_folder / "club-night.battle", data_folder / "convoy.battle"
    for path in (club, convoy):
        assert fleetbook("new", "ijmuiden", "-o", str(path)).code == 0
    asked = run_on(monkeypatch)
    assert "fleetbook play club-night goes on with it" not in fleetbook("play", "club-night").err, "nothing was ordered yet"
    assert asked == [(str(club), "")]
    assert fleetbook("play", "convoy.battle").code == 0
    assert talk(monkeypatch, leave(), "convoy").out.startswith("Convoy off Terschelling")
    assert asked[1:] == [(str(convoy), "")]
    assert "keeps its file, its dice and its rules" in fleetbook("play", "club-night", "--new").err


@with_links
@pytest.mark.parametrize("name", ["ijmuiden", "evening"])
def test_by_name_it_goes_on_though_a_link_in_the_folder_leads_nowhere(
    monkeypatch: pytest.MonkeyPatch, data_folder: Path, tmp_path: Path, name: str
) -> None:
    talk(monkeypatch, leave(), "ijmuiden")
    (begun,) = data_folder.glob("*.battle")
    evening = begun.rename(data_folder / "evening.battle")
    assert fleetbook("order", str(evening), "next").code == 0
    (data_folder / "x.battle").symlink_to(tmp_path / "nowhere")
    ran = talk(monkeypatch, leave(), name)
    assert ran.code == 0 and "Off IJmuiden" in ran.out
    assert [*data_folder.glob("*.battle")].count(evening) == 1 and len([*data_folder.glob("*.battle")]) == 2


def test_an_enemy_has_a_doctrine_from_the_command_line(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    seated: list[dict[str, str]] = []

    def run(path: str, said: str, chairs: dict[str, str]) -> int:
        seated.append(chairs)
        return 0

    monkeypatch.setattr("fleetbook.tui.app.run", run)
    monkeypatch.setattr("fleetbook.tui.app.require_terminal", lambda: None)
    assert fleetbook("play", "convoy", "--enemy", "Kriegsmarine=cover").code == 0
    (evening,) = data_folder.glob("*.battle")
    assert fleetbook("play", str(evening), "--enemy", "Royal Navy = torpedo-run").code == 0
    assert seated == [{"Kriegsmarine": "cover"}, {"Royal Navy": "torpedo-run"}]


@pytest.mark.parametrize(
    ("scenario", "enemy", "words"),
    [
        ("convoy", "Kriegsmarine=covr", "did you mean cover?"),
        ("convoy", "Germans=cover", "allowed: Royal Navy, Kriegsmarine"),
        ("convoy", "Kriegsmarine", "Kriegsmarine= and one of hold-range"),
        ("coronel", "Royal Navy=cover", "allowed: rules with doctrines"),
    ],
)
def test_a_wrong_enemy_begins_no_battle(data_folder: Path, scenario: str, enemy: str, words: str) -> None:
    ran = fleetbook("play", scenario, "--enemy", enemy)
    assert ran.code != 0
    assert words in " ".join(ran.err.split())
    assert not list(data_folder.glob("*.battle"))
