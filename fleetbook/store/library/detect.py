"""Recognizing battle files."""

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
    """Whether a path, or the file behind a link, is a battle, its lock or its database's companion. Nothing may write there.

    Raises InvalidInput as ``is_battle``.
    """
    names = (str(path), os.path.realpath(path))
    return any(is_battle(Path(name.removesuffix(ending))) for name in names for ending in ("", *ENDINGS))


def is_battle(path: Path) -> bool:
    """Whether a file has a battle's name, or begins like a battle. Raises InvalidInput if it cannot be read.

    A plain read beside an open battle would remove the database's locks on it. So a battle by name is not opened, and another
    file only while no transaction runs here.
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
