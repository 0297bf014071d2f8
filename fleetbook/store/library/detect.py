"""Recognizes battle files, so that nothing else is written over them."""

from __future__ import annotations

import os
from pathlib import Path

from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.database import ALONE
from fleetbook.store.battle.lock import LOCK
from fleetbook.store.battle.source import JOURNAL, LOG, SHARED
from fleetbook.store.errors import cause, shown_path
from fleetbook.store.library.paths import SUFFIX

_SQLITE = b"SQLite format 3\0"
ENDINGS = (JOURNAL, LOG, SHARED, LOCK)


def belongs_to_battle(path: Path) -> bool:
    """Whether a path is a battle, its lock, or a file that the database keeps beside it. Nothing else may be written to such a
    path. Links are followed.

    Raises InvalidInput if the file cannot be read.
    """
    names = (str(path), os.path.realpath(path))
    return any(is_battle(Path(name.removesuffix(ending))) for name in names for ending in ("", *ENDINGS))


def is_battle(path: Path) -> bool:
    """Whether a file has the name of a battle, or begins like a battle. Raises InvalidInput if it cannot be read.

    Reading the file of an open battle would remove the database's locks on it. So a file with the name of a battle is not opened.
    Any other file is opened only while no transaction runs in this process.
    """
    if path.suffix == SUFFIX:
        return True
    try:
        if not path.is_file() or not path.stat().st_size:
            return False
        with ALONE, path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError as error:
        raise InvalidInput(shown_path(path), cause(error), "a file that can be read") from None
