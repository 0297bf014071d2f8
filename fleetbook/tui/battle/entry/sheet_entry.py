"""Fills in a sheet for several ships, and gives its orders one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.referee.proposals.next_order import begun, passed_over
from fleetbook.referee.session import Session
from fleetbook.tui.battle.entry.order_entry import OrderEntry
from fleetbook.tui.battle.entry.sheet import FIRE_ON, Row, Sheet, contradiction, old_range_words
from fleetbook.tui.kit.page import Message

OTHER_GROUP = {"pageup": -1, "pagedown": 1}


class SheetEntry:
    """Fills in a sheet, then gives its orders one after another.

    sheet  the open sheet; None if none is open
    """

    def __init__(self, session: Session, entry: OrderEntry, say: Callable[[Message], None]) -> None:
        self._session, self._entry, self._say = session, entry, say
        self.sheet: Sheet | None = None
        self._left: list[Mapping[str, Any]] = []
        self._sent: Sheet | None = None  # the sheet whose orders are being given
        self._doubted: tuple[tuple[Row, ...], bool] = (), False  # the rows last asked about, and whether their orders end actions
        self._giving = ExitStack()  # holds one command open while the orders of a sheet are given
        self._aside: Sheet | None = None  # the sheet that returns when the form of a single ship closes
        self._others: dict[tuple[Any, ...], Sheet] = {}  # sheets that were left, by step and squadron

    def begin(self, kind: type[SheetOrder[Any]], ship: str) -> None:
        """Open the sheet for the squadron of the cursor's ship. If it may not act, say why and open another squadron's sheet."""
        self._doubted = (), False
        draft = begun(self._session, kind, ship)
        group = draft.values[kind.group] or ""
        sheet = self._sheet_of(kind, group) if group else None
        if sheet is None or not sheet.rows:
            problem = Draft(self._session.battle, kind, {kind.group: group} if group else {}).problem
            self._say(Message(self._session.refusal(kind) or str(problem), warning=True))
            return
        self.sheet = sheet
        self._say(Message(passed_over(self._session, draft, ship, by_hand=False)))

    def press(self, key: str, character: str | None) -> None:
        """Handle a key while a sheet is open."""
        sheet = self.sheet
        if sheet is None:
            return
        if key == "escape":
            self._others[self._place(sheet.kind, sheet.group)] = sheet
            self.sheet = None
            if any(row.entered or row.holds for row in sheet.rows):
                self._say(Message("what is typed stays for this step"))
        elif key == "enter" or character == FIRE_ON:
            self._fire(sheet, ends=key == "enter")
        elif key == "tab":
            self._alone(sheet)
        elif key in OTHER_GROUP:
            groups = Draft(self._session.battle, sheet.kind).entries[sheet.kind.group].options or ()
            place = groups.index(sheet.group) + OTHER_GROUP[key] if sheet.group in groups else 0
            self._others[self._place(sheet.kind, sheet.group)] = sheet
            self.sheet = self._sheet_of(sheet.kind, groups[place % len(groups)])
        else:
            self.sheet = sheet.press(key, character)

    def _place(self, kind: type[SheetOrder[Any]], group: str) -> tuple[Any, ...]:
        """The step and the squadron for which a sheet is kept."""
        return self._session.battle.turn, self._session.battle.phase, kind.id, group

    def _sheet_of(self, kind: type[SheetOrder[Any]], group: str) -> Sheet:
        """The sheet of a squadron, with what was typed there before it was left in this step."""
        kept = self._others.pop(self._place(kind, group), None)
        return (kept and kept.left_over()) or Sheet.of(self._session, kind, group)

    def _alone(self, sheet: Sheet) -> None:
        """Open the form of a single row, with the row's values. The sheet returns when the form closes."""
        kind, battle, row = self._session.battle.ruleset.order(sheet.kind.alone), self._session.battle, sheet.drafts[sheet.at].raw
        draft = begun(self._session, kind, sheet.row.ship, by_hand=True)
        for name in sheet.kind.own:
            if name in kind.declared and name in row:
                draft = draft.with_input(name, row[name])
        self.sheet, self._aside = None, sheet
        self._entry.show(Draft(battle, kind, draft.raw))

    def _fire(self, sheet: Sheet, ends: bool) -> None:
        sheet = self.sheet = replace(sheet, typing=None)
        lacking = sheet.first_lacking()
        if lacking is not None:
            self.sheet = replace(sheet, at=lacking)
            self._say(Message(f"{sheet.rows[lacking].ship}: {sheet.problem_words(lacking)}", warning=True))
            return
        orders = sheet.orders(ends)
        if not orders:
            first = next((sheet.problem(place) for place, row in enumerate(sheet.rows) if not row.holds), None)
            self._say(Message(str(first or "every ship holds fire: Space lets the ship fire, Esc leaves"), warning=True))
            return
        doubts = [*self._doubts(sheet, ends, orders[-1])]
        if doubts and self._doubted != (sheet.rows, ends):
            self._doubted = sheet.rows, ends
            again = f"{'Enter' if ends else FIRE_ON} again gives the orders all the same"
            self._say(Message(f"{'. '.join(doubts)}. {again}", warning=True))
            return
        self._doubted = ((), False)
        self._left, self._sent, self.sheet = [draft.raw for draft in orders], sheet, None
        self._giving.enter_context(self._session.command)
        self._next()

    def _doubts(self, sheet: Sheet, ends: bool, last: Draft[Any]) -> Iterator[str]:
        """The reasons to ask before a sheet's orders are given. A range may be old or differ from the measured one. A ship may be
        unable to fire. The squadron may give up an action.
        """
        places = range(len(sheet.rows))
        for words, run in groupby(places, key=partial(contradiction, sheet)):
            if words:
                yield f"{', '.join(sheet.rows[place].ship for place in run)}: {words}"
        for words, run in groupby((place for place in places if sheet.is_old(place)), key=partial(old_range_words, sheet)):
            yield f"{', '.join(sheet.rows[place].ship for place in run)}: {words}"
        if ends:
            yield from (str(sheet.problem(at)) for at in places if not (sheet.rows[at].holds or sheet.fires(at)))
            order = last.checked
            if isinstance(order, SheetOrder) and (more := order.could_still(sheet.battle)):
                yield f"{more}: {FIRE_ON} fires and keeps them"

    def follow(self) -> None:
        """Return to the sheet when the question or the form of one of its orders was left."""
        if self._aside is not None and self._entry.form is None:
            sheet, self._aside = self._aside, None
            self.sheet = sheet.left_over()
        if self._sent is not None and self._entry.answer is None:
            self._entry.close()
            self._reopen("")

    def given(self, record: Record) -> None:
        """Give the next order of the sheet, if this record is one of its orders."""
        if self._sent is not None and record.procedure == self._sent.kind.id:
            self._left = self._left[1:]
            self._next()

    def _next(self) -> None:
        """Give the next order. If the battle no longer allows it, show the sheet of the ships that have not fired."""
        if not self._left or self._sent is None:
            self._end()
            return
        draft = Draft(self._session.battle, self._sent.kind, self._left[0])
        if not isinstance(draft.checked, Order):
            self._reopen(str(draft.checked))
            return
        self._entry.give(draft)
        self.follow()  # back to the sheet if the order could not be written

    def _ships(self, sent: Sheet, raw: Mapping[str, Any]) -> Sequence[str]:
        """The ships of an order that is not given yet, from its inputs ``raw``."""
        return Draft(sent.battle, sent.kind, raw).values[sent.kind.members_input] or ()

    def _end(self) -> None:
        """End the giving of a sheet's orders."""
        self._giving.close()
        self._left, self._sent = [], None

    def _reopen(self, why: str) -> None:
        """Show the sheet again with its values. Ships that have fired no longer take part."""
        sent, left = self._sent, self._left
        self._end()
        if sent is not None:
            due = {ship for raw in left for ship in self._ships(sent, raw)}
            self.sheet = sent.left_over({row.ship for place, row in enumerate(sent.rows) if sent.fires(place)} - due)
        if why:
            self._say(Message(why, warning=True))
