"""The page on which a ship's card is edited. A sample of the card, as a battle would show it, is drawn beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from fleetbook.core.explained import docstring_lines, key_meanings
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.editing import EditPage
from fleetbook.tui.kit.frame import WIDE, Frame
from fleetbook.tui.kit.line import Line, ink, text_lines
from fleetbook.tui.kit.list_form import Edit, Section
from fleetbook.tui.kit.style import GOOD, QUIET, WARNING
from fleetbook.tui.roster.card_rows import (
    Card,
    card_doubts,
    card_problem,
    edited,
    moved,
    new_entry,
    removed,
    sections,
    tables,
    usual_words,
    with_entry,
)
from fleetbook.tui.roster.field_kinds import CardField, fields_of, offering
from fleetbook.tui.roster.sample_card import about_sample
from fleetbook.tui.roster.ship_picker import installed_rosters

HandOver: TypeAlias = Callable[[dict[str, Any]], None]


def _nothing_out(page: CardPage) -> str:
    found = removed(page.draft, page.at, page.fields)
    return "" if found is not None else "nothing to remove here"


def _no_entry(page: CardPage) -> str:
    return "" if page.on_entry else "point at an entry of a list, such as a mount"


class CardPage(EditPage[Card]):
    """The editor of one card. Leaving the page calls ``then`` with the changed card. ``fixed`` is a key that is not shown."""

    name = "a ship's card"
    leaving = "Leave the row, or be done with the card", "back"

    def __init__(self, heading: str, rules: Ruleset[Any], card: Card, then: HandOver, fixed: str = "") -> None:
        self._heading, self._rules, self._then = heading, rules, then
        self.fields: tuple[CardField, ...] = offering(fields_of(rules.card_type), rules.tables)
        self._fixed = fixed
        self._words = usual_words(self.fields, [one for each in installed_rosters(rules).values() for one in each.cards.values()])
        super().__init__(dict(card))

    def sections(self) -> Iterable[Section]:
        return sections(self.draft, self.fields, self.open_at, self._fixed, self._words)

    def edited(self, edit: Edit) -> Card:
        return edited(self.draft, self.fields, edit)

    @property
    def trouble(self) -> str:
        """The reason why the rules reject the card. Empty if they accept it."""
        return card_problem(self._rules, self.draft)

    @command("enter", "", "Opens an entry of a list, or adds one; in other rows it goes to the next row.")
    def enter(self) -> None:
        """Open the row."""
        match self.at:
            case (str(name), "add"):
                self._insert(name, len(tables(self.draft, name)), new_entry(self._field(name)))
                self.next_row()
            case (str(name), "make"):
                self.become({**self.draft, name: new_entry(self._field(name))})
                self.stop_typing()
            case (str(), int()) as place:
                self.switch_open(place)
            case _:
                self.next_row()

    def _field(self, name: str | int) -> CardField:
        return next(field for field in self.fields if field.name == name)

    def _insert(self, name: str, number: int, entry: Mapping[str, Any]) -> None:
        self.open_at = (name, number)
        self.become(with_entry(self.draft, self._field(name), number, entry), (name, number))

    @property
    def on_entry(self) -> bool:
        """Whether the cursor is on an entry of a list, such as a gun mount, or on a row of that entry."""
        return len(self.at) > 1 and isinstance(self.at[1], int)

    @command("ctrl+y", "copy", "The copy follows the original and can be changed.", _no_entry)
    def copy(self) -> None:
        """Copy an entry of a list."""
        name, number = str(self.at[0]), int(self.at[1])
        self._insert(name, number + 1, tables(self.draft, name)[number])

    @command("ctrl+d", "remove", "A key that is removed gets the rules' default value.", _nothing_out)
    def remove(self) -> None:
        """Remove the key, or an entry of a list."""
        card = removed(self.draft, self.at, self.fields)
        if card is None:
            return
        if self.at[:2] == self.open_at:
            self.open_at = ()
        self.become(card)

    @command("shift+up", "", "The order of mounts matters if hits are counted from bow to stern.", _no_entry)
    def move_up(self) -> None:
        """Move an entry of a list up."""
        self._move(-1)

    @command("shift+down", "", "", _no_entry)
    def move_down(self) -> None:
        """Move an entry of a list down."""
        self._move(1)

    def _move(self, steps: int) -> None:
        found = moved(self.draft, self.at, steps)
        self.open_at = found[1] if found and self.open_at else self.open_at
        self.move_row(found)

    @command("ctrl+s", "done", "Back to the page below, with the changes.")
    def save(self) -> None:
        """Done with this card."""
        self.pages.leave()
        if self.changed:
            self._then(dict(self.draft))

    def leave(self) -> None:
        """Stop typing. If no text was being typed, leave the page with the changes."""
        if not self.stop_typing():
            self.save()

    def may_quit(self) -> bool:
        """Pass the changed card to the page below, which asks about unsaved changes."""
        if self.changed:
            self._then(dict(self.draft))
        return True

    def frame(self, size: tuple[int, int]) -> Frame:
        trouble = self.trouble
        return Frame(
            title=self._heading,
            right=self._rules.title,
            about=("The card", lambda width: self._about(width, size)),
            standing=(ink(f" ✗ {trouble}", WARNING),) if trouble else self._taken(),
        )

    def _taken(self) -> Line:
        """The status line for a card that the rules accept. It lists unusual values."""
        doubts = card_doubts(self._rules, self.draft)
        return (
            ink(f" The rules take this card. {'; '.join(doubts)}", WARNING) if doubts else ink(" The rules take this card", GOOD),
        )

    def row_help(self) -> Sequence[str]:
        return [*super().row_help(), *("\n \n".join(map(docstring_lines, reversed(self._kinds)))).splitlines()]

    def _about(self, width: int, size: tuple[int, int]) -> list[Line]:
        lines = text_lines("No card yet.", width) if self.trouble else about_sample(self._rules, self.draft, width, size)
        if size[0] < WIDE:
            return lines
        key, kind = str(self.at[-1]), self._kinds[-1]
        meaning = key_meanings(kind).get(key)
        words = f"{key}: {meaning}" if meaning else docstring_lines(kind).partition("\n")[0]
        return [*lines, (), *text_lines(words, width, QUIET)]

    @property
    def _kinds(self) -> list[type]:
        """The type of the card. If the cursor is in a table inside the card, the type of that table follows."""
        at = self.at
        return [self._rules.card_type, *([self._field(at[0]).item] if len(at) > 1 else [])]
