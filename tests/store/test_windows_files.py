"""Files that another program has open, as Windows has it: patience first, then a clear sentence; and what else differs there.

What Windows raises is raised here by hand, so that these hold on every system.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store import files
from fleetbook.store.battle import file_moves, lock
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.database import address
from fleetbook.store.battle.lock import WriterLock
from fleetbook.store.errors import Unwritable, cause
from fleetbook.store.files import replace_file
from tests.posix import with_links
from tests.store import toy

ACCESS_DENIED, SHARING, LOCKED = 5, 32, 33


class Held(PermissionError):
    """As Windows raises it, on any system."""

    def __init__(self, number: int) -> None:
        super().__init__(13, "Access is denied.")
        self.winerror = number


class Clock:
    """Time that passes only where somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(files, "time", clock)
    return clock


def held_until(clock: Clock, seconds: float, number: int, change: Callable[..., object]) -> Callable[..., object]:
    """A change that another program hinders for so long."""

    def changed(*words: object, **how: object) -> object:
        if clock.now < seconds:
            raise Held(number)
        return change(*words, **how)

    return changed


@pytest.mark.parametrize("number", [ACCESS_DENIED, SHARING, LOCKED])
def test_a_file_that_another_program_holds_for_two_seconds_is_replaced(
    number: int, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "report.html"
    report.write_bytes(b"old")
    monkeypatch.setattr(files, "_replace", held_until(clock, 2.0, number, files._replace))
    replace_file(report, b"new")
    assert report.read_bytes() == b"new"
    assert [*tmp_path.iterdir()] == [report]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (SHARING, "report.html cannot be written: another program has it open, such as a fleetbook that shows it; close it"),
        (
            ACCESS_DENIED,
            "report.html cannot be written: permission denied: it may not be changed, or another program has it open",
        ),
    ],
)
def test_a_file_that_is_held_longer_is_reported_and_stays_as_it_was(
    number: int, said: str, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "report.html"
    report.write_bytes(b"old")
    monkeypatch.setattr(files, "_replace", held_until(clock, 60.0, number, files._replace))
    with pytest.raises(Unwritable, match=said):
        replace_file(report, b"new")
    assert 2.5 <= clock.now < 3.0
    assert report.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [report]


def test_a_folder_is_reported_at_once_and_not_as_a_file_that_is_held(
    clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_replace", held_until(clock, 60.0, ACCESS_DENIED, files._replace))
    with pytest.raises(Unwritable, match="cannot be written: is a directory"):
        replace_file(tmp_path, b"new")
    assert clock.now == 0


def test_other_errors_are_reported_at_once(clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_replace", held_until(clock, 60.0, 112, files._replace))  # the disk is full
    with pytest.raises(Unwritable):
        replace_file(tmp_path / "report.html", b"new")
    assert clock.now == 0


@pytest.mark.parametrize(("number", "said"), [(errno.ENOENT, "no such file or directory"), (errno.EINVAL, "ungültiger Name")])
def test_an_error_is_reported_in_one_language_where_the_system_has_a_number_for_it(number: int, said: str) -> None:
    error = OSError(number, "Ungültiger Name.")
    error.winerror = 2  # type: ignore[attr-defined]
    assert cause(error) == said


def test_a_folder_that_windows_does_not_open_is_reported_as_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: Path, flags: int) -> int:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.toml").touch()
    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(InvalidInput, match="found a folder, allowed: a text file"):
        files.read_file(tmp_path, 10, "a text file")
    with pytest.raises(PermissionError):
        files.read_file(tmp_path / "a.toml", 10, "a text file")


def test_what_another_user_left_hinders_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A leftover on a club's share that may not be deleted."""
    left = tmp_path / ".fleetbook-4194303.new"
    left.write_bytes(b"half")
    unlink = Path.unlink

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path == left:
            raise PermissionError(13, "Permission denied")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    replace_file(tmp_path / "report.html", b"new")
    assert (tmp_path / "report.html").read_bytes() == b"new"


def test_a_process_that_has_ended_does_not_run_and_this_one_does() -> None:
    assert files._runs(os.getpid())
    assert not files._runs(4_194_300)


@pytest.fixture
def battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FLEETBOOK_DATA", str(tmp_path))
    path = tmp_path / "bath.battle"
    BattleFile.create(path, toy.setup()).close()
    return path


MOVES: dict[str, Callable[[Path], object]] = {
    "unlink": file_moves.delete, "rename": lambda path: file_moves.rename(path, "soap"),
}  # fmt: skip


@pytest.mark.parametrize("call", MOVES)
def test_a_battle_is_deleted_and_renamed_once_its_reader_lets_it_go(
    call: str, battle: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, call, held_until(clock, 1.0, SHARING, getattr(Path, call)))
    MOVES[call](battle)
    assert not battle.exists()
    assert (battle.with_name("soap.battle")).exists() == (call == "rename")


@pytest.mark.parametrize("call", ["rename", "unlink", "archive"])
def test_a_battle_that_is_read_all_evening_is_kept_and_the_reason_reported(
    call: str, battle: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for change in ("rename", "unlink"):
        monkeypatch.setattr(Path, change, held_until(clock, 60.0, SHARING, getattr(Path, change)))
    with pytest.raises(Unwritable, match=r"bath\.battle cannot be changed: another program has it open, such as a fleetbook"):
        (MOVES | {"archive": file_moves.archive})[call](battle)
    assert battle.exists()


def test_a_lock_file_that_is_never_the_one_opened_is_reported_and_not_waited_for(
    battle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some file systems give a file one identity by its name and another by its handle."""
    monkeypatch.setattr(lock, "_is_current", lambda file, path: False)
    with pytest.raises(Unwritable, match="its lock is not the file that was opened; try a folder on another disk"):
        WriterLock.take(battle)


def as_link(lock_file: Path) -> None:
    lock_file.symlink_to(lock_file.with_name("nowhere"))


@pytest.mark.parametrize("make", [pytest.param(as_link, marks=with_links), Path.mkdir])
def test_a_lock_that_is_a_link_or_a_folder_is_reported_where_opening_follows_links_and_denies_folders(
    make: Callable[[Path], None], battle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(battle.with_name("bath.battle.lock"))
    opened = os.open

    def as_windows_opens(path: Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied")
        return opened(path, flags, mode)

    monkeypatch.setattr(lock, "_FLAGS", os.O_RDWR | os.O_CREAT)
    monkeypatch.setattr(os, "open", as_windows_opens)
    with pytest.raises(
        Unwritable, match=r"its lock is a link, or a file that fleetbook did not make; move that file away \(bath\.battle\.lock\)"
    ):
        WriterLock.take(battle)
    assert not battle.with_name("nowhere").exists()


@pytest.mark.parametrize(
    ("path", "reported"),
    [
        (PureWindowsPath(r"\\club\share\b ä.battle"), "file:////club/share/b%20%C3%A4.battle?mode=ro"),
        (PureWindowsPath(r"C:\Users\Ann\50%.battle"), "file:///C:/Users/Ann/50%25.battle?mode=ro"),
        (PureWindowsPath("\\\\?\\C:\\b.battle"), "file:////%3F/C:/b.battle?mode=ro"),
        (PurePosixPath("/home/ann/a?b#c:d.battle"), "file:///home/ann/a%3Fb%23c%3Ad.battle?mode=ro"),
    ],
)
def test_a_path_is_reported_to_the_database_whole_also_that_of_a_share(path: PurePath, reported: str) -> None:
    assert address(path, "ro") == reported
