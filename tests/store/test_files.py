"""A file is put into its place whole, with the mode that was there, through the user's own links; nothing is left beside it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fleetbook.store.errors import Unwritable
from fleetbook.store.files import replace_file
from tests.posix import IS_ROOT, KILLED, posix_only, with_links

DIES = "import os, sys; os.fsync = lambda handle: os.kill(os.getpid(), 9); from pathlib import Path; "
NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "report.md"
    path.write_bytes(b"old")
    return path


def test_a_file_is_replaced_whole_and_nothing_lies_beside_it(path: Path) -> None:
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert [file.name for file in path.parent.iterdir()] == ["report.md"]


@posix_only("modes of files")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_file_keeps_its_mode(path: Path, mode: int) -> None:
    path.chmod(mode)
    replace_file(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@with_links
def test_a_link_of_the_user_s_own_is_followed(path: Path) -> None:
    link = path.with_name("mine.md")
    link.symlink_to(path.name)
    replace_file(link, b"new")
    assert (link.is_symlink(), path.read_bytes()) == (True, b"new")


@pytest.mark.skipif(not IS_ROOT, reason="only root can give a link away")
def test_a_link_that_somebody_else_made_is_not(path: Path) -> None:
    link = path.with_name("theirs.md")
    link.symlink_to(path.name)
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)
    with pytest.raises(Unwritable, match="it is a link that somebody else made"):
        replace_file(link, b"new")
    assert path.read_bytes() == b"old"


def test_a_name_as_long_as_the_system_allows_is_written(tmp_path: Path) -> None:
    replace_file(tmp_path / ("x" * 252 + ".md"), b"new")
    assert [len(file.name) for file in tmp_path.iterdir()] == [255]


@posix_only("folders that can be opened: there the move itself is durable")
def test_the_folder_is_made_durable_after_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    fsync = os.fsync

    def watched(handle: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(handle).st_mode))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", watched)
    replace_file(path, b"new")
    assert synced == [False, True]


def test_what_a_killed_process_left_is_swept_and_what_a_living_one_writes_is_not(path: Path) -> None:
    code = f"{DIES}from fleetbook.store.files import replace_file; replace_file(Path(sys.argv[1]), b'new')"
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == KILLED
    assert (len(list(path.parent.iterdir())), path.read_bytes()) == (2, b"old")
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        living = path.with_name(f".fleetbook-{other.pid}.new")
        living.write_bytes(b"")
        replace_file(path, b"new")
        other.communicate(b"enough\n")
    assert sorted(file.name for file in path.parent.iterdir()) == sorted([living.name, path.name])


def test_what_cannot_be_written_is_reported_and_leaves_what_was_there(path: Path) -> None:
    for wrong, why in (
        (path.parent / "none" / "x", "no such file"),
        (path.parent, "directory"),
        (Path("a\0b"), "null characters"),
    ):
        with pytest.raises(Unwritable, match=why):
            replace_file(wrong, b"new")
    assert path.read_bytes() == b"old"


def test_a_full_disk_leaves_what_was_there_and_nothing_beside(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Unwritable, match="no space left"):
        replace_file(path, b"new")
    assert (path.read_bytes(), len(list(path.parent.iterdir()))) == (b"old", 1)
