"""Commands. Each is declared once, at its method, and shown wherever keys are listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar

from fleetbook.core.orders.order import Order
from fleetbook.tui.kit.keys import key_name

M = TypeVar("M", bound=Callable[..., None])
Refusal: TypeAlias = Callable[..., str]
DECLARED, KEYS = "__command__", "Keys"


def never(*_: Any) -> str:
    """The refusal of a command that can always be run."""
    return ""


@dataclass(frozen=True)
class Command:
    """An action of a key.

    key      the terminal's name of a key, or its character; a character works only when nothing is being typed
    title    in the list of everything and the help
    run      the action
    short    in the key bar; empty: not in the bar
    help     one sentence more
    group    its heading in the help
    refusal  the reason why it cannot be done now; empty: it can
    also     other keys that do the same
    id       its name in preferences: for an order, the order's id
    order    the order that the command begins, if it does
    belongs  whether this is the place for it, done or refused: of several commands with one key that refusal is shown
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
        """Every key that does it."""
        return self.key, *self.also

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
    """Declare that a key runs a method. The docstring is the title.

    ``refusal`` is asked with the method's object; ``more`` are other fields of Command.
    """

    def declare(method: M) -> M:
        title = (method.__doc__ or "").removesuffix(".")
        setattr(method, DECLARED, Command(key, title, method, short, help, refusal=refusal, **more))
        return method

    return declare


def declared(kind: type) -> list[Command]:
    """The commands declared in a class, in their order, then those of its bases. They run on an object of it."""
    members: dict[str, Any] = {}
    for part in kind.__mro__:
        members = {**members, **{name: member for name, member in vars(part).items() if name not in members}}
    return [getattr(member, DECLARED) for member in members.values() if hasattr(member, DECLARED)]


def commands_of(owner: object) -> list[Command]:
    """The commands of an object, ready to be run."""
    return [replace(c, run=partial(c.run, owner), refusal=partial(c.refusal, owner)) for c in declared(type(owner))]


def by_key(commands: Iterable[Command]) -> Mapping[str, tuple[Command, ...]]:
    """The commands of each key. Orders of different steps may share one."""
    keys: dict[str, tuple[Command, ...]] = {}
    for one in commands:
        for key in one.keys:
            keys[key] = (*keys.get(key, ()), one)
    return keys


def command_now(commands: Iterable[Command]) -> Command:
    """The command of several with one key: one that can be done, else one that belongs here, else the first."""
    commands = list(commands)
    here = (one for one in commands if one.belongs())
    return next((one for one in commands if not one.refusal()), None) or next(here, commands[0])
