"""A text field: one line being typed, with a caret. A search is typed into one."""

from __future__ import annotations

import msgspec

from fleetbook.tui.kit.keys import letter
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.style import BOLD, CURSOR, KEY, QUIET

LONGEST = 2000


class TextField(msgspec.Struct, frozen=True):
    """The text being typed. ``caret`` is the number of characters before the caret."""

    text: str = ""
    caret: int = 0

    @classmethod
    def at_end(cls, text: str) -> TextField:
        return cls(text, len(text))

    def insert(self, typed: str) -> TextField:
        """The field with text inserted at the caret. Line ends become spaces; characters that cannot be printed are dropped."""
        shown = "".join(c for c in " ".join(typed.splitlines()) if c.isprintable())[: LONGEST - len(self.text)]
        return TextField(self.text[: self.caret] + shown + self.text[self.caret :], self.caret + len(shown))

    def press(self, key: str, character: str | None = None) -> TextField | None:
        """The field after a key that types or edits text. None for any other key."""
        if letter(character):
            return self.insert(letter(character))
        at, end = self.caret, len(self.text)
        if key == "backspace":
            return TextField(self.text[: max(at - 1, 0)] + self.text[at:], max(at - 1, 0))
        if key == "delete":
            return TextField(self.text[:at] + self.text[at + 1 :], at)
        if key in ("ctrl+u", "ctrl+w"):
            kept = "" if key == "ctrl+u" else " ".join(self.text[:at].rstrip().split(" ")[:-1])
            return TextField(kept + self.text[at:], len(kept))
        places = {"left": max(at - 1, 0), "right": min(at + 1, end), "home": 0, "end": end}
        return TextField(self.text, places[key]) if key in places else None

    def draw(self) -> Line:
        before, at, after = self.text[: self.caret], self.text[self.caret : self.caret + 1], self.text[self.caret + 1 :]
        return ink(before, BOLD), ink(at or " ", CURSOR), ink(after, BOLD)


class Search:
    """A search for rows in their place: while it is on, only rows with all words typed are shown.

    Enter goes on with these rows. Escape ends the search.
    """

    def __init__(self) -> None:
        self.typing, self._field = False, TextField()

    @property
    def text(self) -> str:
        return self._field.text.strip()

    @property
    def words(self) -> list[str]:
        return self.text.casefold().split()

    @property
    def is_on(self) -> bool:
        return self.typing or bool(self.text)

    def begin(self) -> None:
        self.typing, self._field = True, TextField()

    def press(self, key: str, character: str | None) -> bool:
        """Whether the key belonged to the search. While words are typed, every key does."""
        if key == "escape" and self.is_on:
            self.typing, self._field = False, TextField()
            return True
        was_typing = self.typing
        if was_typing and key == "enter":
            self.typing = False
        elif was_typing:
            self._field = self._field.press(key, character) or self._field
        return was_typing

    def draw(self, found: str) -> Line:
        """The words typed, what was ``found``, and the keys."""
        words = self._field.draw() if self.typing else (ink(self.text, BOLD),)
        goes_on = (ink("Enter", KEY), ink(" goes on  ", QUIET)) if self.typing else ()
        return (ink(" / ", KEY), *words, ink(f"  {found}   ", QUIET), *goes_on, ink("Esc", KEY), ink(" shows all", QUIET))
