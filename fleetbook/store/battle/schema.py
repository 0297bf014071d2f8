"""The battle file as SQLite sees it: its header, its tables and its limits."""

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
MOST_BYTES = 24 << 20  # of a file: 25,000 of the longest orders. A byte of the file takes some 20 in memory
MOST_VALUE = 4 << 20  # bytes of a line or of the setup; 2,000 ships fill it

# AUTOINCREMENT keeps the highest number ever written, so missing last lines are noticed.
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
MODES = slice(18, 20)  # bytes of a header: the ways of writing and reading the file
PLAIN, AHEAD = b"\x01\x01", b"\x02\x02"  # rollback journal; a log written ahead, as fleetbook 0.1 did
HEADER = 100


def lay_out(connection: sqlite3.Connection) -> None:
    """Make the tables and the marks of a new file."""
    for statement in _TABLES:
        connection.execute(statement)


def mode_of(header: bytes, path: Path) -> bytes:
    """The way a file is written, from its header. It is PLAIN, AHEAD, or the bytes of a damaged header.

    Raises InvalidInput for a file of another program, and for a battle of a newer fleetbook.
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
    """The header of the same file in the mode PLAIN."""
    return header[: MODES.start] + PLAIN + header[MODES.stop :]


def check_schema(rows: Iterable[tuple[Any, ...]], path: Path) -> None:
    """Compare a file's declarations with ours, word for word.

    A file may bring triggers, views and more that the database would run. Raises InvalidInput with the name of one.
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
