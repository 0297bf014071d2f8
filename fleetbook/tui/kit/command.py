"""Commands of the screens beside the battle, declared once: the key bar, the list of everything and the help come from these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fleetbook.tui.kit.commands import KEY_NAMES

D = TypeVar("D")
NAMES = {**KEY_NAMES, "delete": "Del", "backspace": "⌫", "space": "Space", "f1": "F1", "f2": "F2", "f3": "F3"}


def _never(desk: Any) -> str:
    return ""


@dataclass(frozen=True)
class DeskCommand(Generic[D]):
    """Something that a key does on a screen.

    key      the terminal's name of a key, or what it types: that works only where nothing is being typed
    title    in the list of everything and the help
    short    in the key bar; empty where the bar leaves it out
    help     one sentence more
    run      what it does
    refusal  why it cannot be done now; empty where it can
    also     other keys that do the same
    """

    key: str
    title: str
    short: str
    help: str
    run: Callable[[D], None]
    refusal: Callable[[D], str] = _never
    also: tuple[str, ...] = ()

    @property
    def shown_key(self) -> str:
        """The key as the bar and the help print it."""
        return key_name(self.key)


def key_name(key: str) -> str:
    """A key as it is printed: ``^S`` for Ctrl and s."""
    if key.startswith("ctrl+"):
        return f"^{NAMES.get(key.removeprefix('ctrl+'), key.removeprefix('ctrl+').upper())}"
    if key.startswith("shift+"):
        return f"⇧{NAMES.get(key.removeprefix('shift+'), key.removeprefix('shift+'))}"
    return NAMES.get(key, key)


def keys_of(commands: Iterable[DeskCommand[D]]) -> Mapping[str, DeskCommand[D]]:
    """Each key with what it does."""
    keys: dict[str, DeskCommand[D]] = {}
    for command in commands:
        for key in (command.key, *command.also):
            keys.setdefault(key, command)
    return keys
