"""What was worked out of a battle's lines, kept in a folder of the user's own so that a long report need not work it out again.

It is no part of the battle and may be thrown away at any time. Each piece is sealed with the code that worked it out and with the
link of its line, which stands for that line and all before it: a piece of other code or another line is as if it were not there.
Nothing is kept of battles by a package's rules: its code may read whatever it likes, and no seal could stand for that.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import msgspec

from fleetbook.core.worked_out import WorkedOut
from fleetbook.store.battle.database import address, forbids_writing
from fleetbook.store.battle.schema import MOST_VALUE, SCHEMA
from fleetbook.store.code_at_hand import code_at_hand
from fleetbook.store.library.paths import cache_folder

FEW, MANY = 50, 1_000  # pieces: so few are as quickly worked out as kept; so many are written at once
READ = 256  # lines, of which a piece is read at once: who asks for one asks for the next
MOST_BATTLES = 20
MOST_PAGES = 8_192  # of 4,096 bytes each, of a battle
WAIT = 0.2  # seconds, for another process that writes
_CREATE = (
    "CREATE TABLE IF NOT EXISTS work(line INTEGER, what TEXT, seal BLOB, content BLOB, PRIMARY KEY(what, line)) WITHOUT ROWID"
)
_FIND = "SELECT line, seal, content FROM work WHERE what = ? AND line BETWEEN ? AND ?"
_KEEP = "INSERT OR REPLACE INTO work VALUES (?, ?, ?, ?)"

T = TypeVar("T")


class KeptWork(WorkedOut):
    """What was worked out of one battle's lines. A folder that cannot be read or written is as if nothing were kept."""

    def __init__(self, battle: str, links: Sequence[bytes]) -> None:
        self._battle, self._links = battle, links
        self._known: dict[tuple[int, str], tuple[bytes, Any]] = {}
        self._new: set[tuple[int, str]] = set()
        self._read: dict[tuple[int, str], dict[int, tuple[Any, Any]]] = {}
        self._database: sqlite3.Connection | None = None
        self._code, self._sought, self._lock = b"", False, Lock()

    def of(self, number: int, what: str, shape: Any, work_out: Callable[[], T]) -> T:
        """A piece of a line: known since this battle was opened, kept before, or worked out now."""
        link, place = self._links[number], (number, what)
        known = self._known.get(place)
        if known is None or known[0] != link:
            found = self._kept(place, link, shape)
            if found is None:
                found = work_out()
                with self._lock:
                    self._new.add(place)
            known = self._known[place] = link, found
        if len(self._new) >= MANY:
            self._keep()
        value: T = known[1]
        return value

    def close(self) -> None:
        """Keep what is new, where there is much of it."""
        if len(self._new) > FEW:
            self._keep()
        with self._lock:
            self._forget_file()

    def _kept(self, place: tuple[int, str], link: bytes, shape: Any) -> Any:
        """A piece that was kept; None where there is none that is sound."""
        number, what = place
        with self._lock, self._at_best(), suppress(msgspec.MsgspecError):
            seal, content = self._rows(number // READ, what).pop(number, (None, None))
            if isinstance(content, bytes) and seal == self._seal(link, what, content):
                return msgspec.json.decode(content, type=shape)
        return None

    def _rows(self, block: int, what: str) -> dict[int, tuple[Any, Any]]:
        """What the file has of a piece of some lines that follow each other."""
        if not self._sought and len(self._links) > FEW:
            self._sought = True
            self._database = _opened(self._path()) if self._path().exists() and self._is_code_known() else None
        if self._database is None:
            return {}
        if (rows := self._read.get((block, what))) is None:
            first = block * READ
            found = self._database.execute(_FIND, (what, first, first + READ - 1))
            rows = self._read[block, what] = {line: (seal, content) for line, seal, content in found}
        return rows

    def _keep(self) -> None:
        """Write what is new."""
        with self._lock, self._at_best():
            places, self._new = self._new, set()
            if not self._is_code_known():
                return
            if self._database is None:
                _make_room(self._path())
                self._database = _opened(self._path())
            with self._database:
                self._database.executemany(_KEEP, map(self._row, places))

    @contextmanager
    def _at_best(self) -> Iterator[None]:
        """Go on where the file does not serve; one that is damaged is thrown away."""
        try:
            yield
        except OSError:
            self._forget_file()
        except sqlite3.Error as error:
            self._forget_file()
            if not forbids_writing(error):
                with suppress(OSError):
                    self._path().unlink()

    def _forget_file(self) -> None:
        with suppress(sqlite3.Error):
            if self._database is not None:
                self._database.close()
        self._database, self._sought = None, True

    def _row(self, place: tuple[int, str]) -> tuple[int, str, bytes, bytes]:
        link, value = self._known[place]
        content = msgspec.json.encode(value)
        return *place, self._seal(link, place[1], content), content

    def _is_code_known(self) -> bool:
        self._code = code_at_hand()
        return bool(self._code)

    def _seal(self, link: bytes, what: str, content: bytes) -> bytes:
        return hashlib.blake2b(b"\0".join((link, what.encode(), content)), key=self._code, digest_size=16).digest()

    def _path(self) -> Path:
        return cache_folder() / f"{self._battle[:32]}.sqlite"


def _opened(path: Path) -> sqlite3.Connection:
    """A file with room for pieces. Raises sqlite3.Error and OSError."""
    with suppress(
        FileExistsError
    ):  # one that is there is not opened beside the database: to close it would end the database's locks
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    database = sqlite3.connect(address(path.absolute(), "rw"), uri=True, timeout=WAIT, check_same_thread=False)
    try:
        for pragma in ("synchronous = OFF", f"max_page_count = {MOST_PAGES}", "cache_size = -256", "trusted_schema = OFF"):
            database.execute(f"PRAGMA {pragma}")
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE)
        with database:
            database.execute(_CREATE)
        if list(database.execute(SCHEMA)) != [("table", "work", _CREATE.replace("IF NOT EXISTS ", ""))]:
            raise sqlite3.DatabaseError("a table that is computed, a trigger or more, which the database would run")
    except sqlite3.Error:
        database.close()
        raise
    return database


def _make_room(path: Path) -> None:
    """Make the folder, and throw away what was kept of the battles that were worked on longest ago."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        others = sorted(path.parent.glob("*.sqlite"), key=lambda other: other.stat().st_mtime, reverse=True)
        for other in others[MOST_BATTLES - 1 :]:
            with suppress(OSError):  # no file, or already thrown away by another process
                other.unlink()
