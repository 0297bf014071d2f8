"""The immutable form of an order: the draft, the row with the cursor, and the text typed there. A change makes a new form."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from fleetbook.core.battle.record import Proposer
from fleetbook.core.errors import FleetbookError, InvalidInput, NotYetKnown, Refused
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.order import Order
from fleetbook.core.play.driver import Supply, first_dice, play_through
from fleetbook.core.play.needed import DieNeeded, InputNeeded
from fleetbook.tui.kit.text_field import TextField

DICE = "dice"  # the last row, if the order throws dice: faces are typed there instead of rolled
SHIP, NUMBER, CHOICE = "ship", "number", "choice"  # kinds of rows to which typed letters or digits move the cursor
NO_DICE = Supply(None)
TICKED = ("several", "modifiers")


@dataclass(frozen=True)
class OrderForm:
    """An order being filled in.

    draft   the values entered so far, checked against the battle
    row     the number of the row with the cursor
    typing  the text being typed in that row; None before the first character
    mark    in a row of words to tick, the number of the word with the cursor
    dice    the faces of dice, as typed
    before  the form before the current text was typed, for moving the text to another row; None if it stays in its row
    proposer  the player who sent the order; None if the referee began it
    as_sent  whether no key has moved the cursor or changed a value since a waiting order was opened: then Space gives it
    entered  the inputs that the referee has entered in this form
    seen     the inputs in whose rows the cursor was; their rows stay
    """

    draft: Draft[Any]
    row: int = 0
    typing: TextField | None = None
    mark: int = 0
    dice: str = ""
    before: OrderForm | None = None
    proposer: Proposer | None = None
    as_sent: bool = False
    entered: frozenset[str] = frozenset()
    seen: frozenset[str] = frozenset()

    @classmethod
    def of(cls, draft: Draft[Any]) -> OrderForm:
        """The form of a draft, with the cursor on the first row with a problem, such as a missing value.

        If no row has a problem, the cursor is on the first row for a number. If there is none, it is on the dice, so that a digit
        changes no filled row. Without dice, or if the first row asks for neither a ship nor a choice, the cursor is on the first
        row.
        """
        entries = draft.wanted
        for chosen in (lambda e: e.problem is not None, lambda e: e.field.kind == NUMBER):
            found = next((row for row, entry in enumerate(entries) if chosen(entry)), None)
            if found is not None:
                return cls(draft, found)
        form, is_word = cls(draft), any(entry.field.kind in (SHIP, CHOICE) for entry in entries[:1])
        return form.at(len(entries)) if is_word and form.takes_dice else form

    @property
    def entries(self) -> list[Entry]:
        """The inputs that the order asks for, one in each row."""
        return self.draft.wanted

    @property
    def entry(self) -> Entry | None:
        """The input in the row with the cursor. None if that row is the dice."""
        entries = self.entries
        return entries[self.row] if self.row < len(entries) else None

    @property
    def takes_text(self) -> bool:
        """Whether any character may be typed in the row with the cursor, as in a note."""
        return self.entry is not None and self.entry.field.kind == "text"

    @property
    def name(self) -> str:
        entry = self.entry
        return entry.field.name if entry else DICE

    @property
    def rows(self) -> int:
        """How many rows the form has: one for each input, and one for dice if the order throws any."""
        return len(self.entries) + self.takes_dice

    @cached_property
    def takes_dice(self) -> bool:
        """Whether the form has a row for dice, because the order throws some."""
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

    @cached_property
    def first_dice(self) -> tuple[DieNeeded, ...]:
        """The dice that the order throws first. Empty while it cannot be given."""
        order = self.draft.checked
        return first_dice(order, self.draft.battle) if isinstance(order, Order) else ()

    @property
    def in_order(self) -> list[int]:
        """The numbers of the rows from top to bottom. The dice stand below the number that is measured on the table and below
        every ship; rows that the battle fills in follow them.
        """
        entries, every = self.entries, [*range(self.rows)]
        number = next((row for row, entry in enumerate(entries) if entry.field.kind == NUMBER), None)
        if number is None or not self.takes_dice:
            return every
        above = (row for row, entry in enumerate(entries) if row == number or entry.field.kind == SHIP or entry.problem)
        head = max(above) + 1
        return [*every[:head], len(entries), *every[head:-1]]

    def moved(self, steps: int) -> OrderForm:
        """The form with the cursor moved down by ``steps``, as far as the last row. From the first row, up leads to the dice, or
        without dice to the last row.
        """
        rows = self.in_order
        place = rows.index(self.row) + steps
        return self.at(rows[min(place, len(rows) - 1)] if place >= 0 else max(rows))

    def at(self, row: int) -> OrderForm:
        """The form with the cursor on a row, and nothing typed there yet."""
        return replace(self, row=row, typing=None, mark=0, before=None, seen=self.seen | {self.name})

    def at_row(self, kind: str) -> OrderForm:
        """The form with the cursor on a row of this kind: the last row that asks for a ship, or the first row that asks for a
        number.

        If no row asks for a number, the cursor goes to the dice. If there is no such row at all, the cursor stays.
        """
        rows = [row for row, entry in enumerate(self.entries) if entry.field.kind == kind]
        if not rows and kind != SHIP and self.takes_dice:
            rows = [len(self.entries)]
        return self.at(rows[0 if kind == NUMBER else -1]) if rows else self

    def names_ships(self, entry: Entry) -> bool:
        """Whether an input may be a ship: it asks for one, or its options include ships."""
        if entry.field.kind != CHOICE:
            return bool(entry.field.kind == SHIP)
        battle = self.draft.battle
        return any(battle.is_ship(word) for word in (*(entry.options or ()), *entry.refused))

    def at_input(self, name: str) -> OrderForm:
        row = next((row for row, entry in enumerate(self.entries) if entry.field.name == name), None)
        return self if row is None else self.at(row)

    def at_problem(self, problem: FleetbookError) -> OrderForm:
        """The form with the cursor on the row that has the problem; a wrong face is in the row of the dice.

        If no row has the problem, the cursor stays.
        """
        if self.dice and isinstance(problem, InvalidInput) and problem.where not in self.draft.entries:
            return self.at(len(self.entries))
        return self.at_input(next((entry.field.name for entry in self.entries if entry.problem is problem), ""))

    def with_input(self, raw: Any, typing: TextField | None = None) -> OrderForm:
        """The form with a value entered in the row with the cursor; None clears the row.

        If another ship is entered, modifiers that depend on the ship are set again.
        """
        name, entry = self.name, self.entry
        if entry is None:
            return replace(self, dice=raw or "", typing=typing)
        entered = self.entered - {name} if raw is None else self.entered | {name}
        return replace(self, draft=self.draft.answered(name, raw), typing=typing, entered=entered)

    @property
    def trouble(self) -> FleetbookError | None:
        """The first problem of the form: a wrong or missing value, or a refusal by the rules. None if there is none."""
        return self.draft.problem

    @property
    def ships(self) -> list[str]:
        battle = self.draft.battle
        return [v for v in self.draft.values.values() if isinstance(v, str) and battle.is_ship(v)]

    @cached_property
    def headline(self) -> str:
        """The order as a phrase, from the inputs known so far. If they are too few, its title and the ship that gives it."""
        known = {name: entry.value for name, entry in self.draft.entries.items() if entry.value is not None or not entry.problem}
        try:
            return self.draft.kind.partial(known).headline(self.draft.battle)
        except (Refused, InvalidInput, NotYetKnown):
            return ": ".join((self.draft.kind.title, *self.ships[:1]))


NOUGHT = "+0 "  # the beginning of an option that changes nothing


def counting(entry: Entry) -> tuple[str, ...]:
    """The options of a row of words to tick, without modifiers of +0, which change nothing."""
    return tuple(option for option in entry.options or () if not entry.worded(option).startswith(NOUGHT))
