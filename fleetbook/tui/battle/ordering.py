"""The keys that begin an order or repeat the last one. They open its form or its sheet."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.referee.asking import NOT_THROWN
from fleetbook.referee.session import Session
from fleetbook.tui.battle.entry.order_entry import OrderEntry
from fleetbook.tui.battle.entry.sheet_entry import SheetEntry
from fleetbook.tui.battle.rulings import no_order
from fleetbook.tui.battle.view import BATTLE, Cursor, battle_command
from fleetbook.tui.kit.page import Message


def _no_repeat(of: Ordering) -> str:
    """The reason why the last order cannot be repeated. Empty if it can."""
    return f"the {of.session.battle.ruleset.contest} has ended" if of.session.battle.ended else no_order(of)


class Ordering:
    """The keys of orders, and the form or sheet that is being filled in. The cursor of the board goes to the ship of the form or
    sheet.
    """

    def __init__(
        self, session: Session, cursor: Cursor, entry: OrderEntry, sheets: SheetEntry, say: Callable[[Message], None]
    ) -> None:
        self.session, self._cursor, self._entry, self._sheets, self._say = session, cursor, entry, sheets, say
        self._face_left_out = False  # whether the last key was a face that no die asked for: its Enter is left out too

    @property
    def is_open(self) -> bool:
        """Whether keys go to a form, a question or a sheet."""
        return self._entry.form is not None or self._sheets.sheet is not None

    def press(self, key: str, character: str | None) -> None:
        """Use a key in the open form or sheet. After Escape from a form the cursor returns to its former ship."""
        if self._entry.form is None:
            self._sheets.press(key, character)
        else:
            self._entry.press(key, character)
            self._sheets.follow()
            self._cursor.ship = self._entry.ship or self._cursor.ship
        self._follow()

    def begin(self, order: type[Order[Any]]) -> None:
        """Begin an order. A note begun while the cursor is in the journal is about the selected line."""
        cursor = self._cursor
        if order is Annotate and cursor.journal and cursor.number:
            self._entry.begin_note(cursor.number)
        elif issubclass(order, SheetOrder):
            self._sheets.begin(order, cursor.ship)
        else:
            self._entry.begin(order, cursor.ship, cursor.by_hand)
        self._follow()

    def _follow(self) -> None:
        """Move the cursor to the ship that the open form names last, or to that of the sheet's row."""
        sheet = self._sheets.sheet
        if self.is_open:
            self._cursor.ship = (sheet.row.ship if sheet else self._entry.ship) or self._cursor.ship

    def takes(self, key: str, character: str | None, bound: Container[str]) -> bool:
        """Use a digit while neither a form nor a sheet is open. Returns whether the key was used. ``bound`` has the keys of
        commands.

        If players throw the dice, the digit may be meant for a die that nobody asked for. It is left out with a message, and so
        is the Enter after it.
        """
        after_face, self._face_left_out = self._face_left_out, False
        if character is None or not character.isdigit():
            return after_face and key == "enter"
        if not self.session.typed_dice:
            return self._number_typed(key, character)
        self._face_left_out = character not in bound
        if self._face_left_out:
            self._say(Message(f"{character} is left out: {NOT_THROWN}", warning=True))
        return self._face_left_out

    def _number_typed(self, key: str, digit: str) -> bool:
        """Open a sheet and type this digit into it, as the first of a number. If an order was given in this step, it is the sheet
        of the next squadron for the same order; if not, the first sheet that the step has.

        Returns False if there is no such sheet.
        """
        last, battle = self.session.last_but_notes, self.session.battle
        if last is not None and (last.turn, last.phase) == (battle.turn, battle.phase):
            if no_order(self) or not self._begin_sheet(last):
                return False
        else:
            kinds = (kind for kind in battle.ruleset.all_orders if issubclass(kind, SheetOrder) and self.session.suits(kind))
            kind = next((kind for kind in kinds if not self.session.refusal(kind)), None)
            if kind is None:
                return False
            self._sheets.begin(kind, self._cursor.ship)
        if self.is_open:
            self.press(key, digit)
        return True

    @battle_command("repeat", "repeat", "For the next ship that has not given it yet. If something must be measured or "
    "named, its form is shown first. After a squadron's fire a digit opens the next sheet.", BATTLE,
                    refusal=_no_repeat)  # fmt: skip
    def repeat(self) -> None:
        """Repeat the last kind of order."""
        if (last := self.session.last_but_notes) is None:
            return
        if not self._begin_sheet(last):
            self._entry.repeat(last, self._cursor.ship, self._cursor.by_hand)
        self._follow()

    @battle_command(
        "repeat-all", "", "For each ship that may do the same now, up to the first open question. For squadrons: all of both "
        "sides, in the order of the rules.", BATTLE, refusal=_no_repeat
    )  # fmt: skip
    def repeat_for_all(self) -> None:
        """Repeat the last order for all ships."""
        if (last := self.session.last_but_notes) is None:
            return
        if not self._begin_sheet(last):
            self._entry.repeat_for_all(last)
        self._follow()

    def _begin_sheet(self, last: Record) -> bool:
        """Open the sheet of the next squadron, if the last order had a sheet in which each ship has her own target."""
        kind = self.session.battle.ruleset.order(last.procedure)
        if not issubclass(kind, SheetOrder):
            return False
        self._sheets.begin(kind, self._cursor.ship)
        return True
