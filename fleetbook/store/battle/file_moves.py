"""Renaming, archiving and deleting battle files. A battle that is open is never moved."""

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
from fleetbook.store.library.paths import SUFFIX, data_folder, file_stem, make_folder

ARCHIVE = "archive"
JOURNAL = "-journal"  # the name of SQLite's own file beside a broken-off transaction


def rename(path: Path, name: str) -> Path:
    """Give a battle's file another name in its folder. Return its new path.

    Raises InvalidInput for an empty or a taken name, InUse while the battle is open, Unwritable.
    """
    if not name.strip():
        raise InvalidInput("name", "nothing", "a name for the battle's file")
    return _moved(path, path.with_name(file_stem(name) + SUFFIX))


def is_archived(path: Path) -> bool:
    """Whether a battle lies in the archive."""
    return path.parent == data_folder() / ARCHIVE


def archive(path: Path) -> Path:
    """Move a battle into the archive, or back from there. Return its new path. Raises as ``rename``."""
    folder = data_folder() if is_archived(path) else data_folder() / ARCHIVE
    make_folder(folder)
    return _moved(path, folder / path.name)


def delete(path: Path) -> None:
    """Delete a battle for good. Raises InUse while it is open, Unwritable."""
    with _locked(path):
        patiently(path.unlink)
        patiently(lambda: path.with_name(path.name + JOURNAL).unlink(missing_ok=True))


def _moved(path: Path, to: Path) -> Path:
    if to == path:
        return path
    if path.with_name(path.name + JOURNAL).exists():
        BattleFile.open(path).close()  # settles a broken-off transaction under the old name
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
