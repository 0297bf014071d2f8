"""A bounded connection to a battle file. Nothing in the file is executed, nothing is endless, and a reader never writes."""

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

CACHE = 128  # KiB of pages kept in memory: a battle is read once, then only written to
WAIT = 5.0  # seconds for another process to finish its transaction
WORK = 3_000  # thousands of the database's instructions in one transaction; 10,000 lines take a hundred
LONGEST_STATEMENT = 10_000  # letters of our statements, and of statements in a stranger's schema

# Errors of reading a damaged database. Its messages may quote bytes that cannot be decoded.
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

# POSIX drops all locks of a process on a file when the process closes any descriptor of it. So nothing reads a file that may be
# open as a database while a transaction runs.
ALONE = Lock()


class Database:
    """A connection to a file with our schema. Raises InvalidInput for another schema, FAULTS if the file cannot be read.

    path    the file that is read or written
    damage  the database's complaint about a file that can be read only in part, with ``salvage``
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
                self.run("PRAGMA writable_schema = ON")  # reads past a header that counts too many pages
            with self.snapshot():
                check_schema(self.rows(SCHEMA), path)
            self.run(f"PRAGMA cache_size = -{CACHE}")
        except BaseException:
            self.close()
            raise

    @classmethod
    def to_write(cls, path: Path) -> Database:
        """A connection whose transactions are durable when they return. A file of the old mode becomes one file."""
        database = cls(path, "rw")
        try:
            database.run("PRAGMA journal_mode = DELETE")
            database.run("PRAGMA synchronous = EXTRA")
            database.run("PRAGMA fullfsync = ON")  # only macOS knows a difference
            ((size,),) = database.rows("PRAGMA page_size")
            database.run(f"PRAGMA max_page_count = {MOST_BYTES // size}")
            with database.transaction():  # whether it may write at all
                pass
        except BaseException:
            database.close()
            raise
        return database

    def _worked(self) -> bool:
        self._work += 1
        return self._work > WORK

    def rows(self, statement: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows that a statement finds. Raises FAULTS, and KeyboardInterrupt if the user breaks it off."""
        try:
            yield from self._connection.execute(statement, values)
        except sqlite3.OperationalError as error:
            raise self._exception_for(error) from None

    def run(self, statement: str, *values: object) -> None:
        """Run a statement without rows. Raises as ``rows`` does."""
        try:
            self._connection.execute(statement, values)
        except sqlite3.OperationalError as error:
            raise self._exception_for(error) from None

    def _exception_for(self, error: sqlite3.OperationalError) -> BaseException:
        """The exception to raise for an error of the database, which may also stand for an interrupt."""
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:  # an error of decoding has no code
            return error
        if self._work <= WORK:  # the handler of the signal raised this inside the database, which swallows it
            return KeyboardInterrupt()
        return sqlite3.DataError("more work than a battle takes")

    @contextmanager
    def snapshot(self, kind: str = "DEFERRED") -> Iterator[None]:
        """Read everything in the block at one moment, while a writer may go on."""
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
        """Run the block whole and durably, or not at all."""
        with self.snapshot("IMMEDIATE"):
            yield
            self.run("COMMIT")

    @property
    def version(self) -> int:
        """A number that changes when another connection has changed the file."""
        ((number,),) = self.rows("PRAGMA data_version")
        return int(number)

    def layout(self) -> str:
        """The database's complaint about the pages of the file; empty if there is none. A page used twice would lose lines."""
        try:
            ((found,),) = self.rows("PRAGMA integrity_check(1)")
        except FAULTS as error:
            return message_of(error)
        return "" if found == "ok" else shown(found.splitlines()[-1])

    def close(self) -> None:
        """Close the connection. Closing twice does no harm."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def address(path: PurePath, mode: str) -> str:
    """An absolute path as a database address. The host of a UNC path is a part of the path, not of the address."""
    name = quote_from_bytes(os.fsencode(path.as_posix()), safe=b"/:" if path.drive else b"/")
    return f"file://{'' if name.startswith('/') else '/'}{name}?mode={mode}"


def _allowed(action: int, one: str | None, two: str | None, database: str | None, trigger: str | None) -> int:
    """Allow reading our tables, inserting into the journal, and two functions."""
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
    """Turn the database's errors in the block into InvalidInput."""
    try:
        yield
    except FAULTS as error:
        raise InvalidInput(shown_path(path), message_of(error), BATTLE) from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn the database's errors in the block into Unwritable."""
    try:
        yield
    except FAULTS as error:
        raise Unwritable(f"{shown_path(path.name)} could not be written: {why_unwritable(error)}") from None


def message_of(error: Exception) -> str:
    """The database's message, printable."""
    return "text that cannot be decoded" if isinstance(error, UnicodeDecodeError) else shown(str(error))


def why_unwritable(error: Exception) -> str:
    """The database's message against writing, with the usual reason for it."""
    return message_of(error) + ("; is the disk full?" if str(error) == "disk I/O error" else "")


def forbids_writing(error: Exception) -> bool:
    """Whether an error is about the disk, its permissions or another process rather than about the file's content."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _NO_WRITING
