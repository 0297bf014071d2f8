"""One writer at a time: a second is refused by name, and a lock that a dead process left hinders nobody."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.lock import WriterLock, has_locks
from fleetbook.store.battle.verify import verify
from fleetbook.store.errors import InUse, Unwritable
from tests.cli.shell import fleetbook
from tests.posix import posix_only, with_links
from tests.store import toy
from tests.store.child import KINDS, orders_of, setup_of


@contextmanager
def child(command: str, path: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the battle open."""
    arguments = [sys.executable, "-m", "tests.store.child", command, str(path)]
    process = subprocess.Popen(arguments, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@posix_only("locks of bytes that need a file open for reading")
def test_a_lock_refused_for_another_reason_is_no_lack_of_locks(tmp_path: Path) -> None:
    file = os.open(tmp_path / "a.battle", os.O_WRONLY | os.O_CREAT)
    try:
        with pytest.raises(OSError, match="Bad file descriptor"):
            has_locks(file)
    finally:
        os.close(file)


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


@pytest.fixture(params=KINDS)
def path(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / f"ijmuiden{request.param}"
    BattleFile.create(path, setup_of(path)).close()
    return path


def given(file: BattleFile) -> int:
    """The number of the line of one more order."""
    return file.give(next(orders_of(file))).number


def test_a_second_writer_is_refused_by_name_and_process(path: Path, child_environment: dict[str, str]) -> None:
    with child("hold", path, child_environment) as other:
        assert first_line(other) == "open"
        with pytest.raises(InUse) as raised:
            BattleFile.open(path)
        assert str(raised.value) == f"{path.name} is open in another fleetbook, process {other.pid}"
        with BattleFile.open(path, read_only=True) as reader:
            assert reader.journal.records == []
        other.communicate("enough\n")
    with BattleFile.open(path) as file:
        assert given(file) == 1
        with child("hold", path, child_environment) as other:
            assert first_line(other) == f"InUse: {path.name} is open in another fleetbook, process {os.getpid()}"
    assert not path.with_name(f"{path.name}.lock").exists()


def test_a_writer_that_was_killed_hinders_nobody(path: Path, child_environment: dict[str, str]) -> None:
    with child("hold", path, child_environment) as other:
        assert first_line(other) == "open"
        other.kill()
        other.wait()
        assert path.with_name(f"{path.name}.lock").read_text(encoding="ascii") == str(other.pid)
        with BattleFile.open(path) as file:
            assert given(file) == 1


def test_this_fleetbook_cannot_open_a_battle_twice_to_write(path: Path) -> None:
    with BattleFile.open(path), pytest.raises(InUse, match=f"{path.name} is open in this fleetbook already"):
        BattleFile.open(path)


@with_links
def test_another_name_for_the_same_battle_is_the_same_battle(path: Path, tmp_path: Path) -> None:
    other = path.with_name(f"other{path.suffix}")
    other.symlink_to(path)
    with BattleFile.open(path), pytest.raises(InUse):
        BattleFile.open(other)


def test_a_battle_cannot_be_made_where_another_process_makes_one(tmp_path: Path) -> None:
    path = tmp_path / "new.battle"
    lock = WriterLock.take(path)
    with pytest.raises(InUse):
        BattleFile.create(path, toy.setup())
    lock.release()
    BattleFile.create(path, toy.setup()).close()


def as_link(lock: Path, victim: Path) -> None:
    lock.symlink_to(victim)


def as_dangling_link(lock: Path, victim: Path) -> None:
    lock.symlink_to(victim.with_name("nowhere"))


def as_hard_link(lock: Path, victim: Path) -> None:
    lock.hardlink_to(victim)


def as_folder(lock: Path, _: Path) -> None:
    lock.mkdir()


def as_pipe(lock: Path, _: Path) -> None:
    os.mkfifo(lock)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(as_link, marks=with_links),
        pytest.param(as_dangling_link, marks=with_links),
        as_hard_link,
        as_folder,
        pytest.param(as_pipe, marks=posix_only("pipes with a name in a folder")),
    ],
)
def test_a_lock_that_is_no_file_of_ours_is_refused_and_left_alone(
    path: Path, tmp_path_factory: pytest.TempPathFactory, make: Callable[[Path, Path], None]
) -> None:
    victim = tmp_path_factory.mktemp("victim") / "victim.txt"
    victim.write_text("precious", encoding="utf-8")
    lock = path.with_name(f"{path.name}.lock")
    make(lock, victim)
    before = lock.lstat()
    for words in (("order", "next"), ("undo",), ("redo",), ("play", "--plain")):
        ran = fleetbook(words[0], str(path), *words[1:])
        assert ran.code == 2
        assert f"its lock is a link, or a file that fleetbook did not make; move that file away ({lock.name})" in ran.err
    assert fleetbook("status", str(path)).code == 0
    assert os.path.samestat(before, lock.lstat())
    assert [file.name for file in victim.parent.iterdir()] == ["victim.txt"]
    assert victim.read_text(encoding="utf-8") == "precious"


@with_links
def test_a_lock_that_is_a_link_keeps_no_battle_from_being_refused(tmp_path: Path) -> None:
    (tmp_path / "a.battle.lock").symlink_to(tmp_path / "nowhere")
    assert fleetbook("new", "ijmuiden", "-o", str(tmp_path / "a.battle")).code == 2
    assert [file.name for file in tmp_path.iterdir()] == ["a.battle.lock"]


@posix_only("way to delete a file that is open")
def test_a_lock_taken_away_is_noticed_before_the_next_order_and_nothing_is_lost(path: Path) -> None:
    lock = path.with_name(f"{path.name}.lock")
    with BattleFile.open(path) as file:
        given(file)
        lock.unlink()
        assert fleetbook("order", str(path), "next").code == 0
        with pytest.raises(Unwritable, match=f"{lock.name} was taken away .*; open the battle again"):
            given(file)
        lock.write_text("a report", encoding="utf-8")
        with pytest.raises(Unwritable, match="was taken away"):
            file.undo()
    assert lock.read_text(encoding="utf-8") == "a report"
    with BattleFile.open(path) as file:
        assert given(file) == 3
    assert verify(path) == []


def test_a_writer_without_a_lock_is_noticed_and_its_lines_taken_in(path: Path) -> None:
    """A second name of one file has a lock of its own."""
    second = path.with_name(f"second{path.suffix}")
    second.hardlink_to(path)
    with BattleFile.open(path) as file, BattleFile.open(second) as other:
        given(file)
        with pytest.raises(Unwritable, match="was written to by another program; it has new lines: read them"):
            given(other)
        assert [record.number for record in other.journal.records] == [1]
        assert given(other) == 2
        with pytest.raises(Unwritable, match="was written to by another program"):
            file.undo()
        assert [record.number for record in file.journal.records] == [1, 2]
    assert verify(path) == []


def test_takers_and_releasers_never_hold_a_lock_together(tmp_path: Path) -> None:
    """Removing the file at release must not let a process that opened it before lock a file that nobody else sees."""
    holders, most, taken = [0], [0], [0]
    guard = threading.Lock()

    def work() -> None:
        for _ in range(300):
            try:
                lock = WriterLock.take(tmp_path / "a.battle")
            except InUse:
                continue
            with guard:
                holders[0] += 1
                taken[0] += 1
                most[0] = max(most[0], holders[0])
            with guard:
                holders[0] -= 1
            lock.release()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]
    assert taken[0] > 10
    assert list(tmp_path.iterdir()) == []
