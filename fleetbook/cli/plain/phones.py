"""The players' window in the dialogue: share the battle, and give the orders that players send from their phones."""

from __future__ import annotations

import time
from queue import SimpleQueue
from typing import Any

from fleetbook.cli.plain.console import inline
from fleetbook.cli.plain.form import ask_input, fill_missing
from fleetbook.cli.plain.looking import number_of
from fleetbook.cli.plain.orders import confirm, give
from fleetbook.cli.plain.phone_questions import PhoneQuestions
from fleetbook.cli.plain.session import PlainSession
from fleetbook.core.battle.record import DOCTRINE
from fleetbook.core.battle.result import sentence
from fleetbook.core.errors import FleetbookError, InvalidInput, Refused, require
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import counted, decimal_number, listed, pick
from fleetbook.referee.chairs.chairs import Chairs
from fleetbook.referee.chairs.table_tape import FAR, Question
from fleetbook.referee.proposals.inbox import Inbox
from fleetbook.referee.proposals.post import ChoiceAsked, DieAsked, ForPhones, FromPhones, Mistaken, Ready, Sent, TakenBack
from fleetbook.referee.proposals.proposal import on_true
from fleetbook.referee.proposals.queue import Queue
from fleetbook.referee.proposals.roles import all_roles
from fleetbook.referee.sharing import Sharing
from fleetbook.referee.written_orders import WrittenOrders

PATIENCE, PAUSE = 10.0, 0.05  # the seconds that the links may take, and those between two looks
OFF, NETWORK = "off", "lan"
CLOSE_WAYS = CLOSE, WAIT = "close", "wait"


class Phones:
    """The orders that players have sent. The dialogue looks for new ones before each question."""

    def __init__(self, session: PlainSession) -> None:
        self._session = session
        self.inbox = Inbox(session.session.battle.sides)
        self.queue = Queue(session.session, self.inbox)
        self.chairs = Chairs(session.session, self.inbox)
        session.chooses = self.chairs.choose
        self.written = WrittenOrders(session.session, self.inbox)
        self._told = ""  # the doctrine's order or questions that were told last
        self._told_of_sealed = ""
        self.sharing: Sharing | None = None
        self._questions: PhoneQuestions | None = None
        self._messages: SimpleQueue[FromPhones] = SimpleQueue()

    def share(self, words: str) -> None:
        """Start or end sharing the battle, on this machine or in the network, and write the links."""
        console, where = self._session.console, words.casefold()
        if where not in ("", OFF, NETWORK):
            raise InvalidInput("share", words, f"nothing, {NETWORK} or {OFF}")
        if self.sharing is None:
            file = self._session.session.file
            self.sharing = Sharing(file.path, lambda text, **_: console.say(text), self._messages.put, file.identity)
            self._questions = PhoneQuestions(self._session, self.sharing, self._messages, self._take, self._tell)
            self._session.on_phone = self._questions.ask
        if where == OFF:
            self.end()
            console.say("the links work no longer")
            return
        self.sharing.begin(lan=where == NETWORK)
        until = time.monotonic() + PATIENCE
        while not self.sharing.links and time.monotonic() < until:
            time.sleep(PAUSE)
        console.say(*(f"  {link.role.words}: {link.url}" for link in self.sharing.links))
        console.say("Players may send orders from there: sent lists them, give gives the oldest.")
        self._tell()

    def end(self) -> None:
        """End the sharing."""
        if self.sharing is not None:
            self.sharing.end()

    def look(self) -> None:
        """Take the messages that phones have sent since the last question, and write the new orders."""
        while not self._messages.empty():
            self._take(self._messages.get())
        self.inbox.follow(self._session.session.in_force)
        if not self.sealed:
            self.queue.send_past_back()
        elif self.sealed != self._told_of_sealed:
            self._session.console.say(f"{sentence(self.sealed)} The word close closes them.")
        self._told_of_sealed = self.sealed
        self._tell()

    def _take(self, message: FromPhones) -> None:
        if isinstance(message, Sent):
            self.inbox.take(message)
            if not self.sealed:
                self._session.console.say(f"Sent: {self._words(message)}.")
        elif isinstance(message, TakenBack):
            self.inbox.take_back(message.id, message.side)
        elif isinstance(message, Mistaken):
            self._session.console.say(f"{message.side}'s phone: its {message.face} was wrong. undo takes its order back.")
        elif isinstance(message, Ready):
            self.written.hear(message)

    @property
    def sealed(self) -> str:
        """The state of the sides' sealed orders, which the referee may not read yet, in words. Empty if none are sealed."""
        return self.written.words if self.sharing is not None else ""

    def seal(self, words: str) -> None:
        """Switch between sealing the sides' orders in every step and only in steps whose orders are written in advance."""
        self.written.in_every_step = not self.written.in_every_step
        self._session.console.say(f"Orders are sealed in {self.written.where}.")
        self._tell()

    def close(self, words: str) -> None:
        """Close the sealed orders, after which the referee can read and give them. If a side is not ready, ask first."""
        standing = self.written.standing if self.sealed else None
        if standing is None:
            raise Refused("no orders are sealed")
        late = listed(standing.waits_for)
        if late and self._session.console.choose(f"not ready: {late}. {inline(CLOSE_WAYS)}?", CLOSE_WAYS) != CLOSE:
            return
        self.written.close()
        self._session.show(self._session.journal.records[-1])
        self._tell()

    def mark_chair(self, words: str) -> None:
        """Record that a side or squadron has no player at the table, or that it has one again."""
        setup, empty = self._session.journal.setup, self._session.session.empty_chairs
        roles = {role.words: role for role in all_roles(setup, setup.sides) if role.gives_orders}
        name = pick("chair", words, roles) if words else self._session.console.choose(f"{inline([*roles])}?", [*roles])
        empty ^= {roles[name]}
        self._session.console.say(f"{name}: {'an empty chair' if roles[name] in empty else 'the player is here'}.")
        self._tell()

    def tell_chairs(self) -> None:
        """Write the order that a doctrine proposes, or the number of questions that it asks. Words that were just written are not
        repeated.
        """
        if problem := self.chairs.follow():
            self._session.console.say(f"{problem}.")
        self.chairs.look()
        words = self._from_chairs
        if words and words != self._told:
            self._session.console.say(words)
        self._told = words

    @property
    def _from_chairs(self) -> str:
        """Words that announce the order that a doctrine proposes, or the number of questions that it asks, and what Enter does.
        Empty if there is neither, and while orders are sealed.
        """
        if self.sealed:
            return ""
        sent = self.queue.next()
        if sent is not None and sent.by == DOCTRINE:
            return f"{sent.proposal.by}'s doctrine: {sent.words}. Enter gives it, send-back skips it."
        if self.chairs.asking:
            number = counted(len(self.chairs.questions), "question")
            return f"{self.chairs.asking}'s doctrine asks {number}. Enter answers."
        return f"{self.chairs.silent}." if self.chairs.silent else ""

    def enter(self) -> bool:
        """Give the doctrine's order that was just announced, or answer its questions. False if no doctrine waits."""
        if not self._told or self._told != self._from_chairs or (self.queue.next() is None and not self.chairs.asking):
            return False
        if self.queue.next() is None:
            self._answer()
        else:
            self.give("")
        return True

    def _answer(self) -> None:
        """Ask the referee a doctrine's questions about ranges and arcs, one after another. An empty answer repeats the range
        measured before. If no range was measured, it means that the ships are out of reach.
        """
        console, unit = self._session.console, self._session.journal.ruleset.unit
        for question in self.chairs.questions:
            if question.arcs:
                answer = console.choose(f"{self.chairs.words(question)} {self._arcs(question)}", question.arcs)
            else:
                old = self.chairs.old(question)
                words = f"{question.one} to {question.other}, {unit} [{old or 'out of reach'}]?"
                while decimal_number(answer := console.ask(words) or old or f"{FAR:g}") is None:
                    console.say(f"{answer}: a number of {unit}.")
            self.chairs.answers.answer(question, answer)

    def _arcs(self, question: Question) -> str:
        places = question.places(self.chairs.figures)
        return inline([f"{arc} ({place})" for arc, place in zip(question.arcs, places, strict=True)])

    def list(self) -> None:
        """Write the players' orders that wait, the oldest first. If an order cannot be given now, the reason is added."""
        require(not self.sealed, self.sealed)
        require(self.inbox.waiting, "no player's order waits")
        lines = (f"{self._words(one)}{self._against(one)}" for one in self.inbox.waiting)
        self._session.console.say(*(f"  {number} {line}" for number, line in enumerate(lines, 1)))

    def give(self, words: str) -> None:
        """Give an order that a player has sent: the one whose number is typed, or else the oldest that can be given now."""
        sent, session = self._chosen(words), self._session
        draft = on_true(sent.proposal, session.journal)
        if isinstance(draft.problem, Refused):
            raise draft.problem
        order, look = draft.checked, self.chairs.to_look_at(sent)
        self.inbox.follow(session.session.in_force, sent.id)  # it is not taken back while its dice fall
        if self._questions is not None:
            self._questions.words = sent.words
        if look:
            draft = self._looked_at(sent, draft, look)
            record = give(session, draft.order(), draft.given, session.session.typed_dice, sent.proposer)
        elif isinstance(order, Order):
            record = give(session, order, draft.given, session.session.typed_dice, sent.proposer)
        else:
            record = confirm(session, fill_missing(session, draft), sent.proposer)
        self.inbox.given(sent, record.number)
        session.show(record)
        self._tell()

    def _looked_at(self, sent: Sent, draft: Draft[Any], look: str) -> Draft[Any]:
        """A doctrine's order after the referee has checked the inputs that only the table can answer. Raises Ended or Left."""
        draft = self.chairs.with_estimates(draft, sent)
        for name in self.chairs.estimates(sent) or (look,):
            answered = ask_input(self._session.console, draft, name)
            draft = answered if isinstance(answered, Draft) else draft
        return fill_missing(self._session, draft)

    def send_back(self, words: str) -> None:
        """Send an order back to its player with a reason: the order whose number is typed, or else the one that ``give`` would
        take.
        """
        first, _, rest = words.partition(" ")
        number, why = (first, rest) if first.isdecimal() else ("", words)
        sent = self._chosen(number)
        why = why or ("" if sent.by == DOCTRINE else self._session.console.ask("why?"))
        self.inbox.send_back(sent, why)
        self._tell()

    def _chosen(self, words: str) -> Sent:
        require(not self.sealed, self.sealed)
        waiting = self.inbox.waiting
        first = self.queue.next()
        if first is None:
            raise Refused("no player's order waits")
        number = number_of("order", words) if words else waiting.index(first) + 1
        if not 1 <= number <= len(waiting):
            raise InvalidInput("order", words, f"1 to {len(waiting)}")
        return waiting[number - 1]

    def _words(self, sent: Sent) -> str:
        return f"{', '.join(filter(None, (sent.proposal.by, sent.proposal.who)))}: {sent.words}"

    def _against(self, sent: Sent) -> str:
        try:
            problem: FleetbookError | None = on_true(sent.proposal, self._session.journal).problem
        except FleetbookError as error:
            problem = error
        return f". It cannot be given as it is: {problem}" if problem else ""

    def _tell(self, asked: DieAsked | ChoiceAsked | None = None) -> None:
        """Send the state of the players' orders, and the die or choice that is ``asked`` for, to the open pages."""
        if self.sharing is not None:
            takes = not self._session.session.barred
            orders, written = (self.inbox.standings(), self.written.standing) if takes else ({}, None)
            die = asked if isinstance(asked, DieAsked) else None
            choice = asked if isinstance(asked, ChoiceAsked) else None
            post = ForPhones(None, takes, orders, read=self.inbox.last, written=written, die=die, choice=choice)
            self.sharing.tell(post)
