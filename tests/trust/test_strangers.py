"""A stranger's battle runs nothing, hangs nothing and fills no memory: it is refused by name within a second, on every way in."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.database import Database
from fleetbook.store.battle.schema import MOST_VALUE
from fleetbook.store.battle.summary import summarize
from fleetbook.store.errors import Unwritable
from tests.bench.terminal import Terminal
from tests.cli.shell import fleetbook, program
from tests.trust.games import begun
from tests.trust.strangers import ENDLESS, bushy, changed, edited, watched

MOST_SECONDS, MOST_MEGABYTES = 1.0, 200.0
COMMANDS = (("verify",), ("status",), ("log",), ("report",), ("order", "next"), ("undo",), ("odds", "next"), ("check",))
EATING = """CREATE TRIGGER late AFTER INSERT ON journal WHEN NEW.number > 7 BEGIN DELETE FROM journal WHERE number > 6;
    UPDATE sqlite_sequence SET seq = 6 WHERE name = 'journal'; END"""
FILLING = f"CREATE TRIGGER fill AFTER INSERT ON journal BEGIN INSERT INTO meta SELECT 'k' || n, 1 FROM ({ENDLESS} n FROM r); END"
EACH_WITH_EACH = ", ".join(f"journal j{number}" for number in range(16))
LONG = f"SELECT max(j0.number + j15.number) FROM {EACH_WITH_EACH}"  # five lines to the power of sixteen
OTHER = "with its tables and nothing else"

STRANGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "a trigger that eats": (changed(EATING), f"found trigger late, allowed: a battle file of fleetbook, {OTHER}"),
    "a trigger that fills": (changed(FILLING), "found trigger fill"),
    **{
        f"a trigger {kind.lower()} {table}": (
            changed(f"CREATE TRIGGER t {kind} ON {table} BEGIN SELECT 1; END"), "found trigger t"
        )
        for kind in ("BEFORE INSERT", "AFTER UPDATE", "BEFORE DELETE") for table in ("journal", "meta")
    },
    "a view": (changed("CREATE VIEW v AS SELECT 1"), "found view v"),
    "a view with a trigger": (
        changed("CREATE VIEW v AS SELECT 1 AS x; CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN SELECT 1; END"), "found trigger t"
    ),
    "a table": (changed("CREATE TABLE notes (x)"), "found table notes"),
    "an index": (changed("CREATE INDEX i ON journal (at)"), "found index i"),
    "an index of an expression": (changed("CREATE INDEX i ON journal (hex(record))"), "found index i"),
    "a virtual table": (changed("CREATE VIRTUAL TABLE f USING fts5(x)"), "found table f"),
    "a generated column": (
        changed("ALTER TABLE journal ADD COLUMN z GENERATED ALWAYS AS (hex(zeroblob(1000))) VIRTUAL"),
        "found table journal in another form",
    ),
    "a check": (edited("meta", "sql = replace(sql, 'value)', 'value CHECK (value > 1))')"), "found table meta in another form"),
    "a default": (edited("journal", "sql = replace(sql, 'at TEXT', 'at TEXT DEFAULT 1')"), "found table journal in another form"),
    "a journal that is an endless view": (
        changed(f"ALTER TABLE journal RENAME TO j; CREATE VIEW journal AS {ENDLESS} n AS number, 'x' AS at, x'00' AS record, "
                "x'00' AS chain FROM r WHERE n < 0"),
        "found table j,",
    ),
    "what is settled is an endless view": (
        changed(f"ALTER TABLE meta RENAME TO m; CREATE VIEW meta AS {ENDLESS} 'k' || n AS key, 'v' AS value FROM r"),
        "found table m,",
    ),
    "what is settled is a view of a huge text": (
        changed("ALTER TABLE meta RENAME TO m;"
                " CREATE VIEW meta AS SELECT * FROM m UNION ALL SELECT 'x', hex(zeroblob(450000000))"),
        "found table m,",
    ),
    "a table said to be a view": (
        edited("journal", "type = 'view', rootpage = 0, sql = 'CREATE VIEW journal AS SELECT 1 AS number, 2 AS at'"), "found "
    ),
    "a statement as long as a book": (
        edited("meta", "sql = sql || '--' || hex(zeroblob(1500000))"), "found table meta in another form"
    ),
    "what is settled holds a number": (changed("UPDATE meta SET value = 7 WHERE key = 'seed'"), "meta: found a damaged battle"),
    "more is settled": (changed("INSERT INTO meta VALUES ('zz', x'ff')"), "meta: found zz"),
    "a setup of a hundred megabytes": (
        changed("UPDATE meta SET value = hex(zeroblob(10000000)) WHERE key = 'setup'"), "string or blob too big"
    ),
    "a schema of more rows than stars": (bushy(1, 5), "malformed"),
    "settled in more rows than stars": (bushy(2, 2), "malformed"),
}  # fmt: skip


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begun("coastal", tmp_path_factory.mktemp("sound") / "sound.battle", lines=5)


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "strange.battle"))


@pytest.mark.parametrize("what", STRANGE)
def test_a_strange_file_is_refused_by_name_on_every_way_in(what: str, path: Path) -> None:
    change, words = STRANGE[what]
    change(path)
    before = path.read_bytes()
    for command in COMMANDS:
        began = time.process_time()
        ran = fleetbook(command[0], str(path), *command[1:])
        assert time.process_time() - began < MOST_SECONDS
        assert ran.code == 2
        assert words in ran.out + ran.err
    for way in (summarize, BattleFile.open):
        with pytest.raises(InvalidInput):
            way(path)
    taken = watched("status", str(path))
    assert (taken.code, taken.seconds < MOST_SECONDS, taken.megabytes < MOST_MEGABYTES) == (2, True, True), taken
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (changed("INSERT INTO journal VALUES (-5, 'x', x'00', x'00')"), "a line has the number -5"),
        (changed("INSERT INTO journal VALUES (0, 'x', x'00', x'00')"), "a line has the number 0"),
        (changed("INSERT INTO journal VALUES (9223372036854775807, 'x', x'00', x'00')"), "line 6: it is missing"),
        (changed("INSERT INTO journal VALUES (6, 'x', zeroblob(9000000), x'00')"), "line 6: it cannot be read"),
        (changed("UPDATE journal SET at = x'00' WHERE number = 5"), "line 5: it does not have the form of a line"),
        (bushy(3, 5), "the database says: On tree page"),
        (bushy(4, 5), "the count of its lines was changed"),
    ],
)
def test_a_strange_line_is_damage_that_ends_the_writing(change: Callable[[Path], None], words: str, path: Path) -> None:
    change(path)
    for command in ("verify", "status", "log", "report"):
        ran = fleetbook(command, str(path))
        assert ran.code == 2
        assert words in ran.out + ran.err
    ran = fleetbook("order", str(path), "next")
    assert (ran.code, "open for reading only" in ran.err) == (2, True)
    taken = watched("verify", str(path))
    assert (taken.seconds < MOST_SECONDS, taken.megabytes < MOST_MEGABYTES) == (True, True), taken


def test_a_file_larger_than_any_battle_is_refused_unread(path: Path) -> None:
    """24 MiB."""
    os.truncate(path, 25_165_825)
    for command in (("status",), ("verify",), ("order", "next")):
        ran = fleetbook(command[0], str(path), *command[1:])
        assert (ran.code, "found 25,165,825 bytes" in ran.err) == (2, True)


def test_an_order_too_long_to_be_read_again_is_refused(path: Path) -> None:
    with BattleFile.open(path) as file:
        with pytest.raises(Unwritable, match="too big"):
            file.give(Annotate(words="x" * MOST_VALUE))
        assert file.give(Annotate(words="x")).number == 6


def test_a_battle_that_looks_back_at_itself_is_no_endless_glance(path: Path) -> None:
    """A line said to be a step back to itself."""
    changed("""UPDATE journal SET record = CAST(replace(record, '"number":5', '"number":5,"kind":"undo","to":5') AS BLOB)""")(
        path
    )
    with pytest.raises(InvalidInput, match="line 5 builds on line 5"):
        summarize(path)


def test_nothing_but_our_tables_is_read_or_written(path: Path) -> None:
    with Database.to_write(path) as database:
        for statement in (
            "CREATE TABLE t (x)", "DROP TABLE journal", "DELETE FROM journal", "UPDATE journal SET at = 'x'",
            "INSERT INTO meta VALUES (1, 2)", "ATTACH ':memory:' AS other", "SELECT load_extension('x')",
            "SELECT hex(zeroblob(9))", "PRAGMA user_version = 9", "VACUUM", "SELECT * FROM pragma_database_list",
            "CREATE TEMP TABLE t (x)", f"{ENDLESS} n FROM r",
        ):  # fmt: skip
            with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited|authorization"):
                database.run(statement)


def test_work_without_end_is_broken_off(path: Path) -> None:
    with Database(path) as database, pytest.raises(sqlite3.DataError, match="more work than a battle takes"), database.snapshot():
        database.run(LONG)


def test_an_interrupt_ends_what_the_database_does(path: Path) -> None:
    """The database swallows what a handler of a signal raises while it works."""
    with Database(path) as database:
        database._work = -(10**9)  # enough for a minute
        timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background is born deaf to it
        timer.start()
        began = time.monotonic()
        try:
            with pytest.raises(KeyboardInterrupt):
                database.run(LONG)
        finally:
            timer.cancel()
            signal.signal(signal.SIGINT, before)
        assert time.monotonic() - began < 5


def test_the_home_list_shows_every_battle_whatever_lies_beside_it(tmp_path: Path, sound: Path) -> None:
    for number, (change, _) in enumerate(STRANGE.values()):
        change(Path(shutil.copy(sound, tmp_path / f"strange-{number}.battle")))
    shutil.copy(sound, tmp_path / "sound.battle")
    app = Terminal(program(), {**os.environ, "FLEETBOOK_DATA": str(tmp_path)})
    try:
        assert app.wait_for("quit") < 10
    finally:
        app.close()
