"""A page draws its lines and handles keys. It is independent of Textual: a host shows the page and passes keys to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol, TypeAlias

import msgspec

from fleetbook.core.errors import FleetbookError
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.kit.command import Command, by_key, command_now, commands_of
from fleetbook.tui.kit.command_lines import group_lines, help_lines
from fleetbook.tui.kit.keys import key_name, letter
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.style import BOLD

Lines: TypeAlias = Callable[[int], Sequence[Line]]  # a function that draws lines for a width
Stop: TypeAlias = Callable[[], None]

BREAKS = ("ctrl+z", "ctrl+q")  # keys that end or suspend other programs


class Stopped(Exception):
    """A background job was stopped."""


class Work(Protocol):
    """A handle that a background job uses to change its page and to see whether it was stopped."""

    @property
    def stopped(self) -> bool:
        """Whether the job should end, because its result is no longer wanted."""

    def tell(self, change: Callable[[], None]) -> None:
        """Change the page between two keys, and redraw it. Raises Stopped if the job was stopped."""


class Pages(ABC):
    """The host of a page, with all that the page can ask of it."""

    @property
    @abstractmethod
    def large(self) -> bool:
        """Whether the theme is for reading from two metres away."""

    @abstractmethod
    def put(self, page: Page) -> None:
        """Open a page on top of this one."""

    @abstractmethod
    def show(self, title: str, lines: Lines) -> None:
        """Open a page of text to read."""

    @abstractmethod
    def pick(self, title: str, options: Sequence[str], then: Callable[[str], object], free: bool = False, text: str = "") -> None:
        """Let the user pick an option, or with ``free`` type any text. ``text`` is in the field at first.

        ``then`` is called with the answer.
        """

    @abstractmethod
    def list_commands(self, title: str, commands: Sequence[Command], then: Callable[[Command], object]) -> None:
        """Let the user pick a command in a small panel over this page. ``then`` is called with it."""

    @abstractmethod
    def leave(self) -> None:
        """Close this page and return to the page below."""

    @abstractmethod
    def quit(self) -> None:
        """Leave the app, whichever page is on top."""

    @abstractmethod
    def work(self, job: Callable[[Work], None]) -> Stop:
        """Run a job in the background while keys are handled. The function returned stops the job."""

    @abstractmethod
    def between_keys(self, change: Callable[[], object]) -> None:
        """Run a change of the page between two keys, and redraw. It may be called from any thread."""

    @abstractmethod
    def every(self, seconds: float, change: Callable[[], object]) -> Stop:
        """Run a change of the page every ``seconds``, and redraw. The function returned ends this."""

    @abstractmethod
    def next_look(self) -> None:
        """Change to the next colour theme."""

    @abstractmethod
    def ring(self) -> None:
        """Ring the terminal's bell."""


class Message(msgspec.Struct, frozen=True):
    """A line of text above the keys. A warning says why something cannot be done."""

    text: str = ""
    warning: bool = False


class Page(ABC):
    """A page draws the whole screen and handles its keys. A key that ``take`` does not use may run a command.

    name     the page's name in the headings of its help and its list of commands
    filling  keys that move the cursor or type text, with an explanation for the help
    leaving  what Escape does, as worded in the help and in the key bar
    lists    the key that lists all keys
    pages    the host that shows the page; set when the host opens it
    """

    name: str = ""
    filling: ClassVar[Sequence[tuple[str, str]]] = ()
    leaving: ClassVar[tuple[str, str]] = ("Back", "back")
    lists: ClassVar[str] = "F1"
    pages: Pages

    def __init__(self, *parts: object) -> None:
        """``parts`` are the objects that declare the page's commands, in order. The page comes first if it is not among them."""
        self.message = Message()
        self._stops: list[Stop] = []
        own = [command for part in (parts if self in parts else (self, *parts)) for command in commands_of(part)]
        self.take_commands([*own, *self.common()])

    def take_commands(self, commands: Sequence[Command]) -> None:
        """Replace the page's commands."""
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

    @property
    def about(self) -> str:
        """The name of the page's present subject, such as a ship. A refusal that begins with this name needs no title. Empty if
        there is no subject.
        """
        return ""

    # ------------------------------------------------------------------ what a page is

    @abstractmethod
    def draw(self, size: tuple[int, int]) -> list[Line]:
        """Draw the screen for a width and height in cells. The result has exactly that many lines."""

    @abstractmethod
    def take(self, key: str, character: str | None) -> bool:
        """Use a key to type text or move the cursor. Returns False if the key does neither here."""

    def paste(self, text: str) -> None:
        """Type the text that was pasted."""
        for one in filter(str.isprintable, text):
            self.take(one, one)

    def opened(self) -> None:  # noqa: B027 (not every page begins work)
        """The host now shows the page: start timers and jobs."""

    def refresh(self) -> None:  # noqa: B027 (not every page shows files)
        """The page above this one was closed: read again anything that may have changed, such as files."""

    def when_closed(self, *stops: Stop) -> None:
        """Call these functions when the page is left for good."""
        self._stops += stops

    def closed(self) -> None:
        """The page was left for good: end timers and jobs."""
        for stop in self._stops:
            stop()

    # ------------------------------------------------------------------ keys

    def press(self, key: str, character: str | None) -> None:
        """Handle a key, given its name in the terminal and its character. It types or runs a command."""
        self.say("")
        if self.take(key, character):
            return
        typed = letter(character).strip()
        found = self.keys.get(typed or key)
        if found:
            self.run(command_now(found))
        elif key in BREAKS:
            self.say(f"{'Esc or q' if 'q' in self.keys else 'Esc'} leaves; everything is kept", warning=True)
        else:
            self.say(f"{typed or key_name(key)} does nothing here; {self.lists} lists the keys", warning=True)

    def run(self, command: Command) -> None:
        """Run a command. If it is refused now, show the reason."""
        refusal = command.refusal()
        if refusal:
            named = refusal.startswith((command.title, self.about or command.title))
            self.say(refusal if named else f"{command.title}: {refusal}", warning=True)
        else:
            command.run()

    def say(self, text: str, warning: bool = False) -> None:
        self.message = Message(text, warning)

    def attempt(self, action: Callable[[], object]) -> bool:
        """Run an action. If it raises an error, show the error as a message and return False."""
        try:
            action()
        except (FleetbookError, OSError) as trouble:
            self.say(str(trouble), warning=True)
            return False
        return True

    def work(self, job: Callable[[Work], None]) -> Stop:
        """Run a job in the background until it is stopped or the page is left."""
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
        """The text of the help, drawn for a width."""
        row, lines = self.row_help(), list[Line]()
        if row:
            lines = [(ink(f" Here: {row[0]}", BOLD),)]
            lines += [(ink(f"  {line}"),) for text in row[1:] for line in wrap(text, max(width - 3, 8), 2)]
            lines.append(())
        return [*lines, *help_lines(self.commands, width), *(group_lines("Rows", self.filling, width) if self.filling else [])]

    def open_list(self) -> None:
        """List every command by name. A command that cannot be run now has the reason."""
        self.pages.list_commands(f"Everything: {self.name}", self.commands, self.run)
