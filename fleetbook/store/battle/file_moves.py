"""Renames, archives and deletes battle files. An open battle is never moved."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.lock import WriterLock
from fleetbook.store.errors import Unwritable, cause, shown_path
from fleetbook.store.files import patiently
from fleetbook.store.library.paths import data_folder, file_stem, make_folder

ARCHIVE = "archive"
JOURNAL = "-journal"  # the ending of SQLite's own file beside a battle with an unfinished transaction


def rename(path: Path, name: str) -> Path:
    """Give a battle's file another name in the same folder. Returns its new path.

    Raises InvalidInput if the name is empty or taken, InUse if the battle is open, and Unwritable.
    """
    if not name.strip():
        raise InvalidInput("name", "nothing", "a name for the battle's file")
    return _moved(path, path.with_name(file_stem(name) + path.suffix))


def is_archived(path: Path) -> bool:
    """Whether a battle's file is in the archive folder."""
    return path.parent == data_folder() / ARCHIVE


def archive(path: Path) -> Path:
    """Move a battle into the archive folder, or back if it is there. Returns its new path. Raises the same errors as
    ``rename``.
    """
    folder = data_folder() if is_archived(path) else data_folder() / ARCHIVE
    make_folder(folder)
    return _moved(path, folder / path.name)


def delete(path: Path) -> None:
    """Delete a battle for ever. Raises InUse if it is open, and Unwritable."""
    with _locked(path):
        patiently(path.unlink)
        patiently(lambda: path.with_name(path.name + JOURNAL).unlink(missing_ok=True))


def _moved(path: Path, to: Path) -> Path:
    if to == path:
        return path
    if path.with_name(path.name + JOURNAL).exists():
        BattleFile.open(path).close()  # undoes an unfinished transaction while the file has its old name
    with _locked(path):
        if os.path.lexists(to):
            raise InvalidInput("name", to.stem, "a name that no battle has")
        patiently(lambda: path.rename(to))
    return to


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    lock = WriterLock.take(path)
    try:
        yield
    except OSError as error:
        raise Unwritable(f"{shown_path(path)} cannot be changed: {cause(error)}") from None
    finally:
        lock.release()
