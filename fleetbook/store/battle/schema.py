"""The battle file as an SQLite database: its header, tables and limits."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.store.errors import shown_path

APPLICATION = 0x464C5442  # "FLTB"
FORMAT = 1
BATTLE = "a battle file of fleetbook"
MOST_BYTES = 24 << 20  # the most bytes of a file: 25,000 of the longest orders. One byte takes about 20 bytes in memory
MOST_VALUE = 4 << 20  # the most bytes of a line or of the setup, enough for 2,000 ships

# AUTOINCREMENT stores the highest number ever written, so that missing lines at the end are noticed.
_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
    "CREATE TABLE journal"
    " (number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, record BLOB NOT NULL, chain BLOB NOT NULL)",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {FORMAT}",
)

INSERT = "INSERT INTO journal (number, at, record, chain) VALUES (?, ?, ?, ?)"
SCHEMA = "SELECT type, name, sql FROM sqlite_master"

_MAGIC = b"SQLite format 3\0"
MODES = slice(18, 20)  # the bytes of the header that hold the mode of writing and reading
PLAIN, AHEAD = b"\x01\x01", b"\x02\x02"  # with a rollback journal; with a write-ahead log, as fleetbook 0.1 wrote
HEADER = 100


def lay_out(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file, and the marks that identify it."""
    for statement in _TABLES:
        connection.execute(statement)


def mode_of(header: bytes, path: Path) -> bytes:
    """The mode of writing in a file's header. It is PLAIN or AHEAD, or other bytes if the header is damaged.

    Raises InvalidInput if the file is of another program, or of a newer fleetbook.
    """
    if len(header) < HEADER or not header.startswith(_MAGIC):
        raise InvalidInput(shown_path(path), "a file of another kind" if header else "an empty file", BATTLE)
    if int.from_bytes(header[68:72], "big") != APPLICATION:
        raise InvalidInput(shown_path(path), "a file of another program", BATTLE)
    version = int.from_bytes(header[60:64], "big")
    if version != FORMAT:
        raise InvalidInput(shown_path(path), f"format {version}", f"format {FORMAT}; a newer fleetbook reads newer ones")
    return header[MODES]


def as_plain(header: bytes) -> bytes:
    """The same file content with the mode PLAIN in its header."""
    return header[: MODES.start] + PLAIN + header[MODES.stop :]


def check_schema(rows: Iterable[tuple[Any, ...]], path: Path) -> None:
    """Compare the tables declared in a file with ours, word for word.

    A file could contain triggers or views that the database would run. Raises InvalidInput with the name of the first difference.
    """
    found, ours = set(rows), _ours()
    strange = sorted(found - ours, key=str) or sorted(ours - found)
    if strange:
        kind, name, _ = strange[0]
        known = name in {known for _, known, _ in ours}
        what = f"{kind} {name}" + (" in another form" if known and found - ours else " missing" if known else "")
        raise InvalidInput(shown_path(path), shown(what), f"{BATTLE}, with its tables and nothing else")


@lru_cache(maxsize=1)
def _ours() -> frozenset[tuple[Any, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        lay_out(connection)
        return frozenset(connection.execute(SCHEMA))
