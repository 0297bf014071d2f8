"""A ship's card being changed, its boxes drawn beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.tui.kit.about import about_card, docs, told
from fleetbook.tui.kit.command import DeskCommand
from fleetbook.tui.kit.editing import UNDO, Editing
from fleetbook.tui.kit.frame import WIDE, Frame, draw_frame, draw_keys
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.list_form import Edit, Place, Section, row_keys
from fleetbook.tui.kit.page import Pages, common
from fleetbook.tui.kit.style import GOOD, QUIET, WARNING
from fleetbook.tui.roster.card_rows import Card, edited, moved, new_entry, removed, sections, tables, with_entry
from fleetbook.tui.roster.field_kinds import CardField, fields_of
from fleetbook.tui.roster.sample_card import sample_card

HandOver: TypeAlias = Callable[[dict[str, Any]], None]


class CardDesk(Editing[Card]):
    """A card; leaving the desk hands it over."""

    name = "a ship's card"

    def __init__(
        self,
        pages: Pages,
        heading: str,
        rules: Ruleset[Any],
        card: Card,
        then: HandOver,
        *,
        fixed: str = "",
    ) -> None:
        self._heading, self._rules, self._then, self._fixed = heading, rules, then, fixed
        self._opened: Place = ()
        super().__init__(pages, dict(card))

    @property
    def fields(self) -> tuple[CardField, ...]:
        """What a card of these rules says."""
        return fields_of(self._rules.card_type)

    def sections(self) -> Iterable[Section]:
        """The rows of the card."""
        return sections(self.draft, self.fields, self._opened, self._fixed)

    def edited(self, edit: Edit) -> Card:
        """The card after an entry in a row."""
        return edited(self.draft, self.fields, edit)

    @property
    def trouble(self) -> str:
        """What the rules say against the card; empty where they take it."""
        try:
            self._rules.read_card(self.draft, "card", self._rules.tables)
        except FleetbookError as error:
            return str(error).removeprefix("card: ")
        return ""

    def enter(self) -> None:
        """What the row with the cursor says that Enter does."""
        match self.at:
            case (str(name), "add"):
                self._insert(name, len(tables(self.draft, name)), new_entry(self._field(name)))
            case (str(name), "make"):
                self.become({**self.draft, name: new_entry(self._field(name))})
                self.sheet = self.sheet.moved(0)
            case (str(), int()) as place:
                self._opened = () if self._opened == place else place
                self.draw_rows(place)
            case _:
                self.next_row()

    def _field(self, name: str | int) -> CardField:
        return next(field for field in self.fields if field.name == name)

    def _insert(self, name: str, number: int, entry: Mapping[str, Any]) -> None:
        self._opened = (name, number)
        self.become(with_entry(self.draft, self._field(name), number, entry), (name, number))

    @property
    def on_entry(self) -> bool:
        """Whether the cursor is on a table of a list, or in one."""
        return len(self.at) > 1 and isinstance(self.at[1], int)

    def copy(self) -> None:
        """A copy of the table with the cursor, behind it."""
        name, number = str(self.at[0]), int(self.at[1])
        self._insert(name, number + 1, tables(self.draft, name)[number])

    def remove(self) -> None:
        """Take out the key or the table with the cursor."""
        card = removed(self.draft, self.at, self.fields)
        if card is None:
            return
        if self.at[:2] == self._opened:
            self._opened = ()
        self.become(card)

    def move(self, steps: int) -> None:
        """Move the table with the cursor up or down."""
        found = moved(self.draft, self.at, steps)
        if found is None:
            self.say("nothing to move that way", warning=True)
            return
        self._opened = found[1] if self._opened else ()
        self.become(found[0], found[1])

    def leave(self) -> None:
        """Out of the row; out of the card, handing it over."""
        if self.sheet.typing is not None:
            self.sheet = self.sheet.moved(0)
        else:
            self.save()

    def save(self) -> None:
        """Hand the card over."""
        self.pages.leave()
        if self.changed:
            self._then(dict(self.draft))

    def draw(self, size: tuple[int, int]) -> list[Line]:
        """The rows, the card with its boxes, and what the rules say against it."""
        trouble = self.trouble
        row = self.sheet.row
        frame = Frame(
            title=self._heading,
            right=self._rules.title,
            sheet=self.sheet,
            about=("The card", lambda width: self._about(width, size[1] if size[0] >= WIDE else 0)),
            standing=(ink(f" ✗ {trouble}", WARNING),) if trouble else (ink(" The rules take this card", GOOD),),
        )
        first = row_keys(row)
        lines, self._top = draw_frame(frame, self.message, draw_keys(self.commands, self, size[0], first), size, self._top)
        return lines

    def _about(self, width: int, height: int) -> list[Line]:
        try:
            lines = about_card(sample_card(self._rules, self.draft), width, height)
        except FleetbookError as error:
            lines = told(f"No card yet: {error}", width, QUIET)
        return [*lines, (), *told(self._words(), width, QUIET)] if height else lines

    def _words(self) -> str:
        """What the rules' own card says of its keys, and of those of the table with the cursor."""
        kinds = [self._rules.card_type, *([self._field(self.at[0]).item] if len(self.at) > 1 else [])]
        return "\n \n".join(map(docs, kinds))


def _nothing_out(desk: CardDesk) -> str:
    return "" if removed(desk.draft, desk.at, desk.fields) is not None else "nothing to take out here"


def _no_entry(desk: CardDesk) -> str:
    return "" if desk.on_entry else "point at one of a list, such as a mount"


CardDesk.commands = (
    DeskCommand("enter", "What the row says", "", "Opens one of a list, or adds one; otherwise the next row.",
                lambda desk: desk.enter()),
    DeskCommand("ctrl+y", "Copy one of a list", "copy", "Behind itself, to be changed.", lambda desk: desk.copy(), _no_entry),
    DeskCommand("ctrl+d", "Take out the key, or one of a list", "take out", "A key left out holds what the rules say.",
                lambda desk: desk.remove(), _nothing_out),
    DeskCommand("shift+up", "Move one of a list up", "", "Order matters where hits are told from bow to stern.",
                lambda desk: desk.move(-1), _no_entry),
    DeskCommand("shift+down", "Move one of a list down", "", "", lambda desk: desk.move(1), _no_entry),
    UNDO,
    DeskCommand("ctrl+s", "Done with this card", "done", "Back to where it came from, with what was changed.",
                lambda desk: desk.save()),
    *common("Leave the row, or be done with the card"),
)  # fmt: skip
