"""The battle file as SQLite sees it: its tables, its marks, and how it is opened for writing and for reading."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.store.errors import Unwritable, told

APPLICATION = 0x464C5442  # "FLTB"
FORMAT = 1
WAIT = 5.0  # seconds for another process to finish its transaction

# AUTOINCREMENT makes the database keep the highest number ever written, so that missing last lines are noticed.
_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
    "CREATE TABLE journal"
    " (number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, record BLOB NOT NULL, chain BLOB NOT NULL)",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {FORMAT}",
)

INSERT = "INSERT INTO journal (number, at, record, chain) VALUES (?, ?, ?, ?)"

# What reading a damaged database raises: its own messages may quote what cannot be decoded.
FAULTS = (sqlite3.Error, UnicodeDecodeError)

_NO_WRITING = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)

# A reader's shared memory has no place: the folder may not be written, or the disk is full.
_NO_SHARING = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Tell what the database says against reading as InvalidInput."""
    try:
        yield
    except FAULTS as error:
        raise InvalidInput(told(path), said(error), "a battle file of fleetbook") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Tell what the database says against writing as Unwritable."""
    try:
        yield
    except FAULTS as error:
        raise Unwritable(f"{told(path.name)} could not be written: {refused(error)}") from None


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Everything in the block, durable, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Everything read in the block is of one moment, whatever a writer does meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def said(error: Exception) -> str:
    """What the database says, printable."""
    return "text that is no text" if isinstance(error, UnicodeDecodeError) else shown(str(error))


def refused(error: Exception) -> str:
    """What the database says against writing, with what is mostly the matter."""
    return said(error) + ("; is the disk full?" if str(error) == "disk I/O error" else "")


def forbids_writing(error: Exception) -> bool:
    """Whether an error is about the disk, its permissions or another process rather than about what the file holds."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _NO_WRITING


def lay_out(connection: sqlite3.Connection) -> None:
    """Make the tables and the marks of a new file."""
    for statement in _TABLES:
        connection.execute(statement)


def connect_writer(path: Path) -> sqlite3.Connection:
    """A connection whose transactions are durable when they return."""
    with ExitStack() as stack:
        connection = _connect(path, "mode=rw")
        stack.callback(connection.close)
        check_kind(connection, path)
        make_durable(connection)
        with transaction(connection):  # whether it may write at all
            pass
        stack.pop_all()
    return connection


def make_durable(connection: sqlite3.Connection) -> None:
    """Write ahead, and sync at every commit."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # only macOS knows a difference


def connect_reader(path: Path, untouched: bool = False) -> tuple[sqlite3.Connection, str]:
    """A connection that changes nothing, and what the database says against the file; it reads what is left of a damaged one.
    ``untouched`` leaves what was written ahead as it is; otherwise the last to close takes it in.

    Raises InvalidInput where the folder cannot be written and the last lines lie in a file that only a writer may take in.
    """
    try:
        return (_reader(path, "mode=ro", salvage=False) if untouched else _reader_anywhere(path, salvage=False)), ""
    except FAULTS as error:
        return _reader_anywhere(path, salvage=True), said(error)


def _reader_anywhere(path: Path, salvage: bool) -> sqlite3.Connection:
    try:
        # Open for writing where possible: a reader that may not write leaves the files of its shared memory behind.
        return _reader(path, "mode=rw", salvage)
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _NO_SHARING:
            raise
        _check_nothing_ahead(path)
        return _reader(path, "mode=ro&immutable=1", salvage)


def _check_nothing_ahead(path: Path) -> None:
    ahead = path.with_name(f"{path.name}-wal")
    if ahead.exists() and ahead.stat().st_size:
        advice = f"a folder that can be written: copy the battle and {told(ahead.name)} into one"
        raise InvalidInput(told(path), "a folder that cannot be written", advice) from None


def _reader(path: Path, mode: str, salvage: bool) -> sqlite3.Connection:
    with ExitStack() as stack:
        connection = _connect(path, mode)
        stack.callback(connection.close)
        connection.execute("PRAGMA query_only = ON")
        if salvage:
            connection.execute("PRAGMA writable_schema = ON")  # reads past a header that tells of more pages than there are
        check_kind(connection, path)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        stack.pop_all()
    return connection


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, isolation_level=None, timeout=WAIT, check_same_thread=False)


def check_kind(connection: sqlite3.Connection, path: Path) -> None:
    """Raise InvalidInput for a database of another program, and for a battle that a newer fleetbook wrote."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != APPLICATION:
        raise InvalidInput(told(path), "a file of another program", "a battle file of fleetbook")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != FORMAT:
        raise InvalidInput(told(path), f"format {version}", f"format {FORMAT}; a newer fleetbook reads newer ones")
