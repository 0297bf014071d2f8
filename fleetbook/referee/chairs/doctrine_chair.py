"""The chair of a side whose orders a doctrine proposes at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import DOCTRINE, Record
from fleetbook.core.doctrines.asked import choice_of, orders_of
from fleetbook.core.doctrines.doctrine import Chair
from fleetbook.core.doctrines.filled import measured_value
from fleetbook.core.doctrines.filled_chairs import SURPRISE
from fleetbook.core.doctrines.finding import doctrine_in_chair, models_of
from fleetbook.core.doctrines.helm import HOLD, Intent
from fleetbook.core.doctrines.intent_words import models_words
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.doctrines.tape import Turns, Unmeasured
from fleetbook.core.errors import InvalidInput, NotYetKnown
from fleetbook.core.orders.field_kinds import ModifierField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_battle import side_battle, true_names
from fleetbook.referee.chairs.inquiry import Inquiry
from fleetbook.referee.chairs.reckoning import Reckoning
from fleetbook.referee.chairs.table_tape import Answers, Question, TableTape
from fleetbook.referee.offers import draft
from fleetbook.referee.proposals.post import Sent
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.referee.proposals.roles import squadron_of
from fleetbook.referee.session import Session

APPROACH = 4  # turns without an attack that a battle may begin with
MOST = 200  # proposals of a side in one step


class Waiting(NamedTuple):
    """A doctrine's order that waits for the referee.

    look       the input that the referee must confirm before giving the order; empty if there is none
    estimated  the inputs that still must be measured, each with an estimate in words
    """

    sent: Sent
    look: str
    estimated: Mapping[str, str]


class DoctrineChair:
    """The chair of a side with its doctrine, which is asked for orders step by step and knows only what the side knows.

    questions  the measurements that the doctrine needs before it decides; empty if it needs none
    """

    def __init__(self, session: Session, answers: Answers, side: str, name: str) -> None:
        """Raises InvalidInput for an unknown side or doctrine, and names those that exist."""
        rules, setup = session.journal.ruleset, session.journal.setup
        if side not in setup.sides:
            raise InvalidInput.word("side", side, setup.sides)
        self.side, self.doctrine = side, doctrine_in_chair(rules, name, side, session.journal.stream.seed)
        self.title = SURPRISE if name == SURPRISE else self.doctrine.title
        self._session, self._answers, self._models = session, answers, models_of(rules)
        self._known = Knowledge(session.journal, side)
        self._reckoning = Reckoning(session, self._models, side)
        self._tape, collecting = (
            TableTape(answers, self._reckoning, side, self._names, lambda: self._now, collects=collects)
            for collects in (False, True)
        )
        self._chair, self._probe = (
            Chair[Any](side, lambda: self._now, tape, self._models.figures(), setup.victory) for tape in (self._tape, collecting)
        )
        self._inquiry = Inquiry(answers, self._tape, collecting, self._plan)
        self._seen = len(session.journal.records)
        self._step: tuple[int, str, str] | None = None
        self._begin()

    @property
    def silent(self) -> str:
        """The ships to which the doctrine gives no order in this step and the reason, in words, once it has no more orders."""
        return "; ".join(map(self._now.wording.words, self._chair.silent)) if self._over and self.title != SURPRISE else ""

    def rest(self) -> None:
        """Forget the doctrine's plan, because another side acts."""
        if self._step is not None:
            self._step = None
            self._begin()

    def _begin(self) -> None:
        self.questions: tuple[Question, ...] = ()
        self._stages: list[Battle[Any]] = []  # the battle at each proposal of this step, to ask the doctrine again up to there
        self._past = set[object]()
        self._chair.silent.clear()
        self._inquiry.begin()
        self._run: Iterator[Proposed[Any]] | None = None
        self._over = False
        self._now: Battle[Any] = side_battle(self._session.journal, self.side, self._known)

    def begins_anew(self) -> bool:
        """Whether the doctrine must be asked from the beginning of the step: a new step has begun, or orders were taken back."""
        session, battle = self._session, self._session.battle
        new, self._seen = session.journal.records[self._seen :], len(session.journal.records)
        step = battle.turn, battle.phase, battle.acting
        anew = step != self._step or (bool(new) and self._over) or any(not record.is_order for record in new)
        if anew:
            self._step = step
            self._begin()
        return anew

    def next(self) -> Proposed[Any] | None:
        """The next order that the doctrine proposes. None if it has no more, or waits for measurements."""
        self.questions = tuple(one for one in self.questions if not self._tape.answer(one))
        if self.questions or self._over:
            return None
        self._chair.quiet = self._probe.quiet = self._quiet()
        while True:
            now = side_battle(self._session.journal, self.side, self._known)
            self._now = now
            if self._run is None and (questions := self._inquiry.questions()):
                self.questions = questions
                return None
            self._run = self._run or self._asked_up_to_here(self._chair)
            self._now = now
            try:
                proposed = next(self._run, None)
            except Unmeasured:
                self._run = None
                continue
            self._over = proposed is None or len(self._stages) >= MOST
            if proposed is None or self._over:
                return None
            key = proposed.kind.id, *_words(proposed.inputs).items(), _group(proposed.kind, proposed.inputs)
            new = key not in self._past and not self._was_given(proposed)
            if new and (open_arcs := self._inquiry.open_arcs(proposed)):
                self._run = None
                self.questions = self._inquiry.questions() or open_arcs
                return None
            self._stages.append(now)
            if new:
                self._past.add(key)
                return proposed

    def _asked_up_to_here(self, chair: Chair[Any]) -> Iterator[Proposed[Any]]:
        """The doctrine's orders from here on. To get there, the doctrine is asked again for the orders of this step that it has
        already proposed.
        """
        run = orders_of(self.doctrine, chair)
        for battle in self._stages:
            self._now = battle
            next(run, None)
        return run

    def _plan(self) -> list[Proposed[Any]]:
        """All orders that the doctrine would give in this step if none of them changed the battle."""
        now = self._now
        run = self._asked_up_to_here(self._probe)
        self._now = now
        return [*islice(run, MOST)]

    def old(self, question: Question) -> str:
        """The range measured last, or the range in the scenario's set-up. Empty for an arc, and if there is none."""
        return "" if question.arcs else self._reckoning.old(question.one, question.other)

    def _was_given(self, proposed: Proposed[Any]) -> bool:
        """Whether this order was already given in this step, as happens when a battle is opened again."""
        names = self._names()
        words = {name: names.get(word, word) for name, word in _words(proposed.inputs).items()}
        return any(
            record.procedure == proposed.kind.id and words.items() <= _words(record.inputs).items()
            and _group(proposed.kind, record.inputs) == _group(proposed.kind, proposed.inputs)
            for record in self._in_force()
            if record.proposer and (record.proposer.by, record.proposer.side) == (DOCTRINE, self.side)
            and (record.turn, record.phase) == (self._now.turn, self._now.phase)
        )  # fmt: skip

    def _names(self) -> Mapping[str, str]:
        return true_names(self._session.battle, self.side)

    def _in_force(self) -> Iterator[Record]:
        return (record for record in self._session.journal.records if record.number in self._session.in_force)

    def _quiet(self) -> int:
        """The number of whole turns since the side's last attack, counted as in a simulated battle."""
        battle, attacks = self._session.battle, self._models.attacks()
        turns = [(record.turn, next(iter(_words(record.inputs).values()), "")) for record in self._in_force()
                 if record.procedure in attacks]  # fmt: skip
        own = [turn for turn, unit in turns if battle.ruleset.side_of(battle, unit) == self.side]
        last = own[-1] if own else turns[0][0] if turns else APPROACH
        return max(0, battle.turn - last - 1)

    def sent(self, proposed: Proposed[Any], id: str) -> Waiting:  # noqa: A002 (as in Sent)
        """A proposed order in the form in which it waits for the referee."""
        kind, battle, helm, look = proposed.kind, self._now, proposed.helm, ""
        entered, estimated = dict(proposed.inputs), dict[str, Any]()
        turn = self._reckoning.turn(proposed.ships[0], helm) if helm and proposed.ships else None
        self._tape.turning = steers = helm is not None and helm.course != HOLD and turn != 0
        for name, field in kind.declared.items():
            order = kind.partial(draft(battle, kind.id, {**estimated, **entered}).known)
            if not field.is_shown(battle, order):
                continue
            if isinstance(field, ModifierField):
                look = look or (name if field.measures and name not in entered else "")
                continue
            with suppress(Unmeasured, NotYetKnown):
                given = entered.get(name)
                questions = [*self._inquiry.about(field, order)]
                value = None if given is not None else measured_value(field, battle, order, self._tape)
                if not all(self._inquiry.is_measured(question, given) for question in questions):
                    look = look or name
                    estimated[name] = entered.pop(name, value)
                elif value is not None:
                    entered[name] = value
                    look = look or (name if steers and isinstance(field.measured, Turns) else "")
        checked = draft(battle, kind.id, {**estimated, **entered}).checked
        if not isinstance(checked, Order):
            says = kind.title
        else:
            says = models_words(checked, battle, helm, turn) if helm else checked.headline(battle)
        words = f"{says} (an estimate: measure)" if estimated else says
        if kind.is_pass and proposed.reason and self.title != SURPRISE:
            words = f"{words}: {battle.wording.words(proposed.reason)}"
        unit = next(iter(_words(entered).values()), "")
        proposal = Proposal(self.side, kind.id, entered, self._session.journal.next_number - 1, self.title)
        reason = None if self.title == SURPRISE else proposed.reason  # it would name the doctrine
        intent = Intent(helm, turn, reason)
        sent = Sent(id, proposal, words, unit, squadron_of(battle, unit), DOCTRINE, None if intent == Intent() else intent)
        return Waiting(sent, look, {name: kind.declared[name].show(value) for name, value in estimated.items()})

    def choose(self, label: str, options: tuple[str, ...]) -> str:
        """The doctrine's answer to a choice. Empty if the referee must choose, because the doctrine would need measurements."""
        self._now = side_battle(self._session.journal, self.side, self._known)
        with suppress(Unmeasured):
            return choice_of(self.doctrine, self._chair, label, options)
        return ""


def _group(kind: type[Order[Any]], inputs: Mapping[str, Any]) -> tuple[str, ...]:
    """The ships that act together in an order for a group. Empty for other orders."""
    return tuple(inputs[kind.members_input]) if issubclass(kind, SheetOrder) else ()


def _words(inputs: Mapping[str, Any]) -> dict[str, str]:
    """The inputs whose values are names or words."""
    return {name: value for name, value in inputs.items() if isinstance(value, str)}
