"""Desks without a screen, for tests of thousands of keys: the stack of desks, lists answered at once, what was opened."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.tui.kit.line import Line
from fleetbook.tui.kit.page import Desk, Watch
from fleetbook.tui.report.page import ReportDesk

T = TypeVar("T")
KEYS = (
    *(
        "up",
        "down",
        "left",
        "right",
        "enter",
        "escape",
        "tab",
        "backspace",
        "delete",
        "home",
        "end",
        "pageup",
        "pagedown",
        "space",
    ),
    *("f1", "f2", "shift+tab", "shift+up", "shift+down", *(f"ctrl+{letter}" for letter in "nretgsdyozpuwf")),
)
LETTERS = "aefnsrtoyNS0123456789 -.,:/?[]\"'=é🚢"


class Hands:
    """Answers what desks ask of a screen. ``names`` are typed wherever a text is asked for."""

    def __init__(self, seed: int = 0, names: Sequence[str] = ("a name",)) -> None:
        self.chance, self.names = random.Random(seed), names
        self.stack: list[Desk] = []
        self.begun: list[Path] = []
        self.pages: list[str] = []

    def open(self, make: Callable[[Hands], Desk]) -> Desk:
        """The first desk."""
        desk = make(self)
        self.stack = [desk]
        return desk

    @property
    def desk(self) -> Desk:
        """The desk on top."""
        return self.stack[-1]

    def press(self, key: str) -> None:
        """A key, as the screen hands it over."""
        character = key if len(key) == 1 else " " if key == "space" else None
        self.desk.press("space" if key == " " else key, character)

    def any_key(self) -> str:
        """A random key; letters as often as the others together."""
        return self.chance.choice(KEYS) if self.chance.random() < 0.5 else self.chance.choice(LETTERS)

    def drawn(self, size: tuple[int, int]) -> list[str]:
        """The desk on top as lines of text."""
        return ["".join(text for text, _ in line) for line in self.desk.draw(size)]

    # ------------------------------------------------------------------ what desks ask for

    def show(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        self.pages = ["".join(text for text, _ in line) for line in lines(60)]

    def pick(self, title: str, options: Sequence[str], then: Callable[[str], None], free: bool = False, text: str = "") -> None:
        if free:
            then(self.chance.choice(self.names))
        elif options and self.chance.random() < 0.8:
            then(self.chance.choice(list(options)))

    def put(self, desk: Desk) -> None:
        self.stack.append(desk)

    def referee(self, battle: BattleFile, typed_dice: bool | None = None) -> None:
        self.begun.append(battle.path)
        battle.close()

    def report(self, journal: Journal[Any], path: Path, warning: str) -> None:
        self.put(ReportDesk(self, journal, path, warning))

    def work(self, job: Callable[[Watch], T], done: Callable[[T], None], tell: Watch) -> Callable[[], None]:
        done(job(tell))
        return lambda: None

    def leave(self) -> None:
        if len(self.stack) > 1:
            self.stack.pop()
            self.desk.refresh()
