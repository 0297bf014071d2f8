"""A page: a plain object with a picture and keys. It knows no widget. Its host shows it and hands keys over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeAlias

from fleetbook.core.errors import FleetbookError
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.kit.command import Command, by_key, command_now, commands_of
from fleetbook.tui.kit.command_lines import group_lines, help_lines
from fleetbook.tui.kit.keys import letter
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.style import BOLD

Lines: TypeAlias = Callable[[int], Sequence[Line]]  # drawn for a width
Stop: TypeAlias = Callable[[], None]

BREAKS = ("ctrl+z", "ctrl+q")  # what ends or stops other programs
FUNCTION_KEYS = tuple(f"f{number}" for number in range(1, 13))


class Stopped(Exception):
    """Work beside the keys was stopped."""


class Work(Protocol):
    """Long work beside the keys, as its function sees it."""

    @property
    def stopped(self) -> bool:
        """Whether nobody waits for it any more."""

    def tell(self, change: Callable[[], None]) -> None:
        """Change the page between two keys, and draw it. Raises Stopped when nobody waits any more."""


class Pages(ABC):
    """The host of pages, as a page sees it."""

    @property
    @abstractmethod
    def large(self) -> bool:
        """Whether the screen is to be read from two metres."""

    @abstractmethod
    def put(self, page: Page) -> None:
        """Another page over this one."""

    @abstractmethod
    def show(self, title: str, lines: Lines) -> None:
        """A page to read."""

    @abstractmethod
    def pick(self, title: str, options: Sequence[str], then: Callable[[str], object], free: bool = False, text: str = "") -> None:
        """Let one of several lines be picked, or with ``free`` any text typed. ``text`` stands there at first."""

    @abstractmethod
    def leave(self) -> None:
        """Back to the page below."""

    @abstractmethod
    def quit(self) -> None:
        """Out of the app, from every page."""

    @abstractmethod
    def work(self, job: Callable[[Work], None]) -> Stop:
        """Do something long beside the keys. The function returned stops it."""

    @abstractmethod
    def every(self, seconds: float, change: Callable[[], object]) -> Stop:
        """Change the page every so often, and draw it. The function returned stops it."""

    @abstractmethod
    def next_look(self) -> None:
        """Other colours."""

    @abstractmethod
    def ring(self) -> None:
        """The terminal's bell."""


@dataclass(frozen=True)
class Message:
    """A line above the keys: news, or the reason why something cannot be done."""

    text: str = ""
    warning: bool = False


class Page(ABC):
    """The picture of a screen, and its keys. A key that means nothing at the cursor is a command.

    name     for the heads of help and list
    filling  keys that move, type or count rather than being commands, for the help
    leaving  the title of Escape, in the help and in the key bar
    lists    the key that lists all keys
    pages    the host, from the moment it takes the page
    """

    name: ClassVar[str] = ""
    filling: ClassVar[Sequence[tuple[str, str]]] = ()
    leaving: ClassVar[tuple[str, str]] = ("Back", "back")
    lists: ClassVar[str] = "F1"
    pages: Pages

    def __init__(self, *parts: object) -> None:
        """``parts`` declare its commands, in their order. The page itself comes first unless it is among them."""
        self.message = Message()
        self._stops: list[Stop] = []
        own = [command for part in (parts if self in parts else (self, *parts)) for command in commands_of(part)]
        self.take_commands([*own, *self.common()])

    def take_commands(self, commands: Sequence[Command]) -> None:
        """Go by these commands from now on."""
        self.commands, self.keys = tuple(commands), by_key(commands)

    def common(self) -> Sequence[Command]:
        """The commands that every page has."""
        leaving, short = self.leaving
        return (
            Command("ctrl+p", "Everything that can be done here", self.open_list, "all", "Type a part of the name, then Enter.",
                    also=("f2", ":")),
            Command("f1", "Help", self.open_help, "help", "For the row with the cursor, and every key of this screen.",
                    also=("?",)),
            Command("escape", leaving, self.leave, short, "Ctrl-C leaves fleetbook, on every page."),
        )  # fmt: skip

    # ------------------------------------------------------------------ what a page is

    @abstractmethod
    def draw(self, size: tuple[int, int]) -> list[Line]:
        """The screen for a width and height in cells: exactly so many lines."""

    @abstractmethod
    def take(self, key: str, character: str | None) -> bool:
        """Take a key as text, or as a move of the cursor; whether it had a meaning."""

    def paste(self, text: str) -> None:
        """Take text that was pasted."""
        for one in filter(str.isprintable, text):
            self.take(one, one)

    def opened(self) -> None:  # noqa: B027 (not every page begins work)
        """The host has taken the page."""

    def refresh(self) -> None:  # noqa: B027 (not every page shows files)
        """The page is seen again: files may have changed meanwhile."""

    def closed(self) -> None:
        """The page is left for good."""
        for stop in self._stops:
            stop()

    # ------------------------------------------------------------------ keys

    def press(self, key: str, character: str | None) -> None:
        """Take a key, by the terminal's name and by its character."""
        self.say("")
        if self.take(key, character):
            return
        typed = letter(character).strip()
        found = self.keys.get(typed or key)
        if found:
            self.run(command_now(found))
        elif key in BREAKS:
            self.say(f"{'Esc or q' if 'q' in self.keys else 'Esc'} leaves; everything is kept", warning=True)
        elif typed or key in FUNCTION_KEYS:
            self.say(f"{typed or key.upper()} does nothing here; {self.lists} lists the keys", warning=True)

    def run(self, command: Command) -> None:
        """Run a command, or say why not."""
        refusal = command.refusal()
        if refusal:
            self.say(refusal if refusal.startswith(command.title) else f"{command.title}: {refusal}", warning=True)
        else:
            command.run()

    def say(self, text: str, warning: bool = False) -> None:
        self.message = Message(text, warning)

    def attempt(self, action: Callable[[], object]) -> bool:
        """Do something, or say why it cannot be done; whether it was done."""
        try:
            action()
        except (FleetbookError, OSError) as trouble:
            self.say(str(trouble), warning=True)
            return False
        return True

    def work(self, job: Callable[[Work], None]) -> Stop:
        """Do something long beside the keys, until it is stopped or the page is left."""
        self._stops.append(stop := self.pages.work(job))
        return stop

    # ------------------------------------------------------------------ what every page can do

    def leave(self) -> None:
        """Back to the page below."""
        self.pages.leave()

    def may_quit(self) -> bool:
        """Whether the app may end now. A page with unsaved changes asks what to do with them first."""
        return True

    def row_help(self) -> Sequence[str]:
        """The help for the row with the cursor: its name, then its keys."""
        return ()

    def open_help(self) -> None:
        """Help for the row with the cursor, then every key of this screen."""
        self.pages.show(f"Help: {self.name}", self.help_lines)

    def help_lines(self, width: int) -> list[Line]:
        """The help for a width."""
        row, lines = self.row_help(), list[Line]()
        if row:
            lines = [(ink(f" Here: {row[0]}", BOLD),)]
            lines += [(ink(f"  {line}"),) for text in row[1:] for line in wrap(text, max(width - 3, 8), 2)]
            lines.append(())
        return [*lines, *help_lines(self.commands, width), *(group_lines("Rows", self.filling, width) if self.filling else [])]

    def open_list(self) -> None:
        """List every command by name. Those that are off say why."""
        named = {}
        for command in self.commands:
            refusal = command.refusal()
            named[f"{command.title}  ({command.shown_key}){f'  ✗ {refusal}' if refusal else ''}\n{command.help}"] = command
        listed = sorted(named, key=lambda line: bool(named[line].refusal()))
        self.pages.pick(f"Everything: {self.name}", listed, lambda line: self.run(named[line]))
