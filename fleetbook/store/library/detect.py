"""Any file that a person owns: what it is, and whether it is sound."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import counted
from fleetbook.store.battle.lock import LOCK
from fleetbook.store.battle.source import JOURNAL, LOG, SHARED
from fleetbook.store.errors import cause, told
from fleetbook.store.library.build_setup import muster
from fleetbook.store.library.house import house_of
from fleetbook.store.library.paths import SUFFIX
from fleetbook.store.library.roster import roster_of
from fleetbook.store.library.scenario import scenario_of
from fleetbook.store.library.toml_file import read_toml

_SQLITE = b"SQLite format 3\0"
ENDINGS = (JOURNAL, LOG, SHARED, LOCK)
HOUSE_KEYS = ("table", "modifiers", "reading")


def is_kept(path: Path) -> bool:
    """Whether a file is a battle, its lock or one that the database keeps beside it, also by a link: nothing is written there.

    Raises InvalidInput as ``is_battle``.
    """
    names = (str(path), os.path.realpath(path))
    return any(is_battle(Path(name.removesuffix(ending))) for name in names for ending in ("", *ENDINGS))


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


def check_text(path: Path) -> str:
    """Check a roster, a scenario or house rules; what it is, in words. Raises InvalidInput for the first thing that is wrong."""
    return check_content(read_toml(path), told(path), path.parent)


def check_content(content: Mapping[str, Any], where: str, folder: Path) -> str:
    """The same of a parsed file that lies in a folder."""
    if "side" in content:
        setup = muster(scenario_of(content, where), where, folder)
        return f"scenario of {setup.ruleset}: {counted(len(setup.sides), 'side')}, {counted(len(setup.ships), 'ship')}"
    if "ship" in content:
        roster = roster_of(content, where)
        return f"roster of {roster.ruleset}: {counted(len(roster.ship), 'ship')}"
    return _check_house(content, where)


def _check_house(content: Mapping[str, Any], where: str) -> str:
    if not any(key in content for key in HOUSE_KEYS):
        allowed = "[[ship]] of a roster, [[side]] of a scenario, or [table], [modifiers] or [reading] of house rules"
        raise InvalidInput(where, "none of the keys that tell a file's kind", allowed)
    return f"house rules of {house_of(content, where).ruleset}"
