"""The stack of open pages. Keys go to the page on top; closing it shows the page below."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from fleetbook.tui.kit.command import Command
from fleetbook.tui.kit.keys import QUIT_KEY
from fleetbook.tui.kit.page import Lines, Page, Pages
from fleetbook.tui.kit.reader import Reader
from fleetbook.tui.kit.style import LOOK_KEY, THEMES, Theme


class PageStack(Pages):
    """A host of pages that needs no terminal: subclasses add drawing, timers and threads."""

    def __init__(self) -> None:
        self.stack: list[Page] = []

    @property
    def page(self) -> Page:
        return self.stack[-1]

    def hand_over(self, key: str, character: str | None) -> None:
        """Pass a key to the page on top. The keys for colours and for leaving the app work on every page."""
        if key == LOOK_KEY:
            self.next_look()
        elif key == QUIT_KEY:
            self.quit()
        elif self.stack:
            self.page.press(key, character)

    def put(self, page: Page) -> None:
        self.add(page)
        page.opened()

    def add(self, page: Page) -> None:
        """Put a page on top without starting its timers and jobs."""
        page.pages = self
        self.stack.append(page)

    def show(self, title: str, lines: Lines) -> None:
        self.put(Reader(title, lines))

    def pick(self, title: str, options: Sequence[str], then: Callable[[str], object], free: bool = False, text: str = "") -> None:
        from fleetbook.tui.kit.picker import Picker  # noqa: PLC0415 (start-up counts)

        self.put(Picker(title, options, then, free, text))

    def list_commands(self, title: str, commands: Sequence[Command], then: Callable[[Command], object]) -> None:
        from fleetbook.tui.kit.picker import Palette  # noqa: PLC0415 (start-up counts)

        self.put(Palette(self.page, title, commands, then))

    def leave(self) -> None:
        """Close the page on top. Closing the last page ends the app."""
        self.stack.pop().closed()
        if self.stack:
            self.page.refresh()
        else:
            self.end()

    def quit(self) -> None:
        """Close all pages from the top down and end the app. A page with unsaved changes asks first and stays open."""
        while self.stack:
            if not self.page.may_quit():
                return
            self.stack.pop().closed()
        self.end()

    def other_look(self, look: Theme) -> Theme:
        """The theme that follows ``look``. The page on top shows its name."""
        names = list(THEMES)
        place = (names.index(look.name) + 1) % len(names)
        if self.stack:
            self.page.say(f"colours: {names[place]} ({place + 1} of {len(names)})")
        return THEMES[names[place]]

    def close(self) -> None:
        """Close all pages without asking, because the app ends."""
        while self.stack:
            self.stack.pop().closed()

    @abstractmethod
    def end(self) -> None:
        """End the app: the last page was closed."""
