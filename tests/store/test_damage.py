"""A damaged battle opens for reading as far as it is whole, and describes its damage. Any other file is refused."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.orders.standard_orders import StrikeByHand
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.database import Database
from fleetbook.store.battle.hash_chain import next_link
from fleetbook.store.battle.journal_reader import read_lines
from fleetbook.store.battle.verify import CHANGED, Finding, verify
from fleetbook.store.errors import Unwritable
from fleetbook.store.library.build_setup import load_setup
from tests.posix import posix_only
from tests.store import toy

LINES, HEADER = 40, 100


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle of 40 lines, closed."""
    path = tmp_path_factory.mktemp("sound") / "bath.battle"
    with BattleFile.create(path, toy.setup(text="Rub-a-dub. " * 300), seed="soap") as file:
        for number in range(LINES):
            file.give(toy.splash(toy.SHIPS[number % 4]))
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "bath.battle"))


def lines_of(path: Path) -> list[bytes]:
    with BattleFile.open(path, read_only=True) as file:
        return [msgspec.json.encode(record) for record in file.journal.records]


def change(path: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    """Change a battle as somebody with a database editor would."""
    database = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        database.execute(statement, values)
    database.close()


def damage(path: Path) -> str:
    """What opening for writing says, having checked that nothing can be written."""
    with BattleFile.open(path) as file:
        assert file.read_only
        with pytest.raises(Unwritable, match="is open for reading only"):
            file.give(toy.splash("Ada"))
        assert file.damaged
        assert Finding(*file.damaged) in verify(path)
        return file.damage


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (
            "DELETE FROM journal WHERE number = 12",
            "line 12: it is missing, though 40 lines were written; lines 1 to 11 are whole",
        ),
        (
            "DELETE FROM journal WHERE number = 40",
            "line 40: it is missing, though 40 lines were written; lines 1 to 39 are whole",
        ),
        ("DELETE FROM journal", "line 1: it is missing, though 40 lines were written; no line before it"),
        ("UPDATE journal SET number = 41 WHERE number = 40", "line 40: it is missing, though 41 lines were written"),
        ("UPDATE journal SET at = '2020' WHERE number = 3", "line 3: its checksum is wrong"),
        ("UPDATE journal SET chain = x'00' WHERE number = 40", "line 40: its checksum is wrong"),
        ("UPDATE journal SET chain = 7 WHERE number = 5", "line 5: it does not have the form of a line"),
        ("UPDATE journal SET record = 'text' WHERE number = 5", "line 5: it does not have the form of a line"),
        ("UPDATE journal SET record = x'7b' WHERE number = 1", "line 1: its checksum is wrong"),
        (
            "UPDATE journal SET record = CAST(replace(record, 'Ada', 'Bea') AS BLOB) WHERE number = 9",
            "line 9: its checksum is wrong: this line, or one before it, was changed after it was written; "
            "lines 1 to 8 are whole",
        ),
        ("UPDATE meta SET value = 'x' WHERE key = 'seed'", "the start (the setup, the rules or the seed)"),
        (
            "UPDATE meta SET value = replace(value, 'bath', 'tub') WHERE key = 'setup'",
            "the start (the setup, the rules or the seed) was changed",
        ),
        ("UPDATE meta SET value = 'x' WHERE key = 'created'", "the start (the setup, the rules or the seed) was changed"),
        ("UPDATE meta SET value = 'x' WHERE key = 'link'", "the start (the setup, the rules or the seed) was changed"),
        ("DELETE FROM meta WHERE key = 'link'", "the start (the setup, the rules or the seed) was changed"),
        ("UPDATE sqlite_sequence SET seq = 39", "the count of its lines was changed"),
        ("INSERT INTO sqlite_sequence VALUES ('meta', 1)", "the count of its lines was changed"),
        ("INSERT INTO journal VALUES (-5, 'x', x'00', x'00')", "a line has the number -5: lines are numbered from 1"),
    ],
)
def test_what_was_changed_is_reported_and_the_whole_part_shown(path: Path, sound: Path, statement: str, message: str) -> None:
    before = lines_of(sound)
    change(path, statement)
    reported = damage(path)
    assert message in reported
    kept = lines_of(path)
    assert kept == before[: len(kept)]
    if reported.startswith("line "):
        assert len(kept) == int(reported[5:].split(":")[0]) - 1


class Asked(Database):
    """A connection that counts what it is asked."""

    questions = 0

    def rows(self, statement: str, *values: object) -> Iterator[tuple[Any, ...]]:
        self.questions += 1
        yield from super().rows(statement, *values)


def test_lines_that_are_whole_are_read_in_one_question(path: Path) -> None:
    """Then whether there is another, and what the file counts, in three."""
    with Asked(path) as database, database.snapshot():
        before = database.questions
        lines, missing = read_lines(database)
        assert (len(lines), missing, database.questions - before) == (LINES, None, 5)


def test_a_count_that_is_no_number_means_no_line_of_a_battle_that_has_none(tmp_path: Path) -> None:
    path = tmp_path / "bath.battle"
    BattleFile.create(path, toy.setup()).close()
    change(path, "INSERT INTO sqlite_sequence VALUES ('journal', 'many')")
    assert damage(path) == "the count of its lines was changed"


def test_a_changed_line_whose_chain_was_mended_breaks_at_the_fingerprint(path: Path) -> None:
    database = sqlite3.connect(path, isolation_level=None)
    rows = database.execute("SELECT number, at, record, chain FROM journal ORDER BY number").fetchall()
    link = rows[8][3]
    for number, at, record, _ in rows[9:]:
        changed = record.replace(b'"after":49', b'"after":48', 1) if number >= 20 else record
        link = next_link(link, at, changed)
        database.execute("UPDATE journal SET record = ?, chain = ? WHERE number = ?", (changed, link, number))
    database.close()
    reported = damage(path)
    assert reported.startswith("line ")
    assert "events that lead to another battle" in reported
    assert len(lines_of(path)) >= 19


def test_a_forged_order_that_fits_its_fingerprint_is_found_by_deriving_it(tmp_path: Path) -> None:
    path = tmp_path / "bath.battle"
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        first = file.give(toy.splash("Ada"))
    face = first.faces[0].face
    forged = msgspec.structs.replace(first, faces=(msgspec.structs.replace(first.faces[0], face=face % 6 + 1),))
    forge(path, forged)
    with BattleFile.open(path) as file:
        assert file.damage == ""
    (line, what), why = verify(path)
    assert line == 1
    assert what.startswith("dice differ: recorded")
    assert why == Finding(0, CHANGED)  # these rules are no part of the program: they may have been edited


def test_rules_of_the_program_were_not_edited_where_an_order_is_forged(tmp_path: Path) -> None:
    path = tmp_path / "convoy.battle"
    with BattleFile.create(path, load_setup("convoy")) as file:
        struck = file.give(
            StrikeByHand(ship="M 388", track="hull", boxes=1, reason="a mine"), given=("ship", "track", "boxes", "reason")
        )
    forge(path, msgspec.structs.replace(struck, inputs={**struck.inputs, "boxes": 2}))
    (found,) = verify(path)
    assert found.line == 1


def forge(path: Path, record: Record) -> None:
    """Replace the first line with one whose chain fits."""
    database = sqlite3.connect(path, isolation_level=None)
    content = msgspec.json.encode(record)
    at = database.execute("SELECT at FROM journal").fetchone()[0]
    meta = bytes.fromhex(database.execute("SELECT value FROM meta WHERE key = 'link'").fetchone()[0])
    database.execute("UPDATE journal SET record = ?, chain = ?", (content, next_link(meta, at, content)))
    database.close()


@pytest.mark.parametrize("content", [b"{", b'{"number":1,"kind":"feast"}', b"[" * 20_000, b'{"number":7}', b"\xff"])
def test_a_line_that_is_no_record_is_damage_though_its_chain_fits(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bath.battle"
    with BattleFile.create(path, toy.setup()) as file:
        file.give(toy.splash("Ada"))
    database = sqlite3.connect(path, isolation_level=None)
    at = database.execute("SELECT at FROM journal").fetchone()[0]
    meta = bytes.fromhex(database.execute("SELECT value FROM meta WHERE key = 'link'").fetchone()[0])
    database.execute("UPDATE journal SET record = ?, chain = ?", (content, next_link(meta, at, content)))
    database.close()
    assert damage(path).startswith("line 1: ")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("PRAGMA application_id = 7", "found a file of another program, allowed: a battle file of fleetbook"),
        ("PRAGMA user_version = 2", "found format 2, allowed: format 1"),
        ("PRAGMA user_version = 16777217", "found format 16777217, allowed: format 1"),
        ("DROP TABLE meta", "found table meta missing, allowed: a battle file of fleetbook, with its tables and nothing else"),
        ("DELETE FROM meta WHERE key = 'setup'", "meta: found a damaged battle, allowed: the keys of a battle's start"),
        ("UPDATE meta SET value = '{' WHERE key = 'setup'", "setup: found {, allowed: a setup"),
        ("UPDATE meta SET value = 7 WHERE key = 'setup'", "meta: found a damaged battle"),
        (
            "UPDATE meta SET value = replace(value, '[\"Left\"', '[\"Lift\"') WHERE key = 'setup'",
            "a setup that version 1 can begin",
        ),
        ("UPDATE meta SET value = 'chess' WHERE key = 'ruleset'", "ruleset: found chess, allowed: "),
        (
            "INSERT INTO meta VALUES ('zz', 'y')",
            "meta: found zz, allowed: the keys of a battle's start, and no others",
        ),
        ("INSERT INTO meta VALUES (x'ff', 'y')", "meta: found "),
        ("UPDATE meta SET value = CAST(x'ff' AS TEXT) WHERE key = 'seed'", "Could not decode to UTF-8"),
    ],
)
def test_what_cannot_be_shown_at_all_is_refused(path: Path, statement: str, message: str) -> None:
    change(path, statement)
    for read_only in (False, True):
        with pytest.raises(InvalidInput) as raised:
            BattleFile.open(path, read_only=read_only)
        assert message in str(raised.value)
        assert str(raised.value).startswith(str(path))
    assert [file.name for file in path.parent.iterdir()] == ["bath.battle"]


@pytest.mark.parametrize("content", [b"", b"ruleset = 1\n", b"SQLite format 3\0", os.urandom(5000), b"\0" * 8192])
def test_a_file_that_is_no_battle_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "text.battle"
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(InvalidInput, match="a battle file of fleetbook"):
            BattleFile.open(path, read_only=read_only)
    assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["text.battle"]


@posix_only("/proc, and other words for the same errors")
def test_what_is_not_there_or_no_file_is_refused(tmp_path: Path) -> None:
    loop = tmp_path / "loop.battle"
    loop.symlink_to(loop)
    cases = [
        (tmp_path / "none.battle", "no such file"),
        (tmp_path, "found a folder, allowed: a battle file"),
        (Path(os.devnull), "no regular file"),
        (Path("a\0b.battle"), "null characters"),
        (Path("/proc/version"), "an empty file"),  # a file of the system's, which has no size and is not read
        (tmp_path / ("a" * 300), "file name too long"),
        (loop, "symbolic links"),
    ]
    for path, why in cases:
        with pytest.raises(InvalidInput, match=why):
            BattleFile.open(path)
    assert [file.name for file in tmp_path.iterdir()] == ["loop.battle"]


def outcome(path: Path, whole: list[bytes]) -> int:
    """Open a battle that something happened to: it is refused, or says its damage, or is as it was. How many lines it shows."""
    try:
        with BattleFile.open(path) as file:
            kept = [msgspec.json.encode(record) for record in file.journal.records]
            assert kept == whole[: len(kept)]
            assert file.damage or len(kept) == len(whole)
            assert file.read_only == bool(file.damage)
            return len(kept)
    except FleetbookError as error:
        assert "bath.battle" in str(error)
        return 0


def test_a_truncated_battle_shows_the_lines_that_are_left(path: Path, sound: Path) -> None:
    whole, size = lines_of(sound), sound.stat().st_size
    shown = []
    for tenths in range(10, 0, -1):
        os.truncate(path, size * tenths // 10)
        shown.append(outcome(path, whole))
        shutil.copy(sound, path)
    assert shown[0] == LINES
    assert 0 < shown[3] < LINES
    assert shown == sorted(shown, reverse=True)


def test_a_truncated_battle_says_so(path: Path, sound: Path) -> None:
    os.truncate(path, sound.stat().st_size - 9000)
    assert damage(path).startswith("line ")


def test_a_flipped_bit_in_any_region_is_noticed_or_harmless(path: Path, sound: Path) -> None:
    whole, content = lines_of(sound), sound.read_bytes()
    for place in range(0, len(content), 211):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        outcome(path, whole)


def change_each(places: range, small: Path, path: Path) -> None:
    """A byte after another changed: the battle is refused, or says its damage, or is as it was and goes on."""
    whole, content = lines_of(small), small.read_bytes()
    for place in places:
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8 or 1
        path.write_bytes(damaged)
        if outcome(path, whole) == len(whole) and (place < HEADER or place % 9 == 0):
            goes_on(path, len(whole))


def goes_on(path: Path, lines: int) -> None:
    with BattleFile.open(path) as file:
        if file.read_only:
            return
        file.give(toy.splash())
    with BattleFile.open(path) as file:
        assert (file.damage, len(file.journal.records)) == ("", lines + 1)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("small") / "bath.battle"
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        for number in range(14):
            file.give(toy.splash(toy.SHIPS[number % 4]))
    return path


def test_every_byte_of_the_header_and_some_beyond_mean_something_or_nothing(small: Path, tmp_path: Path) -> None:
    path = tmp_path / "bath.battle"
    change_each(range(HEADER), small, path)
    change_each(range(HEADER, small.stat().st_size, 331), small, path)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(8))
def test_every_byte_means_something_or_nothing(part: int, small: Path, tmp_path: Path) -> None:
    change_each(range(part, small.stat().st_size, 8), small, tmp_path / "bath.battle")


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_scattered_rubbish_is_noticed_or_harmless(sound: Path, tmp_path: Path, data: st.DataObject) -> None:
    content = bytearray(sound.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place, rubbish = data.draw(st.integers(0, len(content) - 1)), data.draw(st.binary(min_size=1, max_size=40))
        content[place : place + len(rubbish)] = rubbish
    path = tmp_path / "bath.battle"
    path.write_bytes(content)
    outcome(path, lines_of(sound))


def test_damage_that_comes_while_a_reader_follows_ends_the_following(path: Path) -> None:
    with BattleFile.open(path) as writer, BattleFile.open(path, read_only=True) as reader:
        writer.give(toy.splash("Ada"))
        change(path, "UPDATE journal SET at = '' WHERE number = 41")
        assert reader.follow() == ()
        assert reader.damage.startswith("line 41: its checksum is wrong")
        assert len(reader.journal.records) == LINES
