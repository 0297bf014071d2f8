"""Opens a battle for reading. If a crash left files beside it, the database recovers a copy, and the copy is read. A reader never
changes the battle.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.store.battle.database import ALONE, FAULTS, Database, forbids_writing, message_of
from fleetbook.store.battle.load import Opened, load
from fleetbook.store.battle.lock import has_locks
from fleetbook.store.battle.schema import AHEAD, HEADER, MODES, MOST_BYTES, PLAIN, as_plain, mode_of
from fleetbook.store.errors import cause, shown_path

JOURNAL, LOG, SHARED = "-journal", "-wal", "-shm"  # endings of files that the database keeps beside its own
ATTEMPTS = 5

_JOURNAL_MAGIC, _LOG_MAGIC = bytes.fromhex("d9d505f920a163d7"), bytes.fromhex("377f06")
_CHANGED = "its header was changed (bytes 18 and 19)"


def beside(path: Path, *endings: str) -> list[Path]:
    """The database's own files beside a battle that still have content to be merged into it. Raises InvalidInput if such a file
    is not a regular file.
    """
    found = []
    for ending in endings or (LOG, JOURNAL):
        companion = f"{path}{ending}"
        try:
            status = os.lstat(companion)
            if not stat.S_ISREG(status.st_mode):
                allowed = "no such file beside a battle: move it away"
                raise InvalidInput(shown_path(companion), "a link or no regular file", allowed)
            if status.st_size and (ending == LOG or _begins(Path(companion))):
                found.append(Path(companion))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise InvalidInput(shown_path(companion), cause(error), "a file that can be read") from None
    return found


def _begins(journal: Path) -> bool:
    """Whether a rollback journal was complete before its writer was killed. Its first byte is written last."""
    with journal.open("rb") as file:
        return file.read(1) != b"\0"


def is_plain(path: Path) -> bool:
    """Whether a battle is a single file of the current mode, without a write-ahead log beside it. The journal of a running
    transaction does not matter.

    Raises InvalidInput if the file is not a battle.
    """
    return not beside(path, LOG) and mode_of(_header(path), path) == PLAIN


def is_settled(path: Path) -> bool:
    """Whether a battle is complete in its single file. No process may be writing to it. Raises InvalidInput if the file is not a
    battle.
    """
    return is_plain(path) and not beside(path)


def _header(path: Path) -> bytes:
    try:
        with ALONE, path.open("rb") as file:
            return file.read(HEADER)
    except OSError as error:
        raise InvalidInput(shown_path(path), cause(error), "a file that can be read") from None


def _is_locked_by_bytes(path: Path) -> bool:
    """Whether readers and a writer of the file see each other's locks. Raises InvalidInput if the file cannot be read."""
    try:
        with ALONE, path.open("rb") as file:
            return has_locks(file.fileno())
    except OSError as error:
        raise InvalidInput(shown_path(path), cause(error), "a file that can be read") from None


def reader(path: Path, stack: ExitStack) -> Database:
    """A connection that reads a battle and never writes. It is closed with the stack.

    It reads a copy if a crash left files beside the battle. It also does so if the file has the old mode or the file system has
    no locks. Raises InvalidInput if the file is not a battle, or if the files beside it belong to another battle. Raises FAULTS
    if the file cannot be read.
    """
    beside(path)
    if is_plain(path) and _is_locked_by_bytes(path):
        try:
            return stack.enter_context(_salvaged(path))
        except sqlite3.OperationalError as error:
            left = sqlite3.SQLITE_READONLY_ROLLBACK  # the error for a journal left by a writer that was killed
            if getattr(error, "sqlite_errorcode", 0) != left:
                raise
    database, changed = _copied(path, stack)
    database.damage = database.damage or (_CHANGED if changed else "")
    return stack.enter_context(database)


def mend_mode(path: Path) -> None:
    """If the header of a battle is damaged, restore the mode in it. A copy with the restored mode must prove undamaged first.

    A battle with a write-ahead log beside it is not changed, since the log may contain lines. The caller must have the battle's
    lock. Raises InvalidInput, OSError and FAULTS.
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
    """A connection that reads as much of a file as possible."""
    try:
        return Database(path)
    except FAULTS as error:
        if forbids_writing(error):
            raise
        return Database(path, salvage=message_of(error))


def _copied(path: Path, stack: ExitStack) -> tuple[Database, bool]:
    """A connection to a copy with which the files beside the battle were merged, and whether the mode in the battle's header was
    damaged.
    """
    root = Path(stack.enter_context(TemporaryDirectory(prefix="fleetbook-", ignore_cleanup_errors=True)))
    try:
        copy, companions = _copy(path, root)
        alone = Path(shutil.copy(copy, mkdtemp(dir=root)))
        changed = _settle_header(alone, (PLAIN,)) and _settle_header(copy, (PLAIN, AHEAD))
    except OSError as error:
        raise InvalidInput(
            shown_path(path), f"a file that cannot be copied: {cause(error)}", "a disk with room for a copy"
        ) from None
    database = _taken_in(copy, alone) if companions else _salvaged(alone)
    if database is None:
        names = " and ".join(shown_path(companion.name) for companion in companions)
        raise InvalidInput(
            shown_path(path), f"beside it {names}", f"a battle alone: they do not belong together; move {names} elsewhere"
        )
    return database, changed


def _copy(path: Path, root: Path) -> tuple[Path, list[Path]]:
    """A copy of a battle and of the files beside it, all of the same time. Raises OSError, and InvalidInput if the battle is
    being written.
    """
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
    raise InvalidInput(shown_path(path), "a file that is being written, or is too large", "a battle that nobody writes")


def _stamps(files: list[Path]) -> list[tuple[int, int, int]]:
    return [(status.st_ino, status.st_size, status.st_mtime_ns) for status in map(os.stat, files)]


def _settle_header(copy: Path, modes: tuple[bytes, ...]) -> bool:
    """Give the copy a mode that the database knows. Returns whether its mode was damaged."""
    content = copy.read_bytes()
    if mode_of(content[:HEADER], copy) in modes:
        return False
    copy.write_bytes(as_plain(content))
    return True


def _taken_in(copy: Path, alone: Path) -> Database | None:
    """A connection to the copy, after the database has merged the files beside it. None if these files belong to
    another battle.
    """
    companions = beside(copy)
    if not all(_is_known(companion.read_bytes()) for companion in companions):
        return None
    undoes = any(companion.name.endswith(JOURNAL) for companion in companions)  # a transaction that was not finished
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
    """Whether a file beside a battle was made by the database for this battle alone.

    A journal for several databases ends with their names, and the database would delete these files.
    """
    journal = content.startswith(_JOURNAL_MAGIC) and not content.endswith(_JOURNAL_MAGIC)
    return journal or content.startswith(_LOG_MAGIC)


def _continues(before: Opened, after: Opened, undoes: bool) -> bool:
    """Whether the battle is the same before and after the files beside it were merged. It may have lost the lines of one
    unfinished transaction.
    """
    old, new = before.reader, after.reader
    lost = old.times[len(new.times) :]
    common = min(len(old.links), len(new.links))
    return not after.damage and old.links[:common] == new.links[:common] and len(set(lost)) <= undoes
