"""What keys do, declared once at the method that does it: key, key bar, list of everything, help and ``fleetbook keys``."""

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
    """The refusal of what can always be done."""
    return ""


@dataclass(frozen=True)
class Command:
    """Something that a key does.

    key      the terminal's name of a key, or what it types: that works only where nothing is being typed
    title    in the list of everything and the help
    run      what it does
    short    in the key bar; empty where the bar leaves it out
    help     one sentence more
    group    under which the help lists it
    refusal  why it cannot be done now; empty where it can
    also     other keys that do the same
    id       by which preferences name it: an order's is that of the order
    order    what it begins, of a command that begins an order
    belongs  whether this is the place for it, done or refused: of commands with one key that is the one refused
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
        """The key as it is printed."""
        return key_name(self.key)


def command(
    key: str,
    short: str = "",
    help: str = "",  # noqa: A002 (as in Command)
    refusal: Refusal = never,
    **more: Any,
) -> Callable[[M], M]:
    """Declare that a key runs a method, whose docstring is the title; ``refusal`` is asked with the method's object, ``more`` are
    other fields of Command.
    """

    def declare(method: M) -> M:
        title = (method.__doc__ or "").removesuffix(".")
        setattr(method, DECLARED, Command(key, title, method, short, help, refusal=refusal, **more))
        return method

    return declare


def declared(kind: type) -> list[Command]:
    """The commands declared in a class, in their order, then those of its bases; they run on an object of it."""
    members: dict[str, Any] = {}
    for part in kind.__mro__:
        members = {**members, **{name: member for name, member in vars(part).items() if name not in members}}
    return [getattr(member, DECLARED) for member in members.values() if hasattr(member, DECLARED)]


def commands_of(owner: object) -> list[Command]:
    """The commands of an object, ready to be run."""
    return [replace(c, run=partial(c.run, owner), refusal=partial(c.refusal, owner)) for c in declared(type(owner))]


def by_key(commands: Iterable[Command]) -> Mapping[str, tuple[Command, ...]]:
    """Each key with what it does, orders of different steps one after another."""
    keys: dict[str, tuple[Command, ...]] = {}
    for one in commands:
        for key in one.keys:
            keys[key] = (*keys.get(key, ()), one)
    return keys


def meant(commands: Iterable[Command]) -> Command:
    """Of commands with the same key the one that can be done now, otherwise the one that belongs here, otherwise the first."""
    commands = list(commands)
    here = (one for one in commands if one.belongs())
    return next((one for one in commands if not one.refusal()), None) or next(here, commands[0])
