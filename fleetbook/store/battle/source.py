"""Where a battle is read from: its file, or a copy that has taken in what a crash left beside it; readers change neither."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.store.battle.database import ALONE, FAULTS, Database, forbids_writing, said
from fleetbook.store.battle.load import Opened, load
from fleetbook.store.battle.lock import has_locks
from fleetbook.store.battle.schema import AHEAD, HEADER, MODES, MOST_BYTES, PLAIN, as_plain, mode_of
from fleetbook.store.errors import cause, told

JOURNAL, LOG, SHARED = "-journal", "-wal", "-shm"  # files that the database keeps beside its own
ATTEMPTS = 5

_JOURNAL_MAGIC, _LOG_MAGIC = bytes.fromhex("d9d505f920a163d7"), bytes.fromhex("377f06")
_CHANGED = "its header was changed (bytes 18 and 19)"


def beside(path: Path, *endings: str) -> list[Path]:
    """What the database would take into a battle if it were left to it. Raises InvalidInput for what is no file of its own."""
    found = []
    for ending in endings or (LOG, JOURNAL):
        companion = f"{path}{ending}"
        try:
            status = os.lstat(companion)
            if not stat.S_ISREG(status.st_mode):
                allowed = "nothing of that name beside a battle: move it away"
                raise InvalidInput(told(companion), "a link or no regular file", allowed)
            if status.st_size and (ending == LOG or _begins(Path(companion))):
                found.append(Path(companion))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise InvalidInput(told(companion), cause(error), "a file that can be read") from None
    return found


def _begins(journal: Path) -> bool:
    """Whether a journal was finished before its writer was killed: the first byte is written last."""
    with journal.open("rb") as file:
        return file.read(1) != b"\0"


def is_plain(path: Path) -> bool:
    """Whether a battle is one file and nothing beside it counts, unless it is the journal of a writer at work.

    Raises InvalidInput for a file that is no battle.
    """
    return not beside(path, LOG) and mode_of(_header(path), path) == PLAIN


def is_settled(path: Path) -> bool:
    """Whether a battle that nobody writes is one file, and whole in it. Raises InvalidInput for a file that is no battle."""
    return is_plain(path) and not beside(path)


def _header(path: Path) -> bytes:
    try:
        with ALONE, path.open("rb") as file:
            return file.read(HEADER)
    except OSError as error:
        raise InvalidInput(told(path), cause(error), "a file that can be read") from None


def _is_locked_by_bytes(path: Path) -> bool:
    """Whether readers and a writer of a file hear of each other. Raises InvalidInput."""
    try:
        with ALONE, path.open("rb") as file:
            return has_locks(file.fileno())
    except OSError as error:
        raise InvalidInput(told(path), cause(error), "a file that can be read") from None


def reader(path: Path, stack: ExitStack) -> Database:
    """A connection that reads a battle and writes nothing, closed with the stack.

    Where a crash left something beside the file, the file is of the old mode, or its file system has no locks, a copy that took
    it in is read. Raises InvalidInput for what is no battle and where what lies beside belongs to another, FAULTS where it cannot
    be read.
    """
    beside(path)
    if is_plain(path) and _is_locked_by_bytes(path):
        try:
            return stack.enter_context(_salvaged(path))
        except sqlite3.OperationalError as error:
            left = sqlite3.SQLITE_READONLY_ROLLBACK  # a writer was killed and left its journal
            if getattr(error, "sqlite_errorcode", 0) != left:
                raise
    database, changed = _copied(path, stack)
    database.damage = database.damage or (_CHANGED if changed else "")
    return stack.enter_context(database)


def mend_mode(path: Path) -> None:
    """Give back its mode to a battle whose header lost it, where a copy that was given it is whole. Beside a log of the old mode
    it is left alone: the log may hold lines. To be called by whoever holds its lock. Raises InvalidInput, OSError and FAULTS.
    """
    if beside(path, LOG) or mode_of(_header(path), path) in (PLAIN, AHEAD):
        return
    with ExitStack() as stack:
        database, _ = _copied(path, stack)
        opened = load(stack.enter_context(database), path)
        if opened.damage or opened.notice:
            return
    with ALONE, path.open("r+b", buffering=0) as file:
        file.seek(MODES.start)
        file.write(PLAIN)
        os.fsync(file.fileno())


def _salvaged(path: Path) -> Database:
    """A connection to as much of a file as can be read."""
    try:
        return Database(path)
    except FAULTS as error:
        if forbids_writing(error):
            raise
        return Database(path, salvage=said(error))


def _copied(path: Path, stack: ExitStack) -> tuple[Database, bool]:
    """A connection to a copy that has taken in what belongs to it, and whether the header of the battle had lost its mode."""
    root = Path(stack.enter_context(TemporaryDirectory(prefix="fleetbook-", ignore_cleanup_errors=True)))
    try:
        copy, companions = _copy(path, root)
        alone = Path(shutil.copy(copy, mkdtemp(dir=root)))
        changed = _settle_header(alone, (PLAIN,)) and _settle_header(copy, (PLAIN, AHEAD))
    except OSError as error:
        raise InvalidInput(told(path), f"no copy of it: {cause(error)}", "a disk with room for one") from None
    database = _taken_in(copy, alone) if companions else _salvaged(alone)
    if database is None:
        names = " and ".join(told(companion.name) for companion in companions)
        raise InvalidInput(
            told(path), f"beside it {names}", f"a battle by itself: they do not belong together; move {names} elsewhere"
        )
    return database, changed


def _copy(path: Path, root: Path) -> tuple[Path, list[Path]]:
    """A copy of a battle with what lies beside it, all of one moment. Raises OSError, InvalidInput."""
    for _ in range(ATTEMPTS):
        folder = Path(mkdtemp(dir=root))
        companions = beside(path)
        files = [path, *companions]
        before = _stamps(files)
        if any(size > MOST_BYTES for _, size, _ in before):
            break
        with ALONE:
            for file in files:
                shutil.copyfile(file, folder / file.name)
        if beside(path) == companions and _stamps(files) == before:
            return folder / path.name, companions
    raise InvalidInput(told(path), "a file that is being written, or is too large", "a battle that rests")


def _stamps(files: list[Path]) -> list[tuple[int, int, int]]:
    return [(status.st_ino, status.st_size, status.st_mtime_ns) for status in map(os.stat, files)]


def _settle_header(copy: Path, modes: tuple[bytes, ...]) -> bool:
    """Give a copy a mode that the database knows; whether it had none."""
    content = copy.read_bytes()
    if mode_of(content[:HEADER], copy) in modes:
        return False
    copy.write_bytes(as_plain(content))
    return True


def _taken_in(copy: Path, alone: Path) -> Database | None:
    """A connection to the copy once the database has taken in what lies beside it; None where that is of another battle."""
    companions = beside(copy)
    if not all(_is_known(companion.read_bytes()) for companion in companions):
        return None
    undoes = any(companion.name.endswith(JOURNAL) for companion in companions)  # an order half done
    try:
        Database.to_write(copy).close()
        with _salvaged(alone) as before:
            database = Database(copy)
            if _continues(load(before, alone), load(database, copy), undoes):
                return database
            database.close()
    except (FleetbookError, *FAULTS):
        pass
    return None


def _is_known(content: bytes) -> bool:
    """Whether what lies beside a battle is the database's and of one file: a journal of several ends with names that the database
    would delete.
    """
    journal = content.startswith(_JOURNAL_MAGIC) and not content.endswith(_JOURNAL_MAGIC)
    return journal or content.startswith(_LOG_MAGIC)


def _continues(before: Opened, after: Opened, undoes: bool) -> bool:
    """Whether a battle that took something in is the one that it was alone, and lost no line, or but those of one order."""
    old, new = before.reader, after.reader
    lost = old.times[len(new.times) :]
    common = min(len(old.links), len(new.links))
    return not after.damage and old.links[:common] == new.links[:common] and len(set(lost)) <= undoes
