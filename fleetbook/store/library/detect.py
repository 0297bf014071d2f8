"""Whether a file is a battle."""

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


def is_kept(path: Path) -> bool:
    """Whether a file is a battle, its lock or one that the database keeps beside it, also by a link: nothing is written there.

    Raises InvalidInput as ``is_battle``.
    """
    names = (str(path), os.path.realpath(path))
    return any(is_battle(Path(name.removesuffix(ending))) for name in names for ending in ("", *ENDINGS))


def is_battle(path: Path) -> bool:
    """Whether a file is named, or begins, like a battle. Raises InvalidInput where it cannot be read.

    A battle by name is not opened, any other only while no transaction runs here: a plain read beside an open battle would undo
    the locks that the database holds on it.
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
