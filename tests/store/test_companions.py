"""Leftovers of a crash beside a battle are taken in if they belong to it, and harm nothing if they do not."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.summary import summarize
from fleetbook.store.battle.verify import verify
from fleetbook.store.errors import Unwritable
from tests.cli.shell import fleetbook
from tests.posix import posix_only
from tests.store import toy
from tests.store.left import COMPANIONS, content, half_written, written_ahead

LINES = 6
LEFT = (half_written, written_ahead)
COMMANDS = (
    ("verify",), ("status",), ("log",), ("report",), ("sheets",), ("odds", "splash"), ("check",),
    ("order", "splash"), ("undo",), ("redo",), ("overrule", "1", "3", "--reason", "cocked"), ("play", "--plain"),
    ("upgrade", "-o", "copy.battle"),
)  # fmt: skip


def battle(path: Path, lines: int = LINES, seed: str = "soap") -> Path:
    with BattleFile.create(path, toy.setup(), seed) as file:
        for number in range(lines):
            file.give(toy.splash(toy.SHIPS[number % 4]))
    return path


@pytest.fixture(scope="module")
def two_battles(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A battle, and another of the same name. Tests copy them."""
    one, other = (tmp_path_factory.mktemp(name) / "bath.battle" for name in ("one", "other"))
    return battle(one), battle(other, 40, "foam")


@pytest.fixture
def path(two_battles: tuple[Path, Path], tmp_path: Path) -> Path:
    return Path(shutil.copy(two_battles[0], tmp_path))


@pytest.fixture
def other(two_battles: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copy(two_battles[1], tmp_path_factory.mktemp("other")))


@pytest.mark.parametrize("leave", LEFT)
def test_what_a_kill_left_is_read_whole_and_left_alone_by_readers(path: Path, leave: Callable[[Path], Path]) -> None:
    leave(path)
    before = content(path.parent)
    with BattleFile.open(path, read_only=True) as file:
        assert (len(file.journal.records), file.damage, file.notice) == (LINES, "", "")
    assert verify(path) == []
    assert summarize(path).lines == LINES
    for command in ("status", "log", "verify"):
        assert fleetbook(command, str(path)).code == 0
    assert content(path.parent) == before


@pytest.mark.parametrize("leave", LEFT)
def test_the_next_writer_takes_in_what_a_kill_left(path: Path, leave: Callable[[Path], Path]) -> None:
    leave(path)
    with BattleFile.open(path) as file:
        assert (len(file.journal.records), file.damage, file.read_only) == (LINES, "", False)
        assert file.give(toy.splash()).number == LINES + 1
        assert sorted(content(path.parent)) == ["bath.battle", "bath.battle.lock"]
    assert list(content(path.parent)) == ["bath.battle"]
    assert verify(path) == []


@pytest.mark.parametrize("leave", LEFT)
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_what_another_battle_left_is_not_taken_in(
    path: Path, other: Path, leave: Callable[[Path], Path], words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    left = leave(other)
    for ending in COMPANIONS:
        if (companion := other.with_name(other.name + ending)).exists():
            shutil.copy(companion, path.parent)
    before = content(path.parent)
    ran = fleetbook(words[0], str(path), *words[1:])
    assert ran.code == 2
    assert "bath.battle: found beside it " + left.name in ran.out + ran.err
    assert f"move {left.name} elsewhere" in ran.out + ran.err
    assert content(path.parent) == before
    left_here = path.with_name(left.name)
    left_here.unlink()
    path.with_name("bath.battle-shm").unlink(missing_ok=True)
    assert verify(path) == []


@pytest.mark.parametrize("leave", LEFT)
def test_a_home_list_does_not_take_in_what_another_battle_left(path: Path, other: Path, leave: Callable[[Path], Path]) -> None:
    shutil.copy(leave(other), path.parent)
    before = content(path.parent)
    with pytest.raises(InvalidInput, match="found beside it bath"):
        summarize(path)
    assert content(path.parent) == before


@pytest.mark.parametrize("leave", LEFT)
def test_what_an_older_copy_of_the_battle_left_costs_a_newer_one_no_line(path: Path, leave: Callable[[Path], Path]) -> None:
    newer = Path(shutil.copy(path, path.with_name("newer")))
    with BattleFile.open(newer) as file:
        for _ in range(4):
            file.give(toy.splash("Bea"))
    leave(path)
    newer.replace(path)
    before = content(path.parent)
    with pytest.raises(InvalidInput, match="do not belong together"):
        BattleFile.open(path)
    assert content(path.parent) == before


def test_a_commit_that_was_killed_after_its_last_page_is_undone_whole(path: Path) -> None:
    """The journal is still there: nobody heard of the order."""
    after = Path(shutil.copy(path, path.with_name("after")))
    with BattleFile.open(after) as file:
        file.give(toy.splash())
    journal = half_written(path).read_bytes()
    path.write_bytes(after.read_bytes())
    path.with_name("bath.battle-journal").write_bytes(journal)
    with BattleFile.open(path) as file:
        assert (len(file.journal.records), file.damage) == (LINES, "")
    assert verify(path) == []


def test_a_journal_that_names_other_files_deletes_none(path: Path, tmp_path: Path) -> None:
    """The database deletes the file that a journal of several databases names, once it is played back."""
    journal = half_written(path)
    victim = tmp_path / "precious.txt"
    victim.write_text("mine", encoding="utf-8")
    name = os.fsencode(victim)
    size = len(name).to_bytes(4, "big")
    checksum = (sum(name) & 0xFFFFFFFF).to_bytes(4, "big")
    with journal.open("ab") as file:
        file.write(bytes.fromhex("00040001") + name + size + checksum + bytes.fromhex("d9d505f920a163d7"))
    for read_only in (True, False):
        with pytest.raises(InvalidInput, match=r"found beside it bath\.battle-journal"):
            BattleFile.open(path, read_only)
    assert victim.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("content_of_it", [b"lines", os.urandom(9000)])
@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_a_file_of_such_a_name_that_is_nothing_of_the_kind_is_left_alone(path: Path, ending: str, content_of_it: bytes) -> None:
    path.with_name(path.name + ending).write_bytes(content_of_it)
    before = content(path.parent)
    for read_only in (True, False):
        with pytest.raises(InvalidInput, match=f"move bath.battle{ending} elsewhere"):
            BattleFile.open(path, read_only)
    assert content(path.parent) == before


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
@posix_only("pipes with a name in a folder")
def test_a_companion_that_is_no_file_is_refused_by_name(path: Path, tmp_path: Path, ending: str) -> None:
    companion = path.with_name(path.name + ending)
    target = tmp_path / "target"
    makers: tuple[Callable[[], None], ...] = (
        lambda: companion.symlink_to(target), companion.mkdir, lambda: os.mkfifo(companion),
    )  # fmt: skip
    for make in makers:
        make()
        for read_only in (True, False):
            with pytest.raises(InvalidInput, match=f"bath.battle{ending}: found a link or no regular file"):
                BattleFile.open(path, read_only)
        companion.rmdir() if companion.is_dir() else companion.unlink()
    assert not target.exists()


def test_an_empty_companion_is_nobody_s(path: Path) -> None:
    for ending in ("-wal", "-journal"):
        path.with_name(path.name + ending).touch()
    with BattleFile.open(path, read_only=True) as file:
        assert len(file.journal.records) == LINES
    with BattleFile.open(path) as file:
        assert file.give(toy.splash()).number == LINES + 1
    assert verify(path) == []


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_a_companion_that_appears_under_an_open_battle_is_noticed(path: Path, other: Path, ending: str) -> None:
    left = (written_ahead if ending == "-wal" else half_written)(other)
    with BattleFile.open(path) as file:
        shutil.copy(left, path.parent)
        before = content(path.parent)
        with pytest.raises(Unwritable, match=rf"bath\.battle{ending} appeared beside bath\.battle; open the battle again"):
            file.give(toy.splash())
        assert content(path.parent) == before
        path.with_name(left.name).unlink()
        assert file.give(toy.splash()).number == LINES + 1
    assert verify(path) == []


def test_a_reader_of_a_battle_that_was_killed_follows_the_next_writer(path: Path) -> None:
    half_written(path)
    with BattleFile.open(path, read_only=True) as reader:
        assert reader.follow() == ()
        with BattleFile.open(path) as writer:
            assert reader.follow() == ()
            writer.give(toy.splash())
            assert [record.number for record in reader.follow()] == [LINES + 1]


def test_a_follower_waits_while_a_killed_writer_s_order_lies_half_done(path: Path) -> None:
    with BattleFile.open(path, read_only=True) as reader:
        half_written(path)
        before = content(path.parent)
        assert reader.follow() == ()
        assert content(path.parent) == before
        with BattleFile.open(path) as writer:
            writer.give(toy.splash())
            assert [record.number for record in reader.follow()] == [LINES + 1]
    assert verify(path) == []


MODE = pytest.mark.parametrize(("place", "value"), [(place, value) for place in (18, 19) for value in (0, 2, 3, 255)])
LOST = "the database says: its header was changed (bytes 18 and 19)"


def with_byte(path: Path, place: int, value: int) -> bytes:
    changed = bytearray(path.read_bytes())
    changed[place] = value
    path.write_bytes(changed)
    return bytes(changed)


@MODE
def test_a_header_that_lost_its_mode_is_damage_to_a_reader_and_every_line_is_shown(path: Path, place: int, value: int) -> None:
    changed = with_byte(path, place, value)
    with BattleFile.open(path, read_only=True) as file:
        assert (file.read_only, len(file.journal.records), file.damage) == (True, LINES, LOST)
    assert [str(finding) for finding in verify(path)] == [LOST]
    assert path.read_bytes() == changed


@MODE
def test_a_writer_gives_a_header_back_the_mode_that_it_lost(path: Path, place: int, value: int) -> None:
    sound = path.read_bytes()
    with_byte(path, place, value)
    with BattleFile.open(path) as file:
        assert (file.read_only, file.damage) == (False, "") and path.read_bytes() == sound
        file.give(toy.splash())
    assert verify(path) == [] and summarize(path).lines == LINES + 1


def test_a_writer_s_order_half_done_is_taken_back_where_the_header_lost_its_mode_too(path: Path) -> None:
    half_written(path)
    with_byte(path, 18, 3)
    with BattleFile.open(path) as file:
        assert (file.read_only, len(file.journal.records)) == (False, LINES)
    assert verify(path) == [] and content(path.parent).keys() == {path.name}


def test_a_header_that_lost_its_mode_is_left_alone_where_a_line_is_damaged_or_a_log_lies_beside(path: Path) -> None:
    log = Path(f"{path}-wal")
    log.write_bytes(b"of some other program")
    changed = with_byte(path, 18, 3)
    with pytest.raises(InvalidInput, match="they do not belong together"):
        BattleFile.open(path)
    assert path.read_bytes() == changed
    log.unlink()
    path.write_bytes(changed.replace(b"splash", b"splosh"))
    changed = path.read_bytes()
    with BattleFile.open(path) as file:
        assert file.read_only and file.damage
    assert path.read_bytes() == changed


def test_a_broken_line_and_a_header_that_lost_its_mode_are_both_reported(path: Path) -> None:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("UPDATE journal SET at = x'00' WHERE number = 5")
    database.close()
    with_byte(path, 18, 0)
    line, header = map(str, verify(path))
    assert line.startswith("line 5: it does not have the form of a line")
    assert header == LOST


def test_a_count_of_lines_that_is_no_number_is_reported_of_a_battle_without_a_line(tmp_path: Path) -> None:
    path = battle(tmp_path / "new.battle", 0)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("INSERT INTO sqlite_sequence VALUES ('journal', 'many')")
    database.close()
    assert [str(found) for found in verify(path)] == ["the count of its lines was changed"]


def test_a_battle_that_is_written_to_while_it_is_copied_is_copied_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    half_written(path)
    copy, copied, written = shutil.copyfile, list[Path](), [path]

    def while_it_is_written(source: Path, target: Path, **more: bool) -> None:
        copy(source, target, **more)
        copied.append(Path(source))
        if Path(source) in written:
            os.utime(written.pop(), ns=(0, 0))

    monkeypatch.setattr(shutil, "copyfile", while_it_is_written)
    for times in (2, 1):
        with BattleFile.open(path, read_only=True) as file:
            assert len(file.journal.records) == LINES
        assert copied.count(path) == times
        copied.clear()
