"""A line of text with a caret."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST = 2000


@dataclass(frozen=True, slots=True)
class LineEdit:
    """Text being typed, and how many of its characters stand before the caret."""

    text: str = ""
    caret: int = 0

    @classmethod
    def at_end(cls, text: str) -> LineEdit:
        """Text with the caret behind it."""
        return cls(text, len(text))

    def insert(self, typed: str) -> LineEdit:
        """The text with more typed at the caret; line ends become spaces."""
        typed = " ".join(typed.splitlines())[: LONGEST - len(self.text)]
        return LineEdit(self.text[: self.caret] + typed + self.text[self.caret :], self.caret + len(typed))

    def press(self, key: str) -> LineEdit | None:
        """The text after an editing key; None for any other key."""
        at, end = self.caret, len(self.text)
        if key == "backspace":
            return LineEdit(self.text[: max(at - 1, 0)] + self.text[at:], max(at - 1, 0))
        if key == "delete":
            return LineEdit(self.text[:at] + self.text[at + 1 :], at)
        if key in ("ctrl+u", "ctrl+w"):
            kept = "" if key == "ctrl+u" else " ".join(self.text[:at].rstrip().split(" ")[:-1])
            return LineEdit(kept + self.text[at:], len(kept))
        places = {"left": max(at - 1, 0), "right": min(at + 1, end), "home": 0, "end": end}
        return LineEdit(self.text, places[key]) if key in places else None
