"""Whether a file is a battle."""

from __future__ import annotations

from pathlib import Path

from fleetbook.core.errors import InvalidInput
from fleetbook.store.errors import cause, told
from fleetbook.store.library.paths import SUFFIX

_SQLITE = b"SQLite format 3\0"


def is_battle(path: Path) -> bool:
    """Whether a file is named, or begins, like a battle. Raises InvalidInput where it cannot be read.

    A battle by name is not opened: a plain read beside an open battle would undo the locks that the database holds on it.
    """
    if path.suffix == SUFFIX:
        return True
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError as error:
        raise InvalidInput(told(path), cause(error), "a file that can be read") from None
