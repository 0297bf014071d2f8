"""A new battle is made whole or not at all, and replaces nothing, whatever its name."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.errors import Unwritable
from tests.cli.shell import fleetbook
from tests.posix import posix_only, with_links
from tests.store import toy
from tests.store.left import COMPANIONS, content
from tests.store.toy import splash


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bath.battle"


def test_a_path_that_exists_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(Unwritable, match=r"bath\.battle exists already"):
        BattleFile.create(path, toy.setup())
    assert path.read_text(encoding="utf-8") == "mine"


@with_links
def test_a_link_that_leads_nowhere_leads_to_the_new_battle(path: Path) -> None:
    dangling = path.with_name("link.battle")
    dangling.symlink_to(path.with_name("nowhere"))
    with BattleFile.create(dangling, toy.setup()) as file:
        file.give(splash())
    assert path.with_name("nowhere").is_file()
    assert dangling.is_symlink()
    assert sorted(entry.name for entry in path.parent.iterdir()) == ["link.battle", "nowhere"]


def test_remains_of_another_battle_are_set_aside_and_do_not_get_into_a_new_one(path: Path) -> None:
    remains = {f"bath.battle{ending}": f"mine {ending}".encode() for ending in COMPANIONS}
    for name, what in remains.items():
        path.with_name(name).write_bytes(what)
    path.with_name("bath.battle-wal.found").write_bytes(b"earlier")
    ran = fleetbook("upgrade", str(path), "-o", str(path))  # makes nothing, so it sets nothing aside
    assert ran.code == 2
    assert path.with_name("bath.battle-wal").exists()
    with BattleFile.create(path, toy.setup(), seed="new") as new:
        assert (new.journal.stream.seed, len(new.journal.records)) == ("new", 0)
        assert new.set_aside == "; ".join(
            f"{path}{ending} was there already: it is {path}{ending}.found{number} now"
            for ending, number in zip(COMPANIONS, ("", "-2", ""), strict=True)
        )
    assert verify(path) == []
    left = content(path.parent)
    assert left.pop("bath.battle-wal.found") == b"earlier"
    del left["bath.battle"]
    assert sorted(left.values()) == sorted(remains.values())


def test_what_new_sets_aside_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.battle-wal").write_bytes(b"mine")
    ran = fleetbook("new", "ijmuiden", "-o", str(tmp_path / "a.battle"))
    assert ran.code == 0
    assert f"{tmp_path / 'a.battle-wal'} was there already: it is {tmp_path / 'a.battle-wal.found'} now" in ran.err
    assert (tmp_path / "a.battle-wal.found").read_bytes() == b"mine"


@posix_only("modes of files: who may read the folder may read it")
def test_a_battle_is_its_owner_s_to_read(path: Path) -> None:
    with BattleFile.create(path, toy.setup()) as file:
        file.give(splash())
        assert [entry.stat().st_mode & 0o777 for entry in sorted(path.parent.iterdir())] == [0o600, 0o600]
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        (msgspec.structs.replace(toy.setup(), ruleset="bth"), "ruleset: found bth"),
        (toy.setup(title="\udcff"), "text: found"),
        (toy.setup(conditions={"water": "cool"}), "water: found cool"),
    ],
)
def test_a_setup_that_cannot_be_played_makes_no_file(path: Path, setup: Setup, error: str) -> None:
    with pytest.raises(InvalidInput, match=error):
        BattleFile.create(path, setup)
    assert list(path.parent.iterdir()) == []


@posix_only("/proc, and other words for the same errors")
def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    for place, why in ((tmp_path / "none" / "a.battle", "no such file"), (tmp_path / ("a" * 300), "file name too long")):
        with pytest.raises(Unwritable, match=why):
            BattleFile.create(place, toy.setup())
    with pytest.raises(Unwritable, match="cannot be written"):
        BattleFile.create("/proc/a.battle", toy.setup())
    with pytest.raises(Unwritable, match="it has no name"):
        BattleFile.create(tmp_path.anchor, toy.setup())
    assert list(tmp_path.iterdir()) == []


@posix_only("names with such letters")
@pytest.mark.parametrize("name", ["a b?c=d&e#f%41.battle", "\N{SHIP}\n[b].battle", "\udcff.battle", "'quoted' \".battle"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    with BattleFile.create(tmp_path / name, toy.setup()) as file:
        file.give(splash())
    with BattleFile.open(tmp_path / name) as file, BattleFile.open(tmp_path / name, read_only=True) as reader:
        assert len(reader.journal.records) == len(file.journal.records) == 1
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_relative_path_holds_when_the_folder_changes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    with BattleFile.create("bath.battle", toy.setup()) as file:
        monkeypatch.chdir("/")
        assert file.give(splash()).number == 1
