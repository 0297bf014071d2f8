"""The user's own rosters and scenarios stand in the library beside the program's, under names that no other file has."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.errors import Unwritable
from fleetbook.store.library.build_setup import load_setup, write_scenario
from fleetbook.store.library.paths import DATA_VARIABLE, entries, file_stem, find, new_own_path, own_folder
from fleetbook.store.library.roster_text import value_text
from fleetbook.store.library.scenario import read_scenario, scenario_toml
from fleetbook.store.library.toml_file import comments, parse_toml
from fleetbook.store.library.toml_text import toml_text


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    return tmp_path


def test_an_own_scenario_is_found_by_its_name_from_anywhere() -> None:
    path = new_own_path("coastal", "Club night!")
    assert path == own_folder() / "coastal" / "club-night.toml"
    write_scenario(path, read_scenario(find("scenario", "ijmuiden")))
    assert find("scenario", "club-night") == path
    assert find("scenario", "coastal/club-night") == path
    (entry,) = [entry for entry in entries("scenario") if entry.own]
    assert entry.full_name == "coastal/club-night"


def test_a_name_of_the_program_s_is_not_given_again() -> None:
    assert new_own_path("coastal", "Royal Navy").name == "royal-navy-2.toml"
    new_own_path("coastal", "royal navy").with_name("royal-navy-2.toml").write_text("", encoding="utf-8")
    assert new_own_path("coastal", "Royal Navy").name == "royal-navy-3.toml"


@pytest.mark.parametrize("title", ["", "   ", "../../etc/passwd", "a" * 500, "[/]", "\x1b[31m", "\u202e", "con", ".hidden"])
def test_any_title_gives_a_path_in_the_folder(title: str) -> None:
    path = new_own_path("coastal", title)
    assert path.parent == own_folder() / "coastal"
    path.write_text("", encoding="utf-8")


@pytest.mark.parametrize("title", ["con", "Con", "PRN", "aux", "nul", "COM1", "lpt9", "com²"])
def test_no_title_gives_the_name_of_a_device_of_windows(title: str) -> None:
    assert file_stem(title) == f"{title.casefold()}-1"
    assert file_stem(f"{title}voy") == f"{title.casefold()}voy"


def test_a_folder_that_cannot_be_made_is_reported(data: Path) -> None:
    (data / "rosters").write_text("", encoding="utf-8")
    with pytest.raises(Unwritable, match="rosters"):
        new_own_path("coastal", "x")


def test_an_own_file_that_is_no_text_hides_no_other() -> None:
    path = new_own_path("coastal", "broken")
    path.write_bytes(b"\xff\xfe\x00")
    assert any(entry.name == "ijmuiden" for entry in entries("scenario"))
    assert [entry.kind for entry in entries() if entry.own] == ["other"]
    with pytest.raises(InvalidInput):
        find("roster", "broken")


@pytest.mark.parametrize("entry", entries("scenario"), ids=lambda entry: entry.full_name)
def test_every_shipped_scenario_written_anew_gives_the_same_battle(entry: object) -> None:
    name = getattr(entry, "full_name", "")
    path = new_own_path(name.split("/", maxsplit=1)[0], "again")
    write_scenario(path, read_scenario(find("scenario", name)))
    assert load_setup(path) == load_setup(name)
    assert scenario_toml(read_scenario(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"), (3, "3"), (12.0, "12.0"), ("a \"b\" \\", '"a \\"b\\" \\\\"'), ("\x1b\x7f", '"\\u001b\\u007f"'),
        ([1, 2], "[1, 2]"), ({"a": 1, "b c": "x"}, '{a = 1, "b c" = "x"}'), ({}, "{}"), ([], "[]"),
    ],
)  # fmt: skip
def test_values_are_written_on_one_line(value: object, text: str) -> None:
    assert value_text(value) == text
    assert parse_toml(f"v = {text}", "")["v"] == value


@pytest.mark.parametrize(
    "text", ["two\nlines", 'with """ three', "ends with\n", "\n\nbegins", "a\\\nb", "tab\there\n", "\r\nold"]
)
def test_long_text_reads_the_same_again(text: str) -> None:
    assert parse_toml(toml_text({"text": text}), "")["text"] == text


def test_a_sign_in_text_is_no_comment() -> None:
    assert comments('a = "# no" # yes\nb = """\n# no\n"""\n# two\nc = \'#no\'') == ["# yes", "# two"]
