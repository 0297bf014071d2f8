"""A hand that presses any keys and answers lists at once, for tests of thousands of keys."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from fleetbook.tui.kit.page import Lines, Page
from tests.tui.keyboard import Keyboard

KEYS = (
    *("up", "down", "left", "right", "enter", "escape", "tab", "backspace", "delete", "home", "end", "pageup", "pagedown"),
    *("space", "f1", "f2", "f4", "f5", "shift+tab", "shift+up", "shift+down", *(f"ctrl+{letter}" for letter in "nretgsdyozpuwf")),
)  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyzACDEFJLMNRSTUWX0123456789 .,:/?!=-·[]\"'é🚢"
WIDTHS = (60, 80, 120, 200)


class Hand(Keyboard):
    """Answers what pages ask of their host. ``names`` are typed wherever a text is asked for."""

    draws = False

    def __init__(self, first: Page, seed: int = 0, names: Sequence[str] = ("a name",)) -> None:
        self.chance, self.names = random.Random(seed), names
        self.shown: list[str] = []
        self.picked = False
        super().__init__(first)

    def any_key(self) -> str:
        """A random key; letters as often as the others together."""
        return self.chance.choice(KEYS) if self.chance.random() < 0.5 else self.chance.choice(LETTERS)

    def show(self, title: str, lines: Lines) -> None:
        for width in WIDTHS:
            self.shown = ["".join(text for text, _ in line) for line in lines(width)]

    def pick(self, title: str, options: Sequence[str], then: Callable[[str], object], free: bool = False, text: str = "") -> None:
        self.picked = True
        if free:
            then(self.chance.choice(self.names))
        elif options and self.chance.random() < 0.8:
            then(self.chance.choice(list(options)))

    def leave(self) -> None:
        if len(self.stack) > 1:
            super().leave()


def on_to(one: Keyboard, phase: str) -> None:
    """Step by step to a phase, each die rolled and each choice taken as it stands."""
    while one.session.battle.phase != phase:
        one.go()
        while one.battle.entry.answer is not None:
            one.press("enter")


def launch(one: Keyboard, *targets: str) -> None:
    """The first orders off Terschelling: MTB 221's torpedoes at targets, each with its range, such as ``hel 35``."""
    one.go()
    for target in targets:
        one.press("t")
        one.type(target)
        one.press("enter")
