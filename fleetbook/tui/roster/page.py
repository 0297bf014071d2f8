"""The roster editor: lists the ships of a roster file, and opens their cards. Comments in the file are kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import counted, folded_name
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.paths import file_stem, new_own_path, own_folder
from fleetbook.store.library.roster_file import RosterFile
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.editing import EditPage
from fleetbook.tui.kit.frame import Frame
from fleetbook.tui.kit.line import Line, ink, text_lines
from fleetbook.tui.kit.list_form import Edit, Row, Section
from fleetbook.tui.kit.style import GOOD, QUIET, WARNING
from fleetbook.tui.roster.card_page import CardPage
from fleetbook.tui.roster.card_rows import Card, card_problem, new_card
from fleetbook.tui.roster.field_kinds import fields_of, offering
from fleetbook.tui.roster.sample_card import about_sample
from fleetbook.tui.roster.ship_picker import Pick, ShipPicker, installed_rosters

NEW_SHIP = "New ship"


def _row(rules: Ruleset[Any], number: int, card: Card, twice: set[str]) -> Row:
    name = str(card.get("name", ""))
    words = (str(card[f.name]) for f in fields_of(rules.card_type)[1:4] if isinstance(card.get(f.name), (str, int, float)))
    problem = "this name is given twice" if folded_name(name) in twice else card_problem(rules, card)
    return Row(("ship", number), value=name or "?", note=" · ".join(words), problem=problem, does="change her card")


def _no_ship(page: RosterPage) -> str:
    return "" if page.number is not None else "point at a ship"


def _wrong(page: RosterPage) -> str:
    return page.trouble


class RosterPage(EditPage[RosterFile]):
    """The page on which a roster is edited."""

    name = "a roster"
    leaving = "Leave the row, or the roster", "back"

    def __init__(self, draft: RosterFile, path: Path | None = None) -> None:
        self.path = path
        super().__init__(draft)

    def sections(self) -> Iterable[Section]:
        """The rows: the title, then one row for each ship."""
        draft = self.draft
        title = Row(("title",), "title", draft.title, typed=True, problem="" if draft.title.strip() else "required")
        yield Section("", (title,))
        names = [folded_name(str(ship.card.get("name", ""))) for ship in draft.ships]
        twice = {name for name in names if names.count(name) > 1}
        rules = ruleset(draft.ruleset)
        ships = [_row(rules, number, ship.card, twice) for number, ship in enumerate(draft.ships)]
        add = Row(("add",), value="+ ship", does="a new card", problem="" if ships else "no ship yet")
        yield Section("Ships", (*ships, add), str(len(ships)))

    def edited(self, edit: Edit) -> RosterFile:
        return replace(self.draft, title=edit.text) if edit.place == ("title",) else self.draft

    @classmethod
    def new(cls, rules: str) -> RosterPage:
        """Open the editor on a new roster without ships. Raises InvalidInput for unknown rules."""
        return cls(RosterFile(ruleset(rules).id, "A new roster"))

    @classmethod
    def reading(cls, path: Path) -> RosterPage:
        """Open the editor on a roster file. Raises InvalidInput if the file cannot be read."""
        return cls(RosterFile.read(path), path)

    @property
    def rules(self) -> Ruleset[Any]:
        return ruleset(self.draft.ruleset)

    @property
    def own(self) -> bool:
        """Whether the file belongs to the user. A roster that came with the program is saved as a copy."""
        return self.path is not None and own_folder() in self.path.parents

    @property
    def number(self) -> int | None:
        return self.at[1] if len(self.at) > 1 and isinstance(self.at[1], int) else None

    @property
    def trouble(self) -> str:
        """The first fault of the roster. Empty if there is none, so that the roster can be saved."""
        return next((f"{row.value or row.label}: {row.problem}" for row in self.form.rows if row.problem), "")

    # ------------------------------------------------------------------ commands

    @command("enter", "", "The card of a ship; otherwise the next row.")
    def enter(self) -> None:
        """Open the row."""
        if self.number is not None:
            self._open(self.number)
        elif self.at == ("add",):
            self.add()
        else:
            self.next_row()

    def _open(self, number: int) -> None:
        card = self.draft.ships[number].card
        heading = str(card.get("name", "")).strip() or NEW_SHIP
        self.pages.put(CardPage(heading, self.rules, card, lambda changed: self._changed(number, changed)))

    def _changed(self, number: int, card: dict[str, Any]) -> None:
        self.become(self.draft.with_card(number, card), ("ship", number))

    @command("ctrl+s", "save", "A roster that came with the program is saved as your own copy. Comments are kept.", _wrong)
    def save(self) -> None:
        """Save the roster."""
        if self.own:
            self.attempt(lambda: self._write(self.path or Path()))
        else:
            self.save_as()

    @command("f3", "", "The file that it was read from stays as it is.", _wrong)
    def save_as(self) -> None:
        """Save the roster under another name."""
        name = file_stem(self.draft.title)

        def save(name: str) -> None:
            self.attempt(lambda: self._write(new_own_path(self.draft.ruleset, name)))

        self.pages.pick("Save as a roster of your own: the file's name", (), save, free=True, text=name)

    def _write(self, path: Path) -> None:
        self.set_saved(self.draft.write(path))
        self.path = path
        self.say(f"saved as {path}")

    @command("ctrl+n", "new ship", "A card with what every ship of these rules has, after the ship with the cursor.")
    def add(self) -> None:
        """New ship."""
        self._insert(
            {
                **new_card(self.rules, offering(fields_of(self.rules.card_type), self.rules.tables)),
                "name": self._free_name(NEW_SHIP),
            },
            opening=True,
        )

    def _insert(self, card: Card, opening: bool = False) -> None:
        place = len(self.draft.ships) if self.number is None else self.number + 1
        self.become(self.draft.with_ship(place, card), ("ship", place))
        if opening:
            self._open(place)

    def _free_name(self, name: str) -> str:
        taken = {folded_name(str(ship.card.get("name", ""))) for ship in self.draft.ships}
        number = 2
        free = name
        while folded_name(free) in taken:
            free, number = f"{name} {number}", number + 1
        return free

    @command("ctrl+y", "copy", "The copy can then be changed.", _no_ship)
    def copy(self) -> None:
        """Copy the ship."""
        if self.number is not None:
            card = dict(self.draft.ships[self.number].card)
            self._insert({**card, "name": self._free_name(str(card.get("name", "")).strip() or NEW_SHIP)})

    @command("ctrl+o", "from others", "Ships from any roster that these rules can read.")
    def take_over(self) -> None:
        """Copy ships from other rosters."""
        rosters = installed_rosters(self.rules)

        def then(picks: list[Pick]) -> None:
            for pick in picks:
                card = rosters[pick.roster].cards[pick.card]
                for _ in range(pick.count):
                    self._insert({**card, "name": self._free_name(pick.card)})

        self.pages.put(ShipPicker("Copies of ships", self.rules, then))

    @command("ctrl+d", "remove", "", _no_ship)
    def remove(self) -> None:
        """Remove the ship."""
        if self.number is not None:
            self.attempt(partial(self._remove, self.number))

    def _remove(self, number: int) -> None:
        lost = len(self.draft.comments_of(number))
        go = f"remove her with {counted(lost, 'comment')}"

        def answered(answer: str) -> None:
            if answer == go:
                self.become(self.draft.without_ship(number))

        if lost:
            name = self.draft.ships[number].card.get("name")
            self.pages.pick(f"Comments stand among the lines of {name}", ("leave her there", go), answered)
        else:
            answered(go)

    # ------------------------------------------------------------------ the picture

    def frame(self, size: tuple[int, int]) -> Frame:
        whose = f"for {self.rules.title}" if self.path is None else f"{self.path.parent.name}/{self.path.stem}"
        return Frame(
            title=self.draft.title.strip() or "A roster without a title",
            right=f"{whose}{' · changed' if self.changed else ''}",
            about=(self._name(), lambda width: self._about(width, size)),
            standing=(ink(f" ✗ {self.trouble}", WARNING),) if self.trouble else (ink(" The rules take every card", GOOD),),
        )

    def _name(self) -> str:
        return str(self.draft.ships[self.number].card.get("name", "")) if self.number is not None else "This roster"

    def _whose(self) -> str:
        if self.path is None:
            return "No file yet: ^S saves it among your rosters."
        if self.own:
            return f"One of your own: {self.path}"
        return f"It came with fleetbook or a rule package. ^S saves a copy of your own; this file stays as it is. {self.path}"

    def _about(self, width: int, size: tuple[int, int]) -> list[Line]:
        if self.number is None:
            return text_lines(self._whose(), width, QUIET)
        return about_sample(self.rules, self.draft.ships[self.number].card, width, size)
