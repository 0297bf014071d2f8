"""The way of an order from its first key, through its form and its questions, to its line in the journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fleetbook.core.battle.record import Proposer, Record
from fleetbook.core.errors import FleetbookError, InvalidInput, Refused
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.field_kinds import NumberField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.core.parsing import match
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded, InputNeeded
from fleetbook.referee.asking import Asking
from fleetbook.referee.faces import Run, read_faces
from fleetbook.referee.leaving import ROLLED_STANDS
from fleetbook.referee.proposals.measured import measured, unmeasured, with_number
from fleetbook.referee.proposals.next_order import (
    begun,
    is_only_incomplete,
    is_the_same,
    leaves_no_choice,
    passed_over,
    repeated,
    repeats,
    why_no_repeat,
)
from fleetbook.referee.proposals.ranges import entered
from fleetbook.referee.session import Session
from fleetbook.store.errors import Unwritable
from fleetbook.tui.battle.entry.form import OrderForm
from fleetbook.tui.battle.entry.form_keys import FACES, paste, press
from fleetbook.tui.kit.keys import STEPS, TURNS, key_name, letter
from fleetbook.tui.kit.page import Message
from fleetbook.tui.kit.text_field import TextField

FLAG = "flag"  # the kind of an input that is answered with yes or no
ROLL_ON = "r"  # the key that rolls all remaining dice


@dataclass(frozen=True)
class AnswerField:
    """An order's open question, the answer being typed, and the number of the option with the cursor."""

    asking: Asking
    typing: TextField = field(default_factory=TextField)
    picked: int = 0

    @property
    def text(self) -> str:
        needed = self.asking.needed
        return needed.options[self.picked] if isinstance(needed, ChoiceNeeded) else self.typing.text

    def press(self, key: str, character: str | None) -> AnswerField:
        """The field after a key other than Enter and Escape. Raises InvalidInput for a key that neither is part of a face nor
        begins an option.
        """
        needed, steps = self.asking.needed, {**STEPS, **TURNS}.get(key)
        if steps and isinstance(needed, ChoiceNeeded):
            return replace(self, picked=(self.picked + steps) % len(needed.options), typing=TextField())
        if not isinstance(needed, ChoiceNeeded):
            if isinstance(needed, DieNeeded) and letter(character) not in FACES:
                words = f"{character} is no face: type 1 to {needed.sides}; Enter rolls the die, Esc leaves the order"
                raise InvalidInput(f"D{needed.sides}", character, "", words=words)
            if isinstance(needed, DieNeeded) and character == " " and self.typing.text[-1:] in ("", " "):
                return self  # a blank only parts two faces
            if (line := self.typing.press(key, character)) is None:
                does = f"{key_name(key)} does nothing here: Enter rolls the die, Esc leaves the order"
                raise InvalidInput("die", key, "", words=does)
            return replace(self, typing=line)
        for text in (self.typing, TextField()):  # a letter goes on with the text, or else begins another
            line = text.press(key, character)
            if line is not None and (found := match(line.text, needed.options, anywhere=False)):
                return replace(self, typing=line, picked=needed.options.index(found))
        does = f"no option begins with {letter(character).strip() or key_name(key)}: {', '.join(needed.options)}"
        raise InvalidInput(needed.label, key, "", words=f"{does}; ←→ and Enter choose")


def _are_faces(form: OrderForm) -> bool:
    """Whether the faces typed in the form are possible for the order's first die. True if no face is typed or no die matters;
    False if the rules fail at the order.
    """
    try:
        faces = [face for face in read_faces(form.dice) if face is not None]
        sides = next((die.sides for die in form.first_dice if die.matters), None) if faces else None
    except (InvalidInput, RulesFault):
        return False
    if not faces or sides is None:
        return True
    own = [int(digit) for digit in str(faces[0])] if isinstance(faces[0], Run) and faces[0] > sides else faces[:1]
    return all(1 <= face <= sides for face in own)


def _kept(form: OrderForm, filled: Mapping[str, Any]) -> OrderForm | None:
    """The form to keep at Escape, without the values in ``filled``, which came from the last order, and without invalid faces.
    None if nothing is left, or if a value is wrong.
    """
    draft = form.draft
    for name, raw in filled.items():
        if draft.raw.get(name) == raw:
            draft = draft.with_input(name, None)
    form = replace(OrderForm.of(draft), dice=form.dice) if filled else form
    form = form if _are_faces(form) else replace(form, dice="")
    is_sound = not any(entry.given and entry.problem for entry in form.entries)
    return form if is_sound and (form.draft.given or form.dice) else None


def _changes(draft: Draft[Any]) -> str:
    """The numbers and answers of an order that differ from those proposed: ``12 → 9 kt, changes heading``. Empty if none do."""
    actor = next(iter(draft.kind.declared))
    proposed = Draft(draft.battle, draft.kind, {actor: draft.raw[actor]}) if actor in draft.raw else draft
    found = list[str]()
    for entry in draft.wanted:
        field, old, new = entry.field, proposed.values[entry.field.name], entry.value
        if old in (None, new):
            continue
        if field.kind == FLAG:
            found.append(field.label if new else f"no longer {field.label}")
        elif isinstance(field, NumberField):
            found.append(f"{field.show(old)} → {field.show(new)} {field.unit}".rstrip())
    return ", ".join(found)


class OrderEntry:
    """The order being filled in. ``say`` shows a message; ``given`` is called with the record of an order given.

    form      the form of the order; None while no order is being filled in
    answer    the question that the order asks while it is carried out; None if it asks none
    chooses   returns a doctrine's answer to a choice of its side; an empty text if a player chooses
    may_give  whether Enter may give the order in the form, which a player may have withdrawn
    """

    def __init__(self, session: Session, say: Callable[[Message], None], given: Callable[[Record], None]) -> None:
        self._session, self._say, self._given = session, say, given
        self.chooses: Callable[[ChoiceNeeded, Proposer | None], str] = lambda needed, proposer: ""
        self.may_give: Callable[[], bool] = lambda: True
        self.form: OrderForm | None = None
        self.answer: AnswerField | None = None
        self._pointed = self._back = ""
        self._left: dict[str, tuple[OrderForm, str]] = {}
        self._taken_up: OrderForm | None = None
        self._doubted = ("", "")  # the order last asked about, and the doubt
        self._filled: dict[str, Any] = {}  # the values that repeating the last order filled in

    @property
    def order(self) -> Order[Any] | None:
        """The order whose odds are shown beside the form. None while the form is incomplete or a question is open."""
        checked = self.form.draft.checked if self.form is not None and self.answer is None else None
        return checked if isinstance(checked, Order) else None

    @property
    def ship(self) -> str:
        """The ship whose card is shown: the one entered last, or else the one with the cursor when the order was begun.

        Empty if no order was begun.
        """
        return next(reversed(self.form.ships), self._pointed) if self.form else self._back

    def begin(self, order: type[Order[Any]], ship: str = "", by_hand: bool = False) -> None:
        """Open the form of an order, with the cursor's ship filled in. An order without inputs is given at once.

        So is an order whose inputs leave no choice, if it allows that. ``by_hand`` says that the referee moved the cursor.
        """
        self._pointed, self._filled, self._doubted = ship, {}, ("", "")
        if order.declared:
            draft = begun(self._session, order, ship, by_hand)
            if order.at_once and leaves_no_choice(draft):
                self.give(draft)
                return
            self.form = self._left_before(order, ship) or OrderForm.of(draft)
            self._say(Message(passed_over(self._session, self.form.draft, ship, by_hand)))
        else:
            self.give(Draft(self._session.battle, order))

    def show(self, draft: Draft[Any], proposer: Proposer | None = None, look: str = "") -> None:
        """Open the form of an order that ``proposer`` sent, at the input ``look`` if nothing is missing."""
        self._pointed, self._filled = "", {}
        form = replace(OrderForm.of(draft), proposer=proposer, as_sent=proposer is not None)
        self.form = form.at_input(look) if look and not form.trouble else form

    def give(self, draft: Draft[Any], proposer: Proposer | None = None) -> None:
        """Give an order without showing its form, and ask its questions. A doubtful number is taken without a question."""
        self._pointed, self._filled = "", {}
        self._give(replace(OrderForm.of(draft), proposer=proposer), is_sure=True)

    def take_answer(self, text: str, side: str) -> None:
        """Answer the open question from a side's phone, with an option or the face of a die. An empty face means: roll it."""
        if self.form is not None and (answer := self.answer) is not None:
            self._ask(self.form, lambda: answer.asking.answered(text, side))

    def _left_before(self, order: type[Order[Any]], ship: str) -> OrderForm | None:
        """The form of this order that was left with Escape before. None if the battle or the cursor has changed since."""
        left, pointed = self._left.pop(order.id, (None, ""))
        if left is None or left.draft.battle is not self._session.battle or ship != pointed:
            return None
        self._taken_up = left
        return left

    def _leave(self, form: OrderForm) -> None:
        """Close the form at Escape, and keep its typed values for the next time. Values that are left unchanged a second time are
        forgotten.
        """
        kept = _kept(form, self._filled)
        if kept is not None and kept is not self._taken_up:
            self._left[kept.draft.kind.id] = replace(kept, typing=None), self._pointed
        self.close()
        self._back = self._pointed

    def begin_note(self, line: int) -> None:
        """Open the form of a note about a line of the journal. The note begins with the line's number."""
        head, self._pointed = TextField().insert(f"line {line}: "), ""
        self.form = OrderForm.of(Draft(self._session.battle, Annotate)).with_input(head.text, head)

    def repeat(self, last: Record, ship: str, by_hand: bool) -> None:
        """Repeat the last order for the next ship, with the same inputs as far as the rules allow them now.

        If only the ship differs, the order is given at once. Otherwise its form is shown.
        """
        order, self._pointed = self._session.battle.ruleset.order(last.procedure), ship
        if refusal := self._session.refusal(order):
            self._say(Message(f"nobody can do the same now: {refusal}", warning=True))
            return
        form = OrderForm.of(repeated(self._session, last))
        self._filled = dict(form.draft.raw)
        if form.trouble is not None and not is_only_incomplete(form.draft):
            self.begin(order, ship, by_hand)
        elif form.trouble is None and is_the_same(form.draft, last):
            self._give(form)
        else:
            self.form = form

    def repeat_for_all(self, last: Record) -> None:
        """Repeat the last order for all other ships. Stop at the first ship whose order needs an input, and show its form."""
        given: list[tuple[str, str]] = []
        for ship, draft in repeats(self._session, last):
            lines, changes = len(self._session.journal.records), _changes(draft)
            self._filled = dict(draft.raw)
            form = OrderForm.of(draft)
            name = unmeasured(self._session, form.draft)
            if name:
                self.form = form.at_input(name)
            else:
                self._give(form)
            if self.answer is not None or len(self._session.journal.records) == lines:
                break
            given.append((ship, changes))
        if self.form is None:
            why = "" if given else why_no_repeat(self._session, last)
            refused = f"no other ship can do the same now{f': {why}' if why else ''}"
            done = "; ".join([", ".join(ship for ship, _ in given), *(f"{ship} {words}" for ship, words in given if words)])
            self._say(Message(f"likewise: {done}" if given else refused, warning=not given))

    def close(self) -> None:
        self.form = self.answer = None
        self._filled = {}

    # ------------------------------------------------------------------ keys

    def press(self, key: str, character: str | None) -> None:
        """Handle a key while an order is being filled in. Raises InvalidInput for a character that cannot be typed there."""
        self._back = ""
        if self.form is None:
            return
        if self.answer is not None:
            self._press_answer(self.form, self.answer, key, character)
        elif key == "escape":
            self._leave(self.form)
        elif key != "enter" and not (key == "space" and self.form.as_sent):
            form = press(self.form, key, character)
            self.form = replace(form, draft=with_number(self._session, form.draft), as_sent=False)
        elif self.may_give():
            self._give(replace(self.form, typing=None))

    @property
    def needed(self) -> InputNeeded | None:
        """The open question of the order. None if there is none."""
        return self.answer.asking.needed if self.answer else None

    @property
    def takes_text(self) -> bool:
        """Whether any character may be typed where the cursor is, as in a note."""
        return self.form is not None and self.answer is None and self.form.takes_text

    def paste(self, text: str) -> None:
        if self.form is not None and self.answer is None:
            self.form = paste(self.form, text)

    def _press_answer(self, form: OrderForm, answer: AnswerField, key: str, character: str | None) -> None:
        if key == "escape":
            self._leave_asking(form, answer)
        elif key == "enter":
            self._ask(form, lambda: answer.asking.answered(answer.text))
        elif character == ROLL_ON and not isinstance(answer.asking.needed, ChoiceNeeded):
            self._ask(form, answer.asking.rolled_on)
        elif key == "backspace" and not answer.typing.text:
            if answer.asking.has_answers:
                self._ask(form, answer.asking.taken_back)
            elif form.dice and None in read_faces(form.dice):
                self._say(Message(ROLLED_STANDS, warning=True))
            elif form.dice:
                self.answer, self.form = None, form.at(len(form.entries))
        else:
            self.answer = answer.press(key, character)

    def leave_question(self) -> bool:
        """Close an open question before the app ends, with a note of the dice shown. Returns False if it cannot be saved."""
        return self.form is None or self.answer is None or self._leave_asking(self.form, self.answer)

    def _leave_asking(self, form: OrderForm, answer: AnswerField) -> bool:
        """Close a question and return to the form. A note names the dice already shown; returns False if it cannot be saved."""
        self.answer, self.form = None, form if form.draft.kind.declared else None
        try:
            note = self._session.left(form.draft.order(), answer.asking.needed)
        except Unwritable as trouble:
            self._say(Message(str(trouble), warning=True))
            return False
        if note is None:
            self._say(Message("nothing was ordered"))
            return True
        self.form = self.form and replace(form, draft=Draft(self._session.battle, form.draft.kind, form.draft.raw))
        self._given(note)
        self._say(Message(f"not ordered; line {note.number} says which dice were shown"))
        return True

    # ------------------------------------------------------------------ giving

    def _doubts(self, form: OrderForm) -> bool:
        """Whether the referee must confirm a measured number that may be wrong. He is asked only once."""
        before = measured(self._session, form.draft)
        if before is None or not before.doubt or form.trouble is not None:
            return False
        doubted, self._doubted = self._doubted, (form.headline, before.doubt)
        if doubted == self._doubted:
            return False
        self.form = form.at_input(before.field)
        title = form.draft.kind.title
        self._say(Message(f"{before.doubt}: Enter again to {title[:1].lower()}{title[1:]}", warning=True))
        return True

    def _give(self, form: OrderForm, is_sure: bool = False) -> None:
        if not is_sure and self._doubts(form):
            return
        try:
            typed = self._session.typed_dice or form.draft.kind.die_by_die
            give = self._session.ordering(form.draft.order(), entered(form.draft), typed, form.proposer)
            faces = read_faces(form.dice)
        except (Refused, InvalidInput, RulesFault) as trouble:
            self.form = form if form.draft.kind.declared else None
            self._to_problem(trouble)
            return
        self._ask(form, lambda: Asking.begin(give, faces, [die.brings for die in form.first_dice if not die.matters]))

    def _ask(self, form: OrderForm, answered: Callable[[], Asking]) -> None:
        """Take an answer to the order's question. The order is then completed, asks the next question, or is refused."""
        try:
            asking = answered().chosen_by(lambda needed: self.chooses(needed, form.proposer))
        except (Refused, InvalidInput, RulesFault, Unwritable) as trouble:
            self.answer = None
            self._to_problem(trouble)
            return
        if asking.record is not None:
            last, was_asked = next(reversed(asking.answers), None), self.answer is not None
            self.close()
            self._given(asking.record)
            if was_asked and last is not None and last.idle:
                self._say(Message(f"the last die was rolled without a question: {last.label}"))
            return
        same = self.answer is not None and asking.problem and asking.answers == self.answer.asking.answers
        self.answer = replace(self.answer, asking=asking) if same and self.answer else AnswerField(asking)
        self.form = form
        self._say(Message(asking.problem, warning=True))

    def _to_problem(self, trouble: FleetbookError) -> None:
        """Move the cursor to the row with the problem. If the form does not show the problem, show it as a message."""
        if self.form is not None:
            self.form = self.form.at_problem(trouble)
            if str(self.form.trouble) == str(trouble):
                return
        self._say(Message(str(trouble), warning=True))
