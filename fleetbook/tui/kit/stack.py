"""The pages that lie over each other. Keys go to the one on top, and leaving it shows the one below."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from fleetbook.tui.kit.keys import QUIT_KEY
from fleetbook.tui.kit.page import Lines, Page, Pages
from fleetbook.tui.kit.picker import Picker
from fleetbook.tui.kit.reader import Reader
from fleetbook.tui.kit.style import LOOK_KEY, THEMES, Theme


class PageStack(Pages):
    """The host of pages, except for the terminal."""

    def __init__(self) -> None:
        self.stack: list[Page] = []

    @property
    def page(self) -> Page:
        return self.stack[-1]

    def hand_over(self, key: str, character: str | None) -> None:
        """Hand a key to the page on top. Two keys mean the same on every page."""
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
        """A page over all others, which begins its work once there is a terminal to show it."""
        page.pages = self
        self.stack.append(page)

    def show(self, title: str, lines: Lines) -> None:
        self.put(Reader(title, lines))

    def pick(self, title: str, options: Sequence[str], then: Callable[[str], object], free: bool = False, text: str = "") -> None:
        self.put(Picker(title, options, then, free, text))

    def leave(self) -> None:
        """Off the page on top. After the last page comes the end of the app."""
        self.stack.pop().closed()
        if self.stack:
            self.page.refresh()
        else:
            self.end()

    def quit(self) -> None:
        """Off each page from the top down, then out of the app. A page with unsaved changes stays and asks."""
        while self.stack:
            if not self.page.may_quit():
                return
            self.stack.pop().closed()
        self.end()

    def other_look(self, look: Theme) -> Theme:
        """The theme after one. The page on top names it."""
        names = list(THEMES)
        place = (names.index(look.name) + 1) % len(names)
        if self.stack:
            self.page.say(f"colours: {names[place]} ({place + 1} of {len(names)})")
        return THEMES[names[place]]

    def close(self) -> None:
        """Leave all pages at once: the app ends."""
        while self.stack:
            self.stack.pop().closed()

    @abstractmethod
    def end(self) -> None:
        """The last page was left."""
