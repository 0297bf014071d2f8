"""Dice that players throw on their phones, and choices that they make on them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded
from fleetbook.referee.proposals.post import ChoiceAsked, DieAsked, Mistaken, Picked, Sent, Thrown
from fleetbook.referee.proposals.throwers import choice_asked, die_asked
from fleetbook.referee.session import Session
from fleetbook.tui.battle.entry.form import OrderForm
from fleetbook.tui.battle.entry.order_entry import OrderEntry
from fleetbook.tui.kit.page import Page


class PhoneAnswers:
    """Sends the questions of an order to the phone of the side that throws or chooses, and takes the answers."""

    def __init__(self, page: Page, session: Session, entry: OrderEntry) -> None:
        self._page, self._session, self._entry = page, session, entry
        self._again = 0  # how many answers could not be used
        self._rolled: tuple[OrderForm | None, frozenset[str]] = (None, frozenset())  # an order, and the sides that roll its rest

    def asked(self, sent: Sent | None, asks_sufferer: bool) -> DieAsked | None:
        """The question for the next die. ``sent`` is the order whose die it is, if a player sent it. With ``asks_sufferer``, the
        side that is hit throws for damage. None if no phone answers the question.
        """
        needed, form = self._entry.needed, self._entry.form
        if not isinstance(needed, DieNeeded) or form is None:
            return None
        answer = self._entry.answer
        is_typed = answer is not None and bool(answer.typing.text.strip())
        inputs, words = form.draft.values.values(), sent.words if sent else ""
        die = die_asked(self._session, needed, inputs, form.proposer, words=words, asks_sufferer=asks_sufferer, again=self._again)
        return die and replace(die, is_typed=is_typed)

    def choice(self) -> ChoiceAsked | None:
        """The choice that a side must make now. None if no phone makes it."""
        needed, answer = self._entry.needed, self._entry.answer
        if not isinstance(needed, ChoiceNeeded) or answer is None:
            return None
        return choice_asked(self._session, needed, len(answer.asking.answers), self._again)

    def absent(self, die: DieAsked | None, reaches: Callable[[str, str], bool]) -> str:
        """The side or squadron that is asked for a die or a choice while no phone that may answer is there, in words. Empty if
        there is one, or if nothing is asked for. ``reaches`` says whether there is a phone of a side or squadron.
        """
        choice, squadron = self.choice(), die.squadron if die else ""
        side = die.side if die else choice.side if choice else ""
        if not side or reaches(side, squadron):
            return ""
        return f"no phone of {squadron or side} is here for its {'die' if die else 'choice'}: answer it here"

    def pick(self, answer: Picked) -> None:
        """Take a player's choice. It is ignored if it does not answer the open question."""
        asked = self.choice()
        if asked is None or (asked.id, asked.side) != (answer.asked, answer.side) or answer.option not in asked.options:
            self._again += 1
            return
        self._page.attempt(lambda: self._entry.take_answer(answer.option, answer.side))

    def mistaken(self, said: Mistaken) -> None:
        """Tell the referee that a player's last face was wrong, with the key that takes it back."""
        answer = self._entry.answer
        undo = "Backspace takes it back" if answer and answer.asking.has_answers else "u takes its order back"
        self._page.say(f"{said.side}'s phone: its {said.face} was wrong. {undo}", warning=True)

    def hear(self, answer: Thrown, asked: Callable[[], DieAsked | None]) -> None:
        """Take the face of a die from a player. It is ignored if it does not answer the open question, or if the referee is
        typing that die. ``asked`` returns the question.

        With ``rest``, all further dice of the side in this order are rolled.
        """
        die, order = asked(), self._entry.form
        if die is None or (die.id, die.side) != (answer.asked, answer.side):
            self._again += 1
            return
        if die.is_typed:
            self._again += 1
            self._page.say(f"{die.side}'s phone throws too: Enter takes your die, Backspace leaves it to the phone", warning=True)
            return
        if answer.rest:
            others = self._rolled[1] if self._rolled[0] is order else frozenset[str]()
            self._rolled = order, others | {answer.side}
        face = "" if answer.face is None else str(answer.face)
        self._page.attempt(lambda: self._entry.take_answer(face, "" if answer.rest else answer.side))
        after = asked()
        self._again += after == die  # the die has no such face
        while after is not None and after != die and order is self._rolled[0] and after.side in self._rolled[1]:
            die = after
            self._page.attempt(lambda: self._entry.take_answer("", ""))
            after = asked()
