"""The roster editor: the ships of a file, each with her card; saved so that a person's comments in the file stay."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import alike
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.paths import file_stem, new_own_path, own_folder
from fleetbook.store.library.roster_file import RosterFile
from fleetbook.tui.kit.about import about_card, told
from fleetbook.tui.kit.command import DeskCommand
from fleetbook.tui.kit.editing import UNDO, Editing
from fleetbook.tui.kit.frame import WIDE, Frame, draw_frame, draw_keys
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.list_form import Edit, Row, Section, row_keys
from fleetbook.tui.kit.page import Pages, common
from fleetbook.tui.kit.style import GOOD, QUIET, WARNING
from fleetbook.tui.roster.card_page import CardDesk
from fleetbook.tui.roster.card_rows import Card, new_card
from fleetbook.tui.roster.field_kinds import fields_of
from fleetbook.tui.roster.sample_card import sample_card
from fleetbook.tui.roster.ship_picker import PickDesk
from fleetbook.tui.setup.draft import Pick, cards_at_hand

from dataclasses import replace  # isort: skip

NEW_SHIP = "New ship"
TOLD = 4  # keys of a card that stand in its row


class RosterDesk(Editing[RosterFile]):
    """A roster being edited."""

    name = "a roster"

    def __init__(self, pages: Pages, draft: RosterFile, path: Path | None = None) -> None:
        self.path = path
        self._wrong: dict[int, str] = {}
        super().__init__(pages, draft)

    @classmethod
    def new(cls, pages: Pages, rules: str) -> RosterDesk:
        """A roster without ships. Raises InvalidInput for unknown rules."""
        return cls(pages, RosterFile(ruleset(rules).id, "A new roster"))

    @classmethod
    def reading(cls, pages: Pages, path: Path) -> RosterDesk:
        """A roster's file. Raises InvalidInput."""
        return cls(pages, RosterFile.read(path), path)

    @property
    def rules(self) -> Ruleset[Any]:
        """The rule system."""
        return ruleset(self.draft.ruleset)

    @property
    def own(self) -> bool:
        """Whether the file is one of the user's, to be saved where it is; one of the program's is copied."""
        return self.path is not None and own_folder() in self.path.parents

    # ------------------------------------------------------------------ rows

    def sections(self) -> Iterable[Section]:
        """The title, then a row a ship."""
        title = Row(("title",), "title", self.draft.title, typed=True, problem="" if self.draft.title.strip() else "must be said")
        yield Section("", (title,))
        names = [alike(str(ship.card.get("name", ""))) for ship in self.draft.ships]
        twice = {name for name in names if names.count(name) > 1}
        ships = [self._row(number, ship.card, twice) for number, ship in enumerate(self.draft.ships)]
        add = Row(("add",), value="+ ship", does="an empty card", problem="" if ships else "no ship yet")
        yield Section("Ships", (*ships, add), str(len(ships)))

    def _row(self, number: int, card: Card, twice: set[str]) -> Row:
        name = str(card.get("name", ""))
        words = (
            str(card[f.name]) for f in fields_of(self.rules.card_type)[1:4] if isinstance(card.get(f.name), (str, int, float))
        )
        problem = "this name is given twice" if alike(name) in twice else self._problem(card)
        return Row(("ship", number), value=name or "?", note=" · ".join(words), problem=problem, does="change her card")

    def _problem(self, card: Card) -> str:
        try:
            if not str(card.get("name", "")).strip():
                return "a name must be said"
            self.rules.read_card(card, "card", self.rules.tables)
        except FleetbookError as error:
            return str(error).removeprefix("card: ")
        return ""

    def edited(self, edit: Edit) -> RosterFile:
        """The roster after an entry in a row."""
        return replace(self.draft, title=edit.text) if edit.place == ("title",) else self.draft

    @property
    def number(self) -> int | None:
        """The place of the ship with the cursor."""
        return self.at[1] if len(self.at) > 1 and isinstance(self.at[1], int) else None

    @property
    def trouble(self) -> str:
        """What is wrong with the roster; empty where it can be saved."""
        return next((f"{row.value or row.label}: {row.problem}" for row in self.sheet.rows if row.problem), "")

    # ------------------------------------------------------------------ commands

    def enter(self) -> None:
        """The card of the ship with the cursor, or a new ship."""
        if self.number is not None:
            self._open(self.number)
        elif self.at == ("add",):
            self.add()
        else:
            self.next_row()

    def _open(self, number: int) -> None:
        card = self.draft.ships[number].card
        heading = str(card.get("name", "")).strip() or NEW_SHIP
        self.pages.put(CardDesk(self.pages, heading, self.rules, card, lambda changed: self._changed(number, changed)))

    def _changed(self, number: int, card: dict[str, Any]) -> None:
        self.become(self.draft.with_card(number, card), ("ship", number))

    def add(self) -> None:
        """An empty card behind the ship with the cursor, and into it."""
        self._insert({**new_card(fields_of(self.rules.card_type)), "name": self._free_name(NEW_SHIP)}, opening=True)

    def _insert(self, card: Card, opening: bool = False) -> None:
        place = len(self.draft.ships) if self.number is None else self.number + 1
        self.become(self.draft.with_ship(place, card), ("ship", place))
        if opening:
            self._open(place)

    def _free_name(self, name: str) -> str:
        taken = {alike(str(ship.card.get("name", ""))) for ship in self.draft.ships}
        number = 2
        free = name
        while alike(free) in taken:
            free, number = f"{name} {number}", number + 1
        return free

    def copy(self) -> None:
        """A copy of the ship with the cursor, behind her, to be changed."""
        if self.number is not None:
            card = dict(self.draft.ships[self.number].card)
            self._insert({**card, "name": self._free_name(str(card.get("name", "")).strip() or NEW_SHIP)})

    def take_over(self) -> None:
        """Copies of ships of other rosters."""
        rosters = cards_at_hand(self.rules)

        def then(picks: list[Pick]) -> None:
            for pick in picks:
                card = rosters[pick.roster].cards[pick.card]
                for _ in range(pick.count):
                    self._insert({**card, "name": self._free_name(pick.card)})

        self.pages.put(PickDesk(self.pages, "Copies of ships", self.rules, then))

    def remove(self) -> None:
        """Take out the ship with the cursor; where comments go with her, only after asking."""
        number = self.number
        if number is None:
            return
        try:
            lost = len(self.draft.comments_of(number))
        except FleetbookError as trouble:
            self.say(str(trouble), warning=True)
            return
        if not lost:
            self.become(self.draft.without_ship(number))
            return
        go = f"take her out with {lost} {'comment' if lost == 1 else 'comments'}"
        self.pages.pick(
            f"Comments stand among the lines of {self.draft.ships[number].card.get('name')}", ("leave her in", go),
            lambda line: self.become(self.draft.without_ship(number)) if line == go else None,
        )  # fmt: skip

    def save(self) -> None:
        """Save the file where it is, or a copy of the program's as one of the user's own."""
        if self.own:
            self._write(self.path)  # type: ignore[arg-type]
        else:
            self.save_as()

    def save_as(self) -> None:
        """Save it as another roster of the user's own."""
        name = file_stem(self.draft.title)
        self.pages.pick("Save as a roster of your own: the file's name", (), self._save_as, free=True, text=name)

    def _save_as(self, name: str) -> None:
        try:
            path = new_own_path(self.draft.ruleset, name)
        except FleetbookError as trouble:
            self.say(str(trouble), warning=True)
            return
        self._write(path)

    def _write(self, path: Path) -> None:
        try:
            self.draft = self.saved = self.draft.write(path)
        except FleetbookError as trouble:
            self.say(str(trouble), warning=True)
            return
        self.path = path
        self._back = []
        self.draw_rows()
        self.say(f"saved as {path}")

    def draw(self, size: tuple[int, int]) -> list[Line]:
        """The ships, the card of the one with the cursor, and what is wrong."""
        row = self.sheet.row
        whose = f"for {self.rules.title}" if self.path is None else f"{self.path.parent.name}/{self.path.stem}"
        frame = Frame(
            title=self.draft.title.strip() or "A roster without a title",
            right=f"{whose}{' · changed' if self.changed else ''}",
            sheet=self.sheet,
            about=(self._name(), lambda width: self._about(width, size)),
            standing=(ink(f" ✗ {self.trouble}", WARNING),) if self.trouble else (ink(" The rules take every card", GOOD),),
        )
        first = row_keys(row)
        lines, self._top = draw_frame(frame, self.message, draw_keys(self.commands, self, size[0], first), size, self._top)
        return lines

    def _name(self) -> str:
        return str(self.draft.ships[self.number].card.get("name", "")) if self.number is not None else "This roster"

    def _whose(self) -> str:
        if self.path is None:
            return "No file yet: ^S saves it among your rosters."
        if self.own:
            return f"One of your own: {self.path}"
        return f"It came with fleetbook: ^S saves a copy of your own, this file stays as it is. {self.path}"

    def _about(self, width: int, size: tuple[int, int]) -> list[Line]:
        if self.number is None:
            return told(self._whose(), width, QUIET)
        try:
            card = sample_card(self.rules, self.draft.ships[self.number].card)
        except FleetbookError as error:
            return told(str(error), width, WARNING)
        return about_card(card, width, size[1] if size[0] >= WIDE else 0)


def _no_ship(desk: RosterDesk) -> str:
    return "" if desk.number is not None else "point at a ship"


def _wrong(desk: RosterDesk) -> str:
    return desk.trouble


RosterDesk.commands = (
    DeskCommand("enter", "What the row says", "", "The card of a ship; otherwise the next row.", lambda desk: desk.enter()),
    DeskCommand("ctrl+s", "Save the roster", "save", "One of the program's is saved as a copy of your own; comments stay.",
                lambda desk: desk.save(), _wrong),
    DeskCommand("f3", "Save it under another name", "", "The file that it was read from stays as it is.",
                lambda desk: desk.save_as(), _wrong),
    DeskCommand("ctrl+n", "New ship", "new ship", "An empty card behind the one with the cursor.", lambda desk: desk.add()),
    DeskCommand("ctrl+y", "Copy the ship", "copy", "To be changed.", lambda desk: desk.copy(), _no_ship),
    DeskCommand("ctrl+o", "Copies from other rosters", "from others", "Any cards that these rules read.",
                lambda desk: desk.take_over()),
    DeskCommand("ctrl+d", "Take out the ship", "take out", "", lambda desk: desk.remove(), _no_ship),
    UNDO,
    *common("Leave the row, or the roster"),
)  # fmt: skip
