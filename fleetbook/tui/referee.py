"""The referee at the battle screen: what each key does to the view and to the battle. Knows no widget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from fleetbook.core.draft import Draft
from fleetbook.core.errors import FleetbookError, Refused, Unreadable
from fleetbook.core.procedure import Procedure
from fleetbook.core.record import Record
from fleetbook.reports.shapes import OddsTold
from fleetbook.store.errors import Unwritable
from fleetbook.tui.commands import Command, all_commands, by_key
from fleetbook.tui.drawing.ink import Line
from fleetbook.tui.forms.asking import Asking, advance, read_faces
from fleetbook.tui.forms.entering import paste, press
from fleetbook.tui.forms.form import OrderForm
from fleetbook.tui.session import Session
from fleetbook.tui.view import Message, View

PAGE = 8


class Pages(Protocol):
    """What lies over the battle screen for a while."""

    def show(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        """A page to read; ``lines`` draws it for a width."""

    def pick(self, title: str, options: Sequence[str], then: Callable[[str], None], free: bool = False) -> None:
        """One of several lines, or with ``free`` any text."""

    def leave(self) -> None:
        """Close the battle."""


class Referee:
    """Keys in, views out. Every order is durable before the view shows it."""

    def __init__(self, session: Session, pages: Pages) -> None:
        self.session, self.pages = session, pages
        self.commands: tuple[Command, ...] = all_commands(session.battle.ruleset.orders)
        self.keys = by_key(self.commands)
        first = next((card.name for card in session.cards()), "")
        self.view = View(ship=first)
        self._moved_by_hand = False

    # ------------------------------------------------------------------ keys

    def press(self, key: str, character: str | None) -> None:
        """A key, by the terminal's name and by what it types."""
        if self.view.asking is not None:
            self._press_asking(key, character)
        elif self.view.form is not None:
            self._press_form(self.view.form, key, character)
        else:
            typed = character if character is not None and character.isprintable() and character != " " else key
            self._command(typed)

    def paste(self, text: str) -> None:
        """Text pasted into a form."""
        if self.view.form is not None and self.view.asking is None:
            self._changed(paste(self.view.form, text))

    def _command(self, key: str) -> None:
        command = self.keys.get(key)
        self.say("")
        if command is None:
            if key.isprintable() and len(key) == 1:
                self.say(f"{key} does nothing here; ? lists the keys", warning=True)
            return
        refusal = command.refusal(self.session)
        if refusal:
            self.say(f"{command.title}: {refusal}", warning=True)
            return
        command.run(self)

    def say(self, text: str, warning: bool = False) -> None:
        """Put a message above the keys."""
        self.view = replace(self.view, message=Message(text, warning))

    # ------------------------------------------------------------------ orders

    def begin(self, procedure: type[Procedure[Any]]) -> None:
        """Begin an order: its form, or the order itself where it asks for nothing."""
        draft = Draft(self.session.battle, procedure)
        if not procedure.declared:
            self._give(OrderForm.of(draft))
            return
        draft = self._pointed_at(draft) if self._moved_by_hand else draft
        self._changed(OrderForm.of(draft))

    def _pointed_at(self, draft: Draft[Any]) -> Draft[Any]:
        """The draft with the ship under the cursor in the first input that it comes into question for."""
        for entry in draft.entries.values():
            if entry.field.kind == "ship" and self.view.ship in (entry.options or ()):
                return draft.with_input(entry.field.name, self.view.ship)
        return draft

    def _press_form(self, form: OrderForm, key: str, character: str | None) -> None:
        if key == "escape":
            self.view = replace(self.view, form=None, odds=None, odds_note="")
            self.say("")
        elif key == "enter":
            self._give(form)
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
            order = form.order()
            asking = Asking.begin(read_faces(form.dice))
        except (Refused, Unreadable) as trouble:
            self.view = replace(self.view, form=form if form.draft.procedure.declared else None)
            self._to_problem(trouble)
            return
        self._advance(form, order, asking)

    def _to_problem(self, trouble: FleetbookError) -> None:
        """Say what is wrong, and move the cursor to it."""
        form = self.view.form
        if form is not None and isinstance(trouble, Unreadable):
            self.view = replace(self.view, form=form.at(trouble.where))
        self.say(str(trouble), warning=True)

    def _advance(self, form: OrderForm, order: Procedure[Any], asking: Asking) -> None:
        ask = bool(asking.faces) or self.session.typed_dice

        def give(supplied: Asking) -> Record:
            return self.session.give(order, form.draft.given, supplied.faces, supplied.choices, ask)

        try:
            asking, record = advance(asking, give)
        except (Refused, Unreadable, Unwritable) as trouble:
            self.view = replace(self.view, asking=None)
            self._to_problem(trouble)
            return
        if record is None:
            self.view = replace(self.view, form=form, asking=asking, odds=None, odds_note="")
            self.say("")
        else:
            self._given(record)

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
        asking, form = self.view.asking, self.view.form
        if asking is None or form is None:
            return
        if key == "escape":
            self.view = replace(self.view, asking=None, form=form if form.draft.procedure.declared else None)
            self.say("nothing was ordered")
        elif key == "enter" or (key == "backspace" and not asking.typing.text):
            try:
                answered = asking.answered() if key == "enter" else asking.press(key, character)
            except Unreadable as wrong:
                self.say(str(wrong), warning=True)
                return
            self._advance(form, form.order(), answered)
        else:
            self.view = replace(self.view, asking=asking.press(key, character))
            self.say("")

    @property
    def weighed(self) -> Procedure[Any] | None:
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
        again = Draft(self.session.battle, procedure, {name: last.inputs[name] for name in last.given})
        for draft in (again, Draft(self.session.battle, procedure)):
            form = OrderForm.of(draft)
            if form.trouble is None:
                self._give(form)
                return
        self.begin(procedure)

    # ------------------------------------------------------------------ back and forth

    def undo(self) -> None:
        """Take back the last order."""
        self._try(self.session.undo)

    def redo(self) -> None:
        """Bring back what was taken back."""
        self._try(self.session.redo)

    def undo_to_line(self) -> None:
        """Go to the selected line, after saying what that takes back."""
        target = self.view.line or len(self.session.journal.records)
        taken = self.session.taken_back_by(target)
        if not taken and target == self.session.journal.position:
            self.say(f"the battle stands at line {target} already; select another line in the journal (Tab, ↑)", warning=True)
            return
        lines = ", ".join(str(record.number) for record in taken[:8]) + (" …" if len(taken) > 8 else "")
        go = f"go to line {target}: takes back {lines}" if taken else f"go to line {target}"
        self.pages.pick("Go back?", (go, "leave everything as it is"), lambda chosen: self._go(target, chosen == go))

    def _go(self, target: int, really: bool) -> None:
        if really:
            self._try(lambda: self.session.undo(target))

    def _try(self, move: Callable[[], Record]) -> None:
        try:
            self._given(move())
        except (Refused, Unreadable, Unwritable) as trouble:
            self.say(str(trouble), warning=True)

    def overrule(self) -> None:
        """Change a die of the last order: which, to what, why."""
        last = self.session.last_order
        if last is None:
            return
        dice = [f"die {n}: D{face.sides} {face.face}" for n, face in enumerate(last.faces, 1)]

        def chosen(die: int) -> None:
            faces = [str(face) for face in range(1, last.faces[die - 1].sides + 1)]
            self.pages.pick(f"Die {die} becomes", faces, lambda face: reason(die, int(face)))

        def reason(die: int, face: int) -> None:
            self.pages.pick("Why?", (), lambda why: self._try(lambda: self.session.overrule(die, face, why)), free=True)

        self.pages.pick(f"Change which die of {last.headline}?", dice, lambda line: chosen(dice.index(line) + 1))

    def toggle_dice(self) -> None:
        """Dice rolled, or typed in, from now on."""
        self.session.typed_dice = not self.session.typed_dice
        self.say(self.session.dice)

    # ------------------------------------------------------------------ looking

    def why(self) -> None:
        """The whole working of the selected line."""
        from fleetbook.tui.drawing.reading import why_lines  # noqa: PLC0415 (start-up counts)

        record = self.session.journal.record(self.view.line or len(self.session.journal.records))
        self.pages.show(f"Why? Line {record.number}: {record.headline}", lambda width: why_lines(self.session, record, width))

    def look(self) -> None:
        """The whole card of the ship with the cursor, or the working of the selected line."""
        if self.view.journal:
            self._command("w")
            return
        from fleetbook.tui.drawing.reading import card_lines  # noqa: PLC0415 (start-up counts)

        card = next((card for card in self.session.cards() if card.name == self.view.ship), None)
        if card is not None:
            self.pages.show(card.name, lambda width: card_lines(card, width))

    def open_help(self) -> None:
        """Every key, and the signs on the cards."""
        from fleetbook.tui.drawing.reading import help_lines  # noqa: PLC0415 (start-up counts)

        self.pages.show("Help", lambda width: help_lines(self.commands, self.session, width))

    def open_palette(self) -> None:
        """All orders and commands by name."""
        orders = [procedure for procedure in self.session.battle.ruleset.orders if procedure.key or procedure.phases]
        named = {f"{command.title}  ({command.shown_key})": command for command in self.commands}
        named |= {p.title: self._keyless(p) for p in orders if not p.key}
        listed = {name: command for name, command in named.items() if not command.refusal(self.session)}
        refused = {f"{name}  ✗ {c.refusal(self.session)}": c for name, c in named.items() if c.refusal(self.session)}
        every = listed | refused
        self.pages.pick("All orders and commands", list(every), lambda name: self._run(every[name]))

    def _keyless(self, procedure: type[Procedure[Any]]) -> Command:
        from fleetbook.tui.commands import order_command  # noqa: PLC0415

        return order_command(procedure)

    def _run(self, command: Command) -> None:
        refusal = command.refusal(self.session)
        if refusal:
            self.say(f"{command.title}: {refusal}", warning=True)
        else:
            command.run(self)

    def find_ship(self) -> None:
        """Move the cursor to a ship by its name."""
        self.pages.pick("Find a ship", [card.name for card in self.session.cards()], self._point)

    def _point(self, ship: str) -> None:
        self._moved_by_hand = True
        self.view = replace(self.view, ship=ship, journal=False)

    def move(self, across: int, down: int) -> None:
        """Move the cursor among the ships, or the lines of the journal."""
        if self.view.journal and down:
            self._to_line((self.view.line or len(self.session.journal.records)) + down)
            return
        sides = self._ships_by_side()
        place = next((p for p, ships in enumerate(sides) if self.view.ship in ships), 0)
        row = sides[place].index(self.view.ship) if self.view.ship in sides[place] else 0
        place = (place + across) % len(sides)
        if sides[place]:
            self._point(sides[place][min(max(row + down, 0), len(sides[place]) - 1)])

    def _ships_by_side(self) -> list[list[str]]:
        return [[card.name for card in self.session.cards() if card.side == side] for side in self.session.battle.sides]

    def _to_line(self, number: int) -> None:
        last = len(self.session.journal.records)
        number = min(max(number, 1), last)
        self.view = replace(self.view, line=None if number == last else number)

    def page(self, pages: int) -> None:
        """Turn the journal's pages."""
        self._to_line((self.view.line or len(self.session.journal.records)) + pages * PAGE)

    def to_end(self, last: bool) -> None:
        """The first or last line, or ship of the fleet."""
        if self.view.journal:
            self._to_line(len(self.session.journal.records) if last else 1)
        else:
            self.move(0, 999 if last else -999)

    def switch_focus(self) -> None:
        """From the fleets to the journal and back."""
        self.view = replace(self.view, journal=not self.view.journal)

    def leave(self) -> None:
        """Close the battle; everything is kept."""
        self.pages.leave()
