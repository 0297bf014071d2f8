"""Finds the line of each key, table and list entry in TOML text."""

from __future__ import annotations

from typing import NamedTuple

from fleetbook.core.strict import KeyPath
from fleetbook.store.library.toml_file import tokens

Steps = tuple[KeyPath, ...]


class _Token(NamedTuple):
    kind: str
    word: str
    line: int


def key_lines(text: str) -> dict[Steps, int]:
    """The line of each key, table and list entry, by the keys and list positions that lead there. Lines count from 1. The text
    must be valid TOML.
    """
    scan = _Scan(text)
    scan.file()
    return scan.found


class _Scan:
    """Reads the tokens of TOML text one after another, without comments."""

    def __init__(self, text: str) -> None:
        self.found: dict[Steps, int] = {}
        self._tokens: list[_Token] = []
        line = 1
        for kind, word, _ in tokens(text):
            if kind != "comment":
                self._tokens.append(_Token(kind, word, line))
            line += word.count("\n")
        self._at = 0
        self._arrays: dict[Steps, int] = {}

    @property
    def _now(self) -> _Token:
        return self._tokens[self._at] if self._at < len(self._tokens) else _Token("end", "", 0)

    def _next(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _skip(self) -> _Token:
        while self._now.kind == "space":
            self._at += 1
        return self._now

    def file(self) -> None:
        """Read all tables, and the keys in each."""
        inside: Steps = ()
        while self._skip().kind != "end":
            if self._now.word == "[":
                inside = self._header()
            else:
                self._pair(inside)

    def _header(self) -> Steps:
        line, marks = self._now.line, 0
        while self._now.word == "[":
            marks += len(self._next().word)
        steps = self._within((), self._keys("]"))
        while self._now.word == "]":
            self._next()
        if marks > 1:
            self._arrays[steps] = self._arrays.get(steps, -1) + 1
        self._note(self._last(steps), line)
        return self._last(steps)

    def _keys(self, end: str) -> list[str]:
        """The names in a dotted key, up to the mark ``end``."""
        names = []
        while self._now.word != end:
            token = self._next()
            if token.kind in ("text", "word"):
                names.append(token.word[1:-1] if token.kind == "text" else token.word)
        return names

    def _within(self, inside: Steps, names: list[str]) -> Steps:
        """The keys and list positions that lead to a dotted key. In a list of tables they lead to its last entry."""
        for place, name in enumerate(names):
            inside = (*inside, name)
            if place < len(names) - 1:
                inside = self._last(inside)
        return inside

    def _last(self, steps: Steps) -> Steps:
        return (*steps, self._arrays[steps]) if steps in self._arrays else steps

    def _note(self, steps: Steps, line: int) -> None:
        for length in range(1, len(steps) + 1):
            self.found.setdefault(steps[:length], line)

    def _pair(self, inside: Steps) -> None:
        line = self._now.line
        steps = self._within(inside, self._keys("="))
        self._next()
        self._note(steps, line)
        self._value(steps)

    def _value(self, steps: Steps) -> None:
        self._note(steps, self._skip().line)
        if self._now.word == "[":
            self._several(steps, "]")
        elif self._now.word == "{":
            self._several(steps, "}")
        else:
            while self._now.kind != "end" and self._now.word not in (",", "]", "}") and not self._is_line_end:
                self._next()

    @property
    def _is_line_end(self) -> bool:
        return self._now.kind == "space" and "\n" in self._now.word

    def _several(self, steps: Steps, end: str) -> None:
        """Read the entries of a list, or the keys of a table that is written on one line."""
        self._next()
        place = 0
        while self._skip().word != end:
            if self._now.word == ",":
                self._next()
                place += 1
            elif end == "]":
                self._value((*steps, place))
            else:
                self._pair(steps)
        self._next()
