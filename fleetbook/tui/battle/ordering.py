"""Giving orders on the battle screen: the form, the dice and choices that an order asks for, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError, InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.referee.asking import Asking
from fleetbook.referee.faces import read_faces
from fleetbook.reports.views.shapes import OddsTold
from fleetbook.store.errors import Unwritable
from fleetbook.tui.battle.asking import AnswerField
from fleetbook.tui.battle.form import OrderForm
from fleetbook.tui.battle.form_keys import press
from fleetbook.tui.battle.looking import Looking
from fleetbook.tui.kit.text_field import LineEdit


class Ordering(Looking):
    """Orders from the first key to the record."""

    def begin(self, procedure: type[Order[Any]]) -> None:
        """Begin an order: its form, or the order itself where it asks for nothing."""
        draft = Draft(self.session.battle, procedure)
        if procedure is Annotate and self.view.journal and self.session.journal.records:
            self._changed(_remark(draft, self.view.line or len(self.session.journal.records)))
            return
        if not procedure.declared:
            self._give(OrderForm.of(draft))
            return
        self._changed(OrderForm.of(self._pointed_at(draft)))

    def _pointed_at(self, draft: Draft[Any]) -> Draft[Any]:
        """The draft with the ship under the cursor in the first input that it comes into question for; one that the referee has
        not pointed at fills in only what the battle does not.
        """
        for entry in draft.entries.values():
            asked = entry.field.kind == "ship" and (self._moved_by_hand or entry.problem)
            if asked and self.view.ship in (entry.options or ()):
                return draft.with_input(entry.field.name, self.view.ship)
        return draft

    def _press_form(self, form: OrderForm, key: str, character: str | None) -> None:
        if key == "escape":
            self.view = replace(self.view, form=None, odds=None, odds_note="")
            self.say("")
        elif key == "enter":
            self._give(form)
        elif key == "f1":
            self.help_here()
        else:
            self._changed(press(form, key, character))

    def _changed(self, form: OrderForm) -> None:
        """Take the form in; the last ship that it names is the one shown in full."""
        ships = [entry.value for entry in form.entries if entry.field.kind == "ship" and entry.value]
        ship = ships[-1] if ships and self.session.battle.is_ship(ships[-1]) else self.view.ship
        stale = self.view.form is None or form.draft is not self.view.form.draft
        self.view = replace(self.view, form=form, ship=ship, odds=None if stale and form.trouble else self.view.odds)
        self.say("")

    def _give(self, form: OrderForm) -> None:
        try:
            give = self.session.ordering(form.order(), form.draft.given, self.session.typed_dice)
            faces = read_faces(form.dice)
        except (Refused, InvalidInput) as trouble:
            self.view = replace(self.view, form=form if form.draft.procedure.declared else None)
            self._to_problem(trouble)
            return
        self._advance(form, lambda: Asking.begin(give, faces))

    def _to_problem(self, trouble: FleetbookError) -> None:
        """Say what is wrong, and move the cursor to it."""
        form = self.view.form
        if form is not None and isinstance(trouble, InvalidInput):
            form = form.at(trouble.where)
            self.view = replace(self.view, form=form)
            if form.lacks_only_what_must_be_said:
                self.say("")  # the form says so already
                return
        self.say(str(trouble), warning=True)

    def _advance(self, form: OrderForm, answer: Callable[[], Asking]) -> None:
        """Take an answer in: the order is given, or asks on, or cannot be given."""
        try:
            asking = answer()
        except (Refused, InvalidInput, Unwritable) as trouble:
            self.view = replace(self.view, asking=None)
            self._to_problem(trouble)
            return
        if asking.record is None:
            shown = AnswerField(asking)
            if asking.problem and self.view.asking is not None and asking.answers == self.view.asking.asking.answers:
                shown = replace(self.view.asking, asking=asking)
            self.view = replace(self.view, form=form, asking=shown, odds=None, odds_note="")
            self.say(asking.problem, warning=True)
        else:
            self._given(asking.record)

    def _given(self, record: Record) -> None:
        """Show what came of an order."""
        self._moved_by_hand = False
        self.view = replace(self.view, form=None, asking=None, odds=None, odds_note="", line=None)
        self._face_acting(record.phase)
        self.say("")

    def _face_acting(self, before: str) -> None:
        """Where a step began, turn to the side that acts in it."""
        battle = self.session.battle
        ours = [card.name for card in self.session.cards() if card.side == battle.acting and not card.fate]
        if ours and battle.phase != before and self.view.ship not in ours:
            self.view = replace(self.view, ship=ours[0])

    def _press_asking(self, key: str, character: str | None) -> None:
        answer, form = self.view.asking, self.view.form
        if answer is None or form is None:
            return
        if key == "escape":
            self.view = replace(self.view, asking=None, form=form if form.draft.procedure.declared else None)
            self.say("nothing was ordered")
        elif key == "enter":
            self._advance(form, lambda: answer.asking.answered(answer.text))
        elif key == "backspace" and not answer.typing.text:
            self._advance(form, answer.asking.taken_back)
        else:
            self.view = replace(self.view, asking=answer.press(key, character))
            self.say("")

    @property
    def weighed(self) -> Order[Any] | None:
        """The order whose odds belong beside the form; None where there is none to weigh."""
        form = self.view.form
        if form is None or self.view.asking is not None or form.trouble is not None:
            return None
        return form.order()

    def show_odds(self, told: OddsTold | None, note: str = "") -> None:
        """Put odds beside the form."""
        if self.view.form is not None:
            self.view = replace(self.view, odds=told, odds_note=note)

    def repeat(self) -> None:
        """The last kind of order again: as it was entered where that is still allowed, otherwise as the battle suggests."""
        last = self.session.last_order
        if last is None:
            self.say("no order to repeat yet", warning=True)
            return
        procedure = self.session.battle.ruleset.procedure(last.procedure)
        form = OrderForm.of(self._again(procedure, last))
        if form.trouble is not None and not form.lacks_only_what_must_be_said:
            self.begin(procedure)
        elif form.trouble is None and not _meets_others(form.draft, last):
            self._give(form)
        else:
            self._changed(form)

    def _again(self, procedure: type[Order[Any]], last: Record) -> Draft[Any]:
        """What was entered for the last order, entered once more; a number that was measured between other ships is not."""
        draft = Draft(self.session.battle, procedure, {name: last.inputs[name] for name in last.given})
        if _meets_others(draft, last):
            for name in last.given:
                if procedure.declared[name].kind == "number":
                    draft = draft.with_input(name, None)
        return draft


def _remark(draft: Draft[Any], line: int) -> OrderForm:
    """A note on the selected line of the journal, begun with its number."""
    head = LineEdit().insert(f"line {line}: ")
    return OrderForm.of(draft).with_input(head.text, head)


def _meets_others(draft: Draft[Any], last: Record) -> bool:
    """Whether an order that is between ships is between other ships than the last was."""
    ships = [name for name, field in draft.procedure.declared.items() if field.kind == "ship"]
    return len(ships) > 1 and any(draft.values[name] != last.inputs.get(name) for name in ships)
