"""What a user likes: colours, keys, bell and flash, in ``config.toml`` of the data folder. It never enters a battle."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import convert
from fleetbook.store.catalogue import at_hand
from fleetbook.store.command_keys import check_own_keys
from fleetbook.store.errors import cause, told
from fleetbook.store.library.paths import data_folder
from fleetbook.store.library.toml_file import read_toml

FILE = "config.toml"
THEMES = ("terminal", "contrast", "paper", "mono", "large", "plain")
SIGNS = ("full", "plain")
_NOT_THE_OLD_CONSOLE = ("WT_SESSION", "TERM", "TERM_PROGRAM", "ALACRITTY_WINDOW_ID", "WEZTERM_PANE")
"""What terminals on Windows tell their programs; the old console, which takes no sign from a second font, tells nothing."""
NAMED_KEYS = (
    *("up", "down", "left", "right", "tab", "enter", "escape", "space", "pageup", "pagedown", "home", "end"),
    *(f"f{number}" for number in range(1, 13) if number != 4),  # F4 changes colours on every screen
)


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's content: ``theme`` is one of THEMES, ``signs`` one of SIGNS (empty: what the terminal can), ``keys`` a key for
    each command changed; ``bell`` rings as a ship is lost, ``flash`` has boxes flash as they are struck.
    """

    theme: str = ""
    signs: str = ""
    keys: dict[str, str] = {}
    bell: bool = False
    flash: bool = True


def preferences_file() -> Path:
    """Where a user's preferences are."""
    return data_folder() / FILE


def read_preferences() -> Preferences:
    """The preferences; the defaults where there is no file.

    Raises InvalidInput with the file for an unknown theme, command or key, and for a key given twice or that is another's.
    """
    path = preferences_file()
    try:
        if not path.exists():
            return Preferences()
    except OSError as error:
        raise InvalidInput(told(path), cause(error), "a folder that can be read") from None
    found = convert(read_toml(path), Preferences, told(path))
    if found.theme and found.theme not in THEMES:
        raise InvalidInput.word(f"{told(path)}: theme", found.theme, THEMES)
    if found.signs and found.signs not in SIGNS:
        raise InvalidInput.word(f"{told(path)}: signs", found.signs, SIGNS)
    if found.keys:
        _check_keys(found.keys, told(path))
        check_own_keys(found.keys, [rules.all_orders for rules in at_hand()[0]])
    return found


def preferences_or_defaults() -> tuple[Preferences, str]:
    """The preferences, or the defaults and what is wrong with the file."""
    try:
        return read_preferences(), ""
    except InvalidInput as trouble:
        return Preferences(), str(trouble)


def are_signs_plain(liked: Preferences, windows: bool = os.name == "nt") -> bool:
    """Whether only signs are shown that every font has: as the user likes it, or in Windows' old console."""
    if liked.signs:
        return liked.signs == "plain"
    return windows and not any(os.environ.get(name) for name in _NOT_THE_OLD_CONSOLE)


def _check_keys(keys: dict[str, str], where: str) -> None:
    taken: dict[str, str] = {}
    for command, key in keys.items():
        if not (len(key) == 1 and key.isprintable() and key != " ") and key not in NAMED_KEYS:
            raise InvalidInput(f"{where}: keys, {command}", key, f"one character, or one of {', '.join(NAMED_KEYS)}")
        if key in taken:
            raise InvalidInput(f"{where}: keys", f"{key} for {taken[key]} and for {command}", "each key once")
        taken[key] = command
