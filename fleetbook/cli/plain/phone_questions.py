"""Dice and choices that the dialogue asks for on players' phones."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from fleetbook.cli.plain.session import PlainSession
from fleetbook.core.battle.record import Proposer
from fleetbook.core.orders.order import Order
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.referee.asking import Asking
from fleetbook.referee.proposals.post import ChoiceAsked, DieAsked, FromPhones, Picked, Thrown
from fleetbook.referee.proposals.throwers import choice_asked, die_asked
from fleetbook.referee.sharing import Sharing

Question: TypeAlias = DieAsked | ChoiceAsked
PAUSE = 0.05  # the seconds between two looks whether the sharing goes on


class PhoneQuestions:
    """Asks the phone of a side for the side's dice and choices, one at a time, and waits for the answer.

    ``take`` handles all other messages that come from phones meanwhile. ``tell`` sends the open question to all pages.
    """

    def __init__(
        self,
        session: PlainSession,
        sharing: Sharing,
        messages: SimpleQueue[FromPhones],
        take: Callable[[FromPhones], None],
        tell: Callable[[Question | None], None],
    ) -> None:
        self._session, self._sharing, self._messages, self._take, self._tell = session, sharing, messages, take, tell
        self.words = ""  # what the order that a player sent says, in his words
        self._asked = 0  # how many questions were asked
        self._rolled: tuple[object, frozenset[str]] = None, frozenset()  # an order, and the sides that have its dice rolled

    def ask(self, asking: Asking, order: Order[Any], proposer: Proposer | None) -> tuple[str, str] | None:
        """Ask the open question on the phone of the side that must answer it, and return the answer and the side.

        None if the referee must answer: dice are not thrown on phones, no page of the side is open, or the referee presses
        Ctrl-C.
        """
        session, needed, self._asked = self._session.session, asking.needed, self._asked + 1
        if needed is None or not self._session.throws_on_phones:
            return None
        if isinstance(needed, ChoiceNeeded):
            asked: Question | None = choice_asked(session, needed, len(asking.answers), self._asked)
        else:
            words = self.words if proposer else ""  # another order's words may name what the side does not know
            asked = die_asked(session, needed, order.inputs().values(), proposer, words=words, again=self._asked)
        squadron = asked.squadron if isinstance(asked, DieAsked) else ""
        if asked is None or not self._sharing.reaches(asked.side, squadron):
            return None
        if isinstance(asked, DieAsked) and self._rolled[0] is order and asked.side in self._rolled[1]:
            return "", ""
        return self._answer_of(asked, order)

    def _answer_of(self, asked: Question, order: Order[Any]) -> tuple[str, str] | None:
        """Wait until a phone has answered a question. None if the sharing ends first, or if the referee presses Ctrl-C."""
        die = asked if isinstance(asked, DieAsked) else None
        what = ", ".join(filter(None, (f"D{die.sides}", die.place))) if die else "choice"
        self._session.console.say(f"{asked.side}'s phone is asked, {what}: {asked.words}. Ctrl-C asks here.")
        self._tell(asked)
        try:
            while self._sharing.running:
                self._sharing.look()
                with suppress(Empty):
                    message = self._messages.get(timeout=PAUSE)
                    if not isinstance(message, (Thrown, Picked)):
                        self._take(message)
                        self._tell(asked)
                    elif (message.asked, message.side) == (asked.id, asked.side):
                        return self._read(message, order)
        except KeyboardInterrupt:
            self._session.console.say("")
        finally:
            self._tell(None)
        return None

    def _read(self, message: Thrown | Picked, order: Order[Any]) -> tuple[str, str]:
        if isinstance(message, Picked):
            text, side = message.option, message.side
        else:
            text, side = "" if message.face is None else str(message.face), "" if message.rest else message.side
            if message.rest:
                others = self._rolled[1] if self._rolled[0] is order else frozenset[str]()
                self._rolled = order, others | {message.side}
        self._session.console.say(f"{message.side}'s phone: {text or 'rolled'}.")
        return text, side
