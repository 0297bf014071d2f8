"""An order's form: the draft, the row with the cursor, and the text typed there. Immutable; each change makes another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from fleetbook.core.errors import FleetbookError, InvalidInput, NotYetKnown, Refused
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.order import Order
from fleetbook.core.play.driver import Supply, play_through
from fleetbook.core.play.needed import InputNeeded
from fleetbook.tui.kit.text_field import TextField

DICE = "dice"  # the row after the fields, where the order throws any: faces typed in instead of rolled
SHIP, NUMBER, CHOICE = "ship", "number", "choice"  # kinds of rows that letters and digits are meant for
NO_DICE = Supply(None)
TICKED = ("several", "modifiers")


@dataclass(frozen=True)
class OrderForm:
    """An order being filled in.

    draft   the values as entered, read against the battle
    row     the row with the cursor
    typing  the text being typed in that row; None before the first character
    mark    in a row of several words, the word with the cursor
    dice    faces as typed
    before  the form before the text being typed in a row of words, which may belong to another row
    """

    draft: Draft[Any]
    row: int = 0
    typing: TextField | None = None
    mark: int = 0
    dice: str = ""
    before: OrderForm | None = None

    @classmethod
    def of(cls, draft: Draft[Any]) -> OrderForm:
        """The form of a draft. The cursor is on the first row that is required or changes most often."""
        return cls(draft, first_row(draft.wanted))

    @property
    def entries(self) -> list[Entry]:
        """The inputs that the order asks for."""
        return self.draft.wanted

    @property
    def entry(self) -> Entry | None:
        """The input with the cursor; None on the row of the dice."""
        entries = self.entries
        return entries[self.row] if self.row < len(entries) else None

    @property
    def name(self) -> str:
        entry = self.entry
        return entry.field.name if entry else DICE

    @property
    def rows(self) -> int:
        """The number of rows: the inputs, and the dice if the order throws any."""
        return len(self.entries) + self.takes_dice

    @cached_property
    def takes_dice(self) -> bool:
        """Whether there are dice to type in: the order does not come to its end without any."""
        if self.dice or self.entry is None:
            return True
        if not isinstance(self.draft.checked, Order):
            return False
        try:
            play_through([self.draft.checked], self.draft.battle, NO_DICE)
        except InputNeeded:
            return True
        except (Refused, InvalidInput, RulesFault):
            pass
        return False

    def moved(self, steps: int) -> OrderForm:
        """The form with the cursor so many rows further. Up from the first row leads to the last, and no further."""
        return self.at(self.rows - 1 if self.row + steps < 0 else min(self.row + steps, self.rows - 1))

    def at(self, row: int) -> OrderForm:
        """The form with the cursor on a row, before anything is typed there."""
        return replace(self, row=row, typing=None, mark=0, before=None)

    def at_row(self, kind: str) -> OrderForm:
        """The form with the cursor on the last row that asks for a ship, or the first for a number.

        Without a number, digits go to the dice. Without any such row the cursor stays.
        """
        rows = [row for row, entry in enumerate(self.entries) if entry.field.kind == kind]
        if not rows and kind != SHIP and self.takes_dice:
            rows = [len(self.entries)]
        return self.at(rows[0 if kind == NUMBER else -1]) if rows else self

    def names_ships(self, entry: Entry) -> bool:
        """Whether a row asks for a ship, or for one of several things with ships among them."""
        if entry.field.kind != CHOICE:
            return bool(entry.field.kind == SHIP)
        battle = self.draft.battle
        return any(battle.is_ship(word) for word in (*(entry.options or ()), *entry.refused))

    def at_input(self, name: str) -> OrderForm:
        row = next((row for row, entry in enumerate(self.entries) if entry.field.name == name), None)
        return self if row is None else self.at(row)

    def at_problem(self, problem: FleetbookError) -> OrderForm:
        """The form with the cursor on the row of a problem, or on the dice for a wrong face. Otherwise the cursor stays."""
        if self.dice and isinstance(problem, InvalidInput) and problem.where not in self.draft.entries:
            return self.at(len(self.entries))
        return self.at_input(next((entry.field.name for entry in self.entries if entry.problem is problem), ""))

    def with_input(self, raw: Any, typing: TextField | None = None) -> OrderForm:
        """The form with a value entered in the row with the cursor. None takes the entry back.

        Ticks below a ship are made again when another ship is named.
        """
        name, entry = self.name, self.entry
        if entry is None:
            return replace(self, dice=raw or "", typing=typing)
        return replace(self, draft=self.draft.answered(name, raw), typing=typing)

    @property
    def trouble(self) -> FleetbookError | None:
        """The first problem: a wrong or missing value, or a refusal of the rules."""
        return self.draft.problem

    @property
    def ships(self) -> list[str]:
        battle = self.draft.battle
        return [v for v in self.draft.values.values() if isinstance(v, str) and battle.is_ship(v)]

    @cached_property
    def headline(self) -> str:
        """The order in words as far as it can be said."""
        known = {name: entry.value for name, entry in self.draft.entries.items() if entry.value is not None or not entry.problem}
        try:
            return self.draft.kind.partial(known).headline(self.draft.battle)
        except (Refused, InvalidInput, NotYetKnown):
            return self.draft.kind.title


def first_row(entries: list[Entry]) -> int:
    """The first input that is required, else the first number, which changes most often, else the first."""
    for chosen in (lambda e: e.problem is not None, lambda e: e.field.kind == "number"):
        found = next((row for row, entry in enumerate(entries) if chosen(entry)), None)
        if found is not None:
            return found
    return 0
