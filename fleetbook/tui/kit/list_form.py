"""A list of rows to fill in: the row with the cursor, the text being typed there, and the effect of each key. Immutable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from fleetbook.core.parsing import match
from fleetbook.tui.kit.keys import JUMPS, PAGE, STEPS, TURNS, letter
from fleetbook.tui.kit.text_field import TextField

Place: TypeAlias = tuple[str | int, ...]

MOST_TOLD = 20  # words of a row that its help names


@dataclass(frozen=True)
class Row:
    """A line that the cursor can stand on.

    place    where its value is kept
    label    its name in a column of its own; empty for a thing of a list, whose value stands first
    value    its text; typing begins with it
    typed    whether any text may be typed
    options  words that ← and → step through; in a row that is typed too, they belong to something beside its value
    chosen   the chosen option
    note     quiet words behind it
    problem  its fault
    does     the effect of Enter; empty: on to the next row
    indent   how deep it stands
    strong   whether the rows below belong to it
    """

    place: Place
    label: str = ""
    value: str = ""
    typed: bool = False
    options: tuple[str, ...] = ()
    chosen: str = ""
    note: str = ""
    problem: str = ""
    does: str = ""
    indent: int = 0
    strong: bool = False

    @property
    def help(self) -> list[str]:
        """Its name, then the keys that work in it, and its fault."""
        words = [self.label.strip() or self.value or str(self.place[-1])]
        if self.typed:
            words.append("Type any text; the first letter replaces it.")
        if self.options:
            beside = "beside it " if self.typed else ""
            words.append(
                f"← → {beside}one of: {', '.join(self.options[:MOST_TOLD])}{' …' if len(self.options) > MOST_TOLD else ''}."
            )
        if self.does:
            words.append(f"Enter: {self.does}.")
        return [*words, f"✗ {self.problem}"] if self.problem else words


def row_keys(row: Row | None) -> list[tuple[str, str]]:
    """The keys of the row with the cursor, for the key bar."""
    if row is None:
        return []
    return [("Enter", row.does or "next row"), *([("←→", "another")] if row.options else [])]


@dataclass(frozen=True)
class Section:
    """Rows under a heading, with a word at its right end."""

    title: str
    rows: tuple[Row, ...]
    right: str = ""


def first_problem(sections: Iterable[Section]) -> str:
    """The first fault, with its place. Empty when there is none."""
    for section in sections:
        for row in section.rows:
            if row.problem:
                return ": ".join(part for part in (section.title, row.label or row.typed * row.value, row.problem) if part)
    return ""


@dataclass(frozen=True)
class Edit:
    """A change by a key: the text of a place, or with ``turned`` the option beside it."""

    place: Place
    text: str
    turned: bool = False


@dataclass(frozen=True)
class ListForm:
    """Sections, the place of the row with the cursor, and the text being typed there. None before the first letter."""

    sections: tuple[Section, ...] = ()
    at: Place = ()
    typing: TextField | None = field(default=None)

    @property
    def rows(self) -> list[Row]:
        return [row for section in self.sections for row in section.rows]

    @property
    def row(self) -> Row | None:
        rows = self.rows
        return next((row for row in rows if row.place == self.at), rows[0] if rows else None)

    def with_sections(self, sections: Iterable[Section]) -> ListForm:
        """The form after its rows changed. The cursor stays, or goes to the nearest row."""
        before = [row.place for row in self.rows]
        number = before.index(self.at) if self.at in before else 0
        form = replace(self, sections=tuple(sections))
        places = [row.place for row in form.rows]
        if self.at in places or not places:
            return form
        return replace(form, at=places[min(number, len(places) - 1)], typing=None)

    def to(self, place: Place) -> ListForm:
        """The form with the cursor on the row of a place, if there is one."""
        return replace(self, at=place, typing=None) if any(row.place == place for row in self.rows) else self

    def moved(self, steps: int, round_the_end: bool = True) -> ListForm:
        """The form with the cursor so many rows further."""
        places = [row.place for row in self.rows]
        if not places:
            return self
        number = (places.index(self.at) if self.at in places else 0) + steps
        number = number % len(places) if round_the_end else min(max(number, 0), len(places) - 1)
        return replace(self, at=places[number], typing=None)

    def press(self, key: str, character: str | None, page: int = PAGE) -> tuple[ListForm, Edit | None] | None:
        """The form after a key, and the change. None when the key means nothing in this row. ``page`` is the rows of a page."""
        row = self.row
        if key in STEPS:
            return self.moved(STEPS[key]), None
        if key in JUMPS and self.typing is None:
            return self.moved(JUMPS[key] * page, round_the_end=False), None
        if row is None:
            return None
        if row.options and key in TURNS and (self.typing is None or not row.typed):
            return replace(self, typing=None), Edit(row.place, _turned(row, TURNS[key]), turned=True)
        if row.typed:
            begun = self.typing or (TextField() if letter(character) else TextField.at_end(row.value))
            line = begun.press(key, character)
            if line is None:
                return None
            changed = line.text != (self.typing.text if self.typing else row.value)
            return replace(self, typing=line), Edit(row.place, line.text) if changed else None
        return self._picked(row, key, character) if row.options else None

    def paste(self, text: str) -> tuple[ListForm, Edit | None] | None:
        """The form after text is pasted."""
        row = self.row
        if row is None or not row.typed:
            return None
        line = (self.typing or TextField()).insert(text)
        return replace(self, typing=line), Edit(row.place, line.text)

    def _picked(self, row: Row, key: str, character: str | None) -> tuple[ListForm, Edit | None] | None:
        """A word by its beginning."""
        if key == "space" and self.typing is None:
            return self, Edit(row.place, _turned(row, 1), turned=True)
        if self.typing is None and not letter(character):
            return None
        line = (self.typing or TextField()).press(key, character)
        if line is None:
            return None
        found = match(line.text, row.options)
        if found is None and self.typing is None:
            return None
        return replace(self, typing=line if line.text else None), Edit(row.place, found, turned=True) if found else None


def _turned(row: Row, steps: int) -> str:
    place = row.options.index(row.chosen) + steps if row.chosen in row.options else min(steps - 1, 0)
    return row.options[place % len(row.options)]
