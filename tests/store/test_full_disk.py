"""A disk that takes no more, and folders that may not be written: a clear message, and the battle unharmed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.errors import Unwritable
from tests.posix import IS_ROOT, posix_only
from tests.store import toy
from tests.store.child import KINDS, setup_of
from tests.store.left import half_written, no_room

NOBODY = 65534


def said(command: str, path: Path, environment: dict[str, str], nobody: bool = False) -> list[str]:
    """What another process says; as nobody, if this one is root's, whom no permission stops."""
    user = [str(NOBODY)] if nobody and IS_ROOT else []
    arguments = [sys.executable, "-m", "tests.store.child", command, str(path), *user]
    result = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=False)
    assert result.stderr == ""
    return result.stdout.splitlines()


@posix_only("resource: no limit to a file")
@pytest.mark.parametrize("kind", KINDS)
def test_an_order_that_the_disk_refuses_is_reported_and_the_battle_goes_on(
    kind: str, tmp_path: Path, child_environment: dict[str, str]
) -> None:
    path = tmp_path / f"bath{kind}"
    BattleFile.create(path, setup_of(path), seed="soap").close()
    refusal, given, following = said("fill", path, child_environment)
    assert refusal == f"bath{kind} could not be written: disk I/O error; is the disk full?"
    assert int(given) > 0
    assert int(following) == int(given) + 1
    with BattleFile.open(path) as file:
        assert (len(file.journal.records), file.damage) == (int(following), "")
    assert verify(path) == []


@pytest.mark.parametrize("room", [13_000, 16_000])  # for what is kept beside the battle, not for its last page
@posix_only("resource: no limit to a file")
def test_what_a_full_disk_left_beside_the_battle_is_gone_when_it_is_closed(room: int, tmp_path: Path) -> None:
    path = tmp_path / "bath.battle"
    with BattleFile.create(path, toy.setup(boxes=90), seed="soap") as file:
        for _ in range(5):
            file.give(toy.splash())
        with no_room(room), pytest.raises(Unwritable, match="is the disk full"):
            file.give(toy.splash())
    assert list(tmp_path.iterdir()) == [path]
    assert len(BattleFile.open(path, read_only=True).journal.records) == 5


@pytest.fixture
def closed_folder(plugins: Path) -> Iterator[Path]:
    """A folder with a battle of three lines in it that may be read by everybody and written by nobody but root."""
    folder = Path(tempfile.mkdtemp())
    with BattleFile.create(folder / "bath.battle", toy.setup()) as file:
        for name in toy.SHIPS[:3]:
            file.give(toy.splash(name))
    folder.chmod(0o555)
    (folder / "bath.battle").chmod(0o444)  # it was its owner's alone
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture
def open_plugins(plugins: Path, child_environment: dict[str, str], closed_folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a process of another user: it finds the rules where everybody may look."""
    folder = Path(tempfile.mkdtemp())
    shutil.copytree(plugins, folder / "plugins")
    for part in (folder, folder / "plugins"):
        part.chmod(0o755)
    yield {**child_environment, "PYTHONPATH": child_environment["PYTHONPATH"].replace(str(plugins), str(folder / "plugins"))}
    shutil.rmtree(folder)


@posix_only("modes of folders")
def test_a_battle_where_nothing_may_be_written_is_read(closed_folder: Path, open_plugins: dict[str, str]) -> None:
    assert said("read", closed_folder / "bath.battle", open_plugins, nobody=True) == ["3"]
    (refusal,) = said("hold", closed_folder / "bath.battle", open_plugins, nobody=True)
    assert refusal.startswith("Unwritable: ")
    assert "bath.battle cannot be written: permission denied (bath.battle.lock)" in refusal
    assert [file.name for file in closed_folder.iterdir()] == ["bath.battle"]


@posix_only("modes of folders")
def test_a_battle_that_was_killed_is_read_whole_where_nothing_may_be_written(
    closed_folder: Path, open_plugins: dict[str, str]
) -> None:
    closed_folder.chmod(0o755)
    (closed_folder / "bath.battle").chmod(0o644)
    half_written(closed_folder / "bath.battle").chmod(0o444)
    closed_folder.chmod(0o555)
    assert said("read", closed_folder / "bath.battle", open_plugins, nobody=True) == ["3"]
