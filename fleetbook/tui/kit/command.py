"""Commands that keys run. Each is declared once, on its method, and appears in every list of keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeAlias, TypeVar

import msgspec

from fleetbook.core.orders.order import Order
from fleetbook.tui.kit.keys import key_name

M = TypeVar("M", bound=Callable[..., None])
Refusal: TypeAlias = Callable[..., str]
DECLARED, KEYS = "__command__", "Keys"


def never(*_: Any) -> str:
    """Never refuse: the ``refusal`` of a command that can always be run."""
    return ""


class Command(msgspec.Struct, frozen=True):
    """An action that a key runs.

    key      the terminal's name for the key, or a character; a character works only while no text is being typed. Empty for a
             command that is only in the list of commands
    title    the command's name in the list of commands and in the help
    run      the function that the key calls
    short    the command's name in the key bar; empty to leave it out of the bar
    help     a second sentence for the help
    group    the heading in the help under which the command is listed
    refusal  returns the reason why the command cannot be run now, empty if it can
    also     other keys that run the same command
    id       the command's name in the preferences; for an order, the order's id
    order    the order that the command begins; None if it begins none
    belongs  returns whether the command suits the present place; if all commands of a key are refused, the refusal of a suitable
             one is shown
    """

    key: str
    title: str
    run: Callable[..., None]
    short: str = ""
    help: str = ""
    group: str = KEYS
    refusal: Refusal = never
    also: tuple[str, ...] = ()
    id: str = ""
    order: type[Order[Any]] | None = None
    belongs: Callable[[], bool] = bool

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key that runs the command."""
        return tuple(filter(None, (self.key, *self.also)))

    @property
    def shown_key(self) -> str:
        return key_name(self.key)


def command(
    key: str,
    short: str = "",
    help: str = "",  # noqa: A002 (as in Command)
    refusal: Refusal = never,
    **more: Any,
) -> Callable[[M], M]:
    """Declare that a key runs the decorated method, whose docstring is the command's title.

    ``refusal`` is called with the method's object; ``more`` are other fields of Command.
    """

    def declare(method: M) -> M:
        title = (method.__doc__ or "").removesuffix(".")
        setattr(method, DECLARED, Command(key, title, method, short, help, refusal=refusal, **more))
        return method

    return declare


def declared(kind: type) -> list[Command]:
    """The commands declared in a class, in order, then the commands of its base classes."""
    members: dict[str, Any] = {}
    for part in kind.__mro__:
        members = {**members, **{name: member for name, member in vars(part).items() if name not in members}}
    return [getattr(member, DECLARED) for member in members.values() if hasattr(member, DECLARED)]


def commands_of(owner: object) -> list[Command]:
    """The commands of an object, bound to it."""
    return [
        msgspec.structs.replace(c, run=partial(c.run, owner), refusal=partial(c.refusal, owner)) for c in declared(type(owner))
    ]


def by_key(commands: Iterable[Command]) -> Mapping[str, tuple[Command, ...]]:
    """Map each key to its commands. Several may share a key, such as orders of different phases."""
    keys: dict[str, tuple[Command, ...]] = {}
    for one in commands:
        for key in one.keys:
            keys[key] = (*keys.get(key, ()), one)
    return keys


def command_now(commands: Iterable[Command]) -> Command:
    """Choose among commands that share a key: the first that is not refused, or else the first that belongs here."""
    commands = list(commands)
    here = (one for one in commands if one.belongs())
    return next((one for one in commands if not one.refusal()), None) or next(here, commands[0])
