"""The user's preferences, such as colours. They are in the file ``config.toml`` of the data folder. They are never stored in a
battle.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import convert
from fleetbook.store.catalogue import installed
from fleetbook.store.command_keys import check_own_keys
from fleetbook.store.errors import Unwritable, cause, shown_path
from fleetbook.store.files import read_file, replace_file
from fleetbook.store.library.paths import data_folder, make_folder
from fleetbook.store.library.toml_file import parse_toml, read_text, read_toml

FILE = "config.toml"
THEMES = ("terminal", "contrast", "paper", "mono", "large", "plain")
SIGNS = ("full", "plain")
DICE = ("rolled", "typed")
OLD_DICE, MOST_OLD_DICE = "dice.json", 20_000  # an older fleetbook's file of answers, and its largest size in bytes
_NOT_THE_OLD_CONSOLE = ("WT_SESSION", "TERM", "TERM_PROGRAM", "ALACRITTY_WINDOW_ID", "WEZTERM_PANE")
"""Variables that newer terminals on Windows set. The old console sets none of them, and can show only the signs of a
single font.
"""
NAMED_KEYS = (
    *("up", "down", "left", "right", "tab", "enter", "escape", "space", "pageup", "pagedown", "home", "end"),
    *(f"f{number}" for number in range(1, 13) if number != 4),  # F4 changes colours on every screen
)


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the preferences file.

    theme  one of THEMES; empty for the default
    signs  one of SIGNS; empty to use the signs that the terminal can show
    keys   the keys that the user chose, by the names of their commands
    dice   one of DICE, for new battles; a battle under way throws dice as before
    bell   whether the terminal rings when a ship is lost
    flash  whether boxes flash when they are struck off
    """

    theme: str = ""
    signs: str = ""
    keys: dict[str, str] = {}
    dice: str = ""
    bell: bool = False
    flash: bool = True


def preferences_file() -> Path:
    """The path of the user's preferences file."""
    return data_folder() / FILE


def read_preferences() -> Preferences:
    """Read the preferences. If there is no file, they are the defaults.

    Raises InvalidInput for an unknown word, command or key, and for a key that two commands have.
    """
    path = preferences_file()
    try:
        if not path.exists():
            return Preferences()
    except OSError as error:
        raise InvalidInput(shown_path(path), cause(error), "a folder that can be read") from None
    found = convert(read_toml(path), Preferences, shown_path(path))
    for name, word, known in (("theme", found.theme, THEMES), ("signs", found.signs, SIGNS), ("dice", found.dice, DICE)):
        if word and word not in known:
            raise InvalidInput.word(f"{shown_path(path)}: {name}", word, known)
    taken: dict[str, str] = {}
    for command, key in found.keys.items():
        if not (len(key) == 1 and key.isprintable() and key != " ") and key not in NAMED_KEYS:
            allowed = f"one character, or one of {', '.join(NAMED_KEYS)}"
            raise InvalidInput(f"{shown_path(path)}: keys, {command}", key, allowed)
        if key in taken:
            raise InvalidInput(
                f"{shown_path(path)}: keys", f"{key} for {taken[key]} and for {command}", "one command for each key"
            )
        taken[key] = command
    if found.keys:
        check_own_keys(found.keys, [rules.all_orders for rules in installed()[0]])
    return found


def preferences_or_defaults() -> tuple[Preferences, str]:
    """The preferences and an empty text; if the file is wrong, the defaults and the error."""
    try:
        return read_preferences(), ""
    except InvalidInput as trouble:
        return Preferences(), str(trouble)


def types_dice(battle: str = "") -> bool | None:
    """Whether the players type in the dice that they throw. None if the user has never chosen.

    An older fleetbook wrote ``dice.json``, with an answer for each battle by its ``identity``. The old file is read until
    ``dice`` is set.
    """
    with suppress(InvalidInput):  # a mistake in the file is reported when all preferences are read
        if (dice := read_toml(preferences_file()).get("dice")) in DICE:
            return bool(dice == "typed")
    with suppress(OSError, InvalidInput, msgspec.DecodeError):
        old = read_file(data_folder() / OLD_DICE, MOST_OLD_DICE, "a file of answers")
        return msgspec.json.decode(old, type=dict[str, bool]).get(battle)
    return None


def set_dice(typed: bool) -> None:
    """Write the preference ``dice`` into the file. Comments and other keys in it stay. Raises Unwritable if that fails."""
    import tomlkit  # noqa: PLC0415 (it would slow the start)

    path = preferences_file()
    make_folder(path.parent)
    try:
        text = read_text(path) if path.exists() else ""
        parse_toml(text, shown_path(path))
    except (InvalidInput, OSError) as error:
        raise Unwritable(f"the preference for dice cannot be written: {error}") from None
    content = tomlkit.parse(text)
    content["dice"] = DICE[typed]
    replace_file(path, content.as_string().encode())
    with suppress(OSError):
        (data_folder() / OLD_DICE).unlink(missing_ok=True)


def are_signs_plain(liked: Preferences, windows: bool = os.name == "nt") -> bool:
    """Whether to show only signs that every font has. The user may want this, and the old console of Windows needs it."""
    if liked.signs:
        return liked.signs == "plain"
    return windows and not any(os.environ.get(name) for name in _NOT_THE_OLD_CONSOLE)
