"""A limited connection to a battle file. No code in the file is executed, no query runs without end, and a reader
never writes.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from threading import Lock
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote_from_bytes

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.store.battle.schema import BATTLE, MOST_BYTES, MOST_VALUE, SCHEMA, check_schema
from fleetbook.store.errors import Unwritable, shown_path

CACHE = 128  # the size of the page cache in KiB; it is small, because a battle is read once and then only written
WAIT = 5.0  # seconds to wait until another process finishes its transaction
WORK = 3_000  # the most instructions of the database in one transaction, in thousands; 10,000 lines take a hundred
LONGEST_STATEMENT = 10_000  # the most letters of a statement, also of one in the schema of a stranger's file

# The errors that reading a damaged database may raise. Its messages may quote bytes that cannot be decoded.
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
_TABLES = ("meta", "journal", "sqlite_master", "sqlite_sequence")
_PRAGMAS = (
    "trusted_schema",
    "cache_size",
    "writable_schema",
    "journal_mode",
    "synchronous",
    "fullfsync",
    "page_size",
    "max_page_count",
    "data_version",
    "integrity_check",
)

# On POSIX a process loses all its locks on a file when it closes any descriptor of the file. So no code opens a file that may be
# an open database while a transaction runs.
ALONE = Lock()


class Database:
    """A connection to a battle file. Raises InvalidInput if the file has other tables, and FAULTS if it cannot be read.

    path    the file that is read or written
    damage  the database's error message if only a part of the file can be read (``salvage``); otherwise empty
    """

    def __init__(self, path: Path, mode: str = "ro", salvage: str = "") -> None:
        self.path, self.damage = path, salvage
        self._work = 0
        self._connection = sqlite3.connect(
            address(path, mode), uri=True, isolation_level=None, timeout=WAIT, check_same_thread=False
        )
        try:
            self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE)
            self._connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, LONGEST_STATEMENT)
            self._connection.set_progress_handler(self._worked, 1000)
            self._connection.set_authorizer(_allowed)
            self.run("PRAGMA trusted_schema = OFF")
            if salvage:
                self.run("PRAGMA writable_schema = ON")  # lets it read a file whose header counts too many pages
            with self.snapshot():
                check_schema(self.rows(SCHEMA), path)
            self.run(f"PRAGMA cache_size = -{CACHE}")
        except BaseException:
            self.close()
            raise

    @classmethod
    def to_write(cls, path: Path) -> Database:
        """A connection for writing. When a transaction returns, its changes are on disk. A file of the old mode is changed to the
        current mode.
        """
        database = cls(path, "rw")
        try:
            database.run("PRAGMA journal_mode = DELETE")
            database.run("PRAGMA synchronous = EXTRA")
            database.run("PRAGMA fullfsync = ON")  # this only matters on macOS
            ((size,),) = database.rows("PRAGMA page_size")
            database.run(f"PRAGMA max_page_count = {MOST_BYTES // size}")
            with database.transaction():  # fails if the file may not be written
                pass
        except BaseException:
            database.close()
            raise
        return database

    def _worked(self) -> bool:
        self._work += 1
        return self._work > WORK

    def rows(self, statement: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows that a statement finds. Raises FAULTS, and KeyboardInterrupt if the user interrupts the program."""
        try:
            yield from self._connection.execute(statement, values)
        except sqlite3.OperationalError as error:
            raise self._exception_for(error) from None

    def run(self, statement: str, *values: object) -> None:
        """Run a statement that returns no rows. Raises the same errors as ``rows``."""
        try:
            self._connection.execute(statement, values)
        except sqlite3.OperationalError as error:
            raise self._exception_for(error) from None

    def _exception_for(self, error: sqlite3.OperationalError) -> BaseException:
        """The exception to raise for an error of the database, which may mean that the user interrupted the program."""
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:  # a decoding error has no code
            return error
        if self._work <= WORK:  # the signal handler raised it inside the database, which does not pass it on
            return KeyboardInterrupt()
        return sqlite3.DataError("more work than a battle takes")

    @contextmanager
    def snapshot(self, kind: str = "DEFERRED") -> Iterator[None]:
        """A ``with`` block that reads everything from the same state of the file, even if a writer goes on."""
        with ALONE:
            self._work = 0
            try:
                self.run(f"BEGIN {kind}")
                yield
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A ``with`` block whose changes are made completely and are then on disk, or not made at all."""
        with self.snapshot("IMMEDIATE"):
            yield
            self.run("COMMIT")

    @property
    def version(self) -> int:
        """A number that changes when another connection has changed the file."""
        ((number,),) = self.rows("PRAGMA data_version")
        return int(number)

    def layout(self) -> str:
        """The database's error message about the pages of the file; empty if there is no error. If a page is used twice, lines
        would be lost.
        """
        try:
            ((found,),) = self.rows("PRAGMA integrity_check(1)")
        except FAULTS as error:
            return message_of(error)
        return "" if found == "ok" else shown(found.splitlines()[-1])

    def close(self) -> None:
        """Close the connection. It may be closed twice."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def address(path: PurePath, mode: str) -> str:
    """An absolute path as an SQLite address. The host of a Windows network path becomes part of the path, not of the address."""
    name = quote_from_bytes(os.fsencode(path.as_posix()), safe=b"/:" if path.drive else b"/")
    return f"file://{'' if name.startswith('/') else '/'}{name}?mode={mode}"


def _allowed(action: int, one: str | None, two: str | None, database: str | None, trigger: str | None) -> int:
    """Allow only reading the battle's tables, inserting lines into the journal, and a few functions and settings."""
    allowed = (
        action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_TRANSACTION)
        or (action == sqlite3.SQLITE_READ and one in _TABLES)
        or (action == sqlite3.SQLITE_INSERT and one == "journal")
        or (action == sqlite3.SQLITE_PRAGMA and one in _PRAGMAS)
        or (action == sqlite3.SQLITE_FUNCTION and two in ("min", "max"))
    )
    return sqlite3.SQLITE_OK if allowed and trigger is None else sqlite3.SQLITE_DENY


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """A ``with`` block that turns errors of the database into InvalidInput."""
    try:
        yield
    except FAULTS as error:
        raise InvalidInput(shown_path(path), message_of(error), BATTLE) from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A ``with`` block that turns errors of the database into Unwritable."""
    try:
        yield
    except FAULTS as error:
        raise Unwritable(f"{shown_path(path.name)} could not be written: {why_unwritable(error)}") from None


def message_of(error: Exception) -> str:
    """The database's error message, with printable characters only."""
    return "text that cannot be decoded" if isinstance(error, UnicodeDecodeError) else shown(str(error))


def why_unwritable(error: Exception) -> str:
    """Why the database cannot write: its error message, with the usual cause if the disk failed."""
    return message_of(error) + ("; is the disk full?" if str(error) == "disk I/O error" else "")


def forbids_writing(error: Exception) -> bool:
    """Whether an error is about the disk, permissions or another process. Other errors are about the file's content."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _NO_WRITING
