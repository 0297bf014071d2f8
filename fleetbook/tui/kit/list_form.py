"""An immutable list of rows to fill in. It knows the row with the cursor and the effect of each key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from fleetbook.core.parsing import match
from fleetbook.tui.kit.keys import JUMPS, PAGE, STEPS, TURNS, letter
from fleetbook.tui.kit.text_field import TextField

Place: TypeAlias = tuple[str | int, ...]

MOST_TOLD = 20  # how many options of a row its help lists


class Row(msgspec.Struct, frozen=True):
    """A row of a list, on which the cursor can be placed.

    place    the path of the row's value in the draft
    label    the name of the row, in its own column; empty for a list item, which shows its value first
    value    the text of the row; typing changes it
    typed    whether any text may be typed into the row
    options  the choices for ← and →; in a row that also takes text, they set a second value beside the text
    chosen   the option chosen
    note     a remark after the value, in dim text
    problem  the fault of the value; empty if there is none
    does     the effect of Enter; empty if Enter moves to the next row
    indent   the number of levels by which the row is indented
    strong   whether the rows below belong to this row
    usual    whether the value is the default, because nobody entered one
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
    usual: bool = False

    @property
    def help(self) -> list[str]:
        """The help for the row: its name, the keys that work in it, and its fault if it has one."""
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
    """The effect of Enter and the arrow keys in a row, for the key bar. Empty without a row."""
    if row is None:
        return []
    return [("Enter", row.does or "next row"), *([("←→", "another")] if row.options else [])]


class Section(msgspec.Struct, frozen=True):
    """Rows under a heading. ``right`` is text at the right end of the heading."""

    title: str
    rows: tuple[Row, ...]
    right: str = ""


def first_problem(sections: Iterable[Section]) -> str:
    """The first fault in the rows, with the names of its section and row before it. Empty if there is none."""
    for section in sections:
        for row in section.rows:
            if row.problem:
                return ": ".join(part for part in (section.title, row.label or row.typed * row.value, row.problem) if part)
    return ""


class Edit(msgspec.Struct, frozen=True):
    """A change of one row: its new text, or with ``turned`` the option now chosen."""

    place: Place
    text: str
    turned: bool = False


class ListForm(msgspec.Struct, frozen=True):
    """The sections, and the place of the row with the cursor.

    ``typing`` is the text being typed in that row; None before the first letter.
    """

    sections: tuple[Section, ...] = ()
    at: Place = ()
    typing: TextField | None = None

    @property
    def rows(self) -> list[Row]:
        return [row for section in self.sections for row in section.rows]

    @property
    def row(self) -> Row | None:
        rows = self.rows
        return next((row for row in rows if row.place == self.at), rows[0] if rows else None)

    def with_sections(self, sections: Iterable[Section]) -> ListForm:
        """The form with other rows. The cursor stays on its row; if that row is gone, it goes to one near the same position."""
        before = [row.place for row in self.rows]
        number = before.index(self.at) if self.at in before else 0
        form = replace(self, sections=tuple(sections))
        places = [row.place for row in form.rows]
        if self.at in places or not places:
            return form
        return replace(form, at=places[min(number, len(places) - 1)], typing=None)

    def to(self, place: Place) -> ListForm:
        """The form with the cursor on the row of a place. Unchanged if there is no such row."""
        return replace(self, at=place, typing=None) if any(row.place == place for row in self.rows) else self

    def moved(self, steps: int, round_the_end: bool = True) -> ListForm:
        """The form with the cursor ``steps`` rows further down. With ``round_the_end``, the first row follows the last."""
        places = [row.place for row in self.rows]
        if not places:
            return self
        number = (places.index(self.at) if self.at in places else 0) + steps
        number = number % len(places) if round_the_end else min(max(number, 0), len(places) - 1)
        return replace(self, at=places[number], typing=None)

    def press(self, key: str, character: str | None, page: int = PAGE) -> tuple[ListForm, Edit | None] | None:
        """The form after a key, and the edit it made, if any. None if the key has no meaning in this row.

        ``page`` is the number of rows that PgUp and PgDn move.
        """
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
        """The form after text is pasted, and the edit. None if the row takes no text."""
        row = self.row
        if row is None or not row.typed:
            return None
        line = (self.typing or TextField()).insert(text)
        return replace(self, typing=line), Edit(row.place, line.text)

    def _picked(self, row: Row, key: str, character: str | None) -> tuple[ListForm, Edit | None] | None:
        """Choose an option of the row by typing its beginning. The space bar chooses the next option."""
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
