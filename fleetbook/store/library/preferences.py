"""What a user likes: colours and keys, in ``config.toml`` of the data folder. It never enters a battle."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import convert
from fleetbook.store.errors import told
from fleetbook.store.library.paths import data_folder
from fleetbook.store.library.toml_file import read_toml

FILE = "config.toml"
THEMES = ("terminal", "contrast", "paper", "mono", "large")
NAMED_KEYS = (
    *("up", "down", "left", "right", "tab", "enter", "escape", "space", "pageup", "pagedown", "home", "end"),
    *(f"f{number}" for number in range(1, 13) if number != 4),  # F4 changes colours on every screen
)


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's content: ``theme`` is one of THEMES (empty: what the terminal can), ``keys`` a key for each command changed."""

    theme: str = ""
    keys: dict[str, str] = {}


def preferences_file() -> Path:
    """Where a user's preferences are."""
    return data_folder() / FILE


def read_preferences(commands: Iterable[str] | None = None) -> Preferences:
    """The preferences; the defaults where there is no file. ``commands`` are the names that keys may be given to, None for any.

    Raises InvalidInput with the file for an unknown theme, command or key, and for a key given twice.
    """
    path = preferences_file()
    if not path.exists():
        return Preferences()
    found = convert(read_toml(path), Preferences, told(path))
    if found.theme and found.theme not in THEMES:
        raise InvalidInput.word(f"{told(path)}: theme", found.theme, THEMES)
    _check_keys(found.keys, None if commands is None else list(commands), told(path))
    return found


def _check_keys(keys: dict[str, str], commands: list[str] | None, where: str) -> None:
    taken: dict[str, str] = {}
    for command, key in keys.items():
        if commands is not None and command not in commands:
            raise InvalidInput.word(f"{where}: keys", command, commands)
        if not (len(key) == 1 and key.isprintable() and key != " ") and key not in NAMED_KEYS:
            raise InvalidInput(f"{where}: keys, {command}", key, f"one character, or one of {', '.join(NAMED_KEYS)}")
        if key in taken:
            raise InvalidInput(f"{where}: keys", f"{key} for {taken[key]} and for {command}", "each key once")
        taken[key] = command
