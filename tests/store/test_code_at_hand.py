"""What stands for the code that runs: another as soon as a file of it is, nothing where that cannot be known."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import fleetbook
from fleetbook.store import code_at_hand
from tests.posix import not_under_wine, with_links

NEVER = 1 << 63  # nanoseconds: all files are older


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of one folder."""
    folder = tmp_path / "program"
    (folder / "deep").mkdir(parents=True)
    for name in ("__init__.py", "deep/sheet.toml", "deep/notes.txt"):
        (folder / name).write_text("a = 1")
    monkeypatch.setattr(fleetbook, "__file__", str(folder / "__init__.py"))
    monkeypatch.setattr(code_at_hand, "BEGUN", NEVER)
    return folder


@pytest.mark.parametrize("changes", ["deep/sheet.toml", "__init__.py", "new.py"])
def test_code_is_another_as_soon_as_a_file_of_it_is(program: Path, changes: str) -> None:
    before = code_at_hand.code_at_hand()
    assert before
    (program / "deep" / "notes.txt").write_text("no code")
    assert code_at_hand.code_at_hand() == before
    (program / changes).write_text("a = 22")
    assert code_at_hand.code_at_hand() != before


@not_under_wine("time at which a file was made")
def test_code_is_another_where_a_file_has_its_old_size_and_time(program: Path) -> None:
    file = program / "deep" / "sheet.toml"
    before, was = code_at_hand.code_at_hand(), file.stat()
    other = program.parent / "other"
    other.write_text("a = 2")
    os.utime(other, ns=(was.st_atime_ns, was.st_mtime_ns))
    other.replace(file)
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (was.st_size, was.st_mtime_ns)
    assert code_at_hand.code_at_hand() != before


@with_links
def test_code_in_a_linked_folder_is_code(program: Path) -> None:
    linked = program.parent / "linked"
    (program / "deep").rename(linked)
    (program / "deep").symlink_to(linked)
    before = code_at_hand.code_at_hand()
    (linked / "sheet.toml").write_text("a = 22")
    assert before
    assert code_at_hand.code_at_hand() != before


def test_code_of_which_a_file_is_younger_than_the_process_is_not_known(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = program / "deep" / "sheet.toml"
    os.utime(file, (0, 0))  # as old as it says, and put there now
    monkeypatch.setattr(code_at_hand, "BEGUN", file.stat().st_ctime_ns)
    assert code_at_hand.code_at_hand() == b""


def test_code_that_is_no_folder_of_files_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleetbook, "__file__", "/nowhere/fleetbook.zip/fleetbook/__init__.py")
    assert code_at_hand.code_at_hand() == b""
