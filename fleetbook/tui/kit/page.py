"""What every screen beside the battle has in common: keys go to what is being typed or to a command, and it can be drawn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.tui.battle.view import Message
from fleetbook.tui.kit.command import DeskCommand, keys_of
from fleetbook.tui.kit.line import Line

T = TypeVar("T")
Watch: TypeAlias = Callable[[int, int], None]


class Stopped(Exception):
    """Long work was stopped by the referee."""


class Pages(Protocol):
    """What a screen does for its desk."""

    def show(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        """A page to read; ``lines`` draws it for a width."""

    def pick(self, title: str, options: Sequence[str], then: Callable[[str], None], free: bool = False, text: str = "") -> None:
        """One of several lines, or with ``free`` any text; ``text`` stands there at first."""

    def put(self, desk: Desk) -> None:
        """Another desk over this one."""

    def referee(self, battle: BattleFile, typed_dice: bool | None = None) -> None:
        """Into a battle; ``typed_dice`` says how its dice come to be, None as they did before."""

    def report(self, journal: Journal[Any], path: Path, warning: str) -> None:
        """The report of a battle."""

    def work(self, job: Callable[[Watch], T], done: Callable[[T], None], tell: Watch) -> Callable[[], None]:
        """Do something long beside the keys, tell now and then how much is done of how much, then say what came of it; what is
        returned stops it.
        """

    def leave(self) -> None:
        """Back to what lies below."""


class Desk(ABC):
    """A screen's state and what keys do to it. Knows no widget."""

    commands: ClassVar[Sequence[DeskCommand[Any]]] = ()
    name: ClassVar[str] = ""
    filling: ClassVar[Sequence[tuple[str, str]]] = ()  # keys that move, type or count rather than being commands, for the help

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.message = Message()
        self.keys = keys_of(self.commands)

    @abstractmethod
    def draw(self, size: tuple[int, int]) -> list[Line]:
        """The screen for a width and height in cells."""

    @abstractmethod
    def type(self, key: str, character: str | None) -> bool:
        """Take a key as text, or as a move of the cursor; whether it meant anything."""

    def paste(self, text: str) -> None:
        """Take text that was pasted."""
        for letter in text:
            if letter.isprintable():
                self.type(letter, letter)

    def refresh(self) -> None:  # noqa: B027 (not every desk shows files)
        """The screen is seen again: files may have changed meanwhile."""

    def say(self, text: str, warning: bool = False) -> None:
        """Put a message above the keys."""
        self.message = Message(text, warning)

    def press(self, key: str, character: str | None) -> None:
        """A key, by the terminal's name and by what it types."""
        self.say("")
        if self.type(key, character):
            return
        typed = character is not None and character.isprintable() and character != " "
        command = self.keys.get(character or "") if typed else self.keys.get(key)
        if command is not None:
            self.run(command)
        elif typed:
            self.say(f"{character} does nothing here; F1 lists the keys", warning=True)

    def run(self, command: DeskCommand[Any]) -> None:
        """Do what a command says, or say why not."""
        refusal = command.refusal(self)
        if refusal:
            self.say(f"{command.title}: {refusal}", warning=True)
        else:
            command.run(self)

    def open_help(self) -> None:
        """What has the cursor, then every key of this screen."""
        from fleetbook.tui.kit.help import help_lines  # noqa: PLC0415 (start-up counts)

        self.pages.show(
            f"Help: {self.name}", lambda width: help_lines(self.commands, self, (self.row_help(), self.filling), width)
        )

    def row_help(self) -> Sequence[str]:
        """What is to be known of the row with the cursor: its name, then what can be done in it."""
        return ()

    def open_palette(self) -> None:
        """Everything that can be done here, by name; what cannot be done now says why."""
        named = {}
        for command in self.commands:
            refusal = command.refusal(self)
            mark = f"  ✗ {refusal}" if refusal else ""
            named[f"{command.title}  ({command.shown_key}){mark}"] = command
        listed = sorted(named, key=lambda line: bool(named[line].refusal(self)))
        self.pages.pick(f"Everything: {self.name}", listed, lambda line: self.run(named[line]))

    def leave(self) -> None:
        """Back to what lies below."""
        self.pages.leave()


def common(leaving: str, short: str = "back") -> tuple[DeskCommand[Any], ...]:
    """The commands of every desk; ``leaving`` says where Esc leads, ``short`` does in the key bar."""
    return (
        DeskCommand("ctrl+p", "Everything that can be done here", "all", "Type a part of the name, then Enter.",
                    lambda desk: desk.open_palette(), also=("f2", ":")),
        DeskCommand("f1", "Help", "help", "Of the row with the cursor, and every key of this screen.",
                    lambda desk: desk.open_help(), also=("?",)),
        DeskCommand("escape", leaving, short, "", lambda desk: desk.leave()),
    )  # fmt: skip
