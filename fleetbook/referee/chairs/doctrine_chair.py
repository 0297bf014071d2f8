"""The chair of a side whose orders a doctrine proposes at the table."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

import msgspec

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
from fleetbook.core.doctrines.tape import Arc, Range, Turns, Unmeasured
from fleetbook.core.errors import InvalidInput, NotYetKnown
from fleetbook.core.orders.field_kinds import Field, ModifierField
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import decimal_number
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_battle import side_battle, true_names
from fleetbook.referee.chairs.reckoning import Reckoning
from fleetbook.referee.chairs.table_tape import FAR, Answers, Question, TableTape
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
        self._tape, self._collecting = (
            TableTape(answers, self._reckoning, side, self._names, lambda: self._now, collects=collects)
            for collects in (False, True)
        )
        self._chair, self._probe = (
            Chair[Any](side, lambda: self._now, tape, self._models.figures(), setup.victory)
            for tape in (self._tape, self._collecting)
        )
        self._seen = len(session.journal.records)
        self._step: tuple[int, str, str] | None = None
        self._begin()

    def rest(self) -> None:
        """Forget the doctrine's plan, because another side acts."""
        if self._step is not None:
            self._step = None
            self._begin()

    def _begin(self) -> None:
        self.questions: tuple[Question, ...] = ()
        self._stages: list[Battle[Any]] = []  # the battle at each proposal of this step, to ask the doctrine again up to there
        self._past = set[object]()
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
        self.questions = tuple(one for one in self.questions if not self._answers.of(one))
        if self.questions or self._over:
            return None
        self._chair.quiet = self._probe.quiet = self._quiet()
        while True:
            now = side_battle(self._session.journal, self.side, self._known)
            if self._run is None and self._asks(now):
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
            key = proposed.kind.id, *_words(proposed.inputs).items()
            new = key not in self._past and not self._was_given(proposed)
            if new and (open_arcs := self._open_arcs(proposed)):
                self.questions, self._run = open_arcs, None
                return None
            self._stages.append(now)
            if new:
                self._past.add(key)
                return proposed

    def _open_arcs(self, proposed: Proposed[Any]) -> tuple[Question, ...]:
        """Questions about the arcs that the doctrine guessed in an order. In another arc, its guns might not bear or reach."""
        fields = proposed.kind.declared
        guessed = any(isinstance(field.measured, Arc) and name not in proposed.inputs for name, field in fields.items())
        return tuple(self._open_questions(proposed)) if guessed else ()

    def _asked_up_to_here(self, chair: Chair[Any]) -> Iterator[Proposed[Any]]:
        """The doctrine's orders from here on. To get there, the doctrine is asked again for the orders of this step that it has
        already proposed.
        """
        run = orders_of(self.doctrine, chair)
        for battle in self._stages:
            self._now = battle
            next(run, None)
        return run

    def _asks(self, now: Battle[Any]) -> bool:
        """Find the measurements that the doctrine needs: it proposes orders for the whole step, but none is given. Returns
        whether any measurement is needed. Ranges are asked for first, because they show which arcs matter.
        """
        asked = self._collecting.asked = {}
        run = self._asked_up_to_here(self._probe)
        self._now = now
        aimed = dict[Question, None]()
        for proposed in islice(run, MOST):
            aimed.update(dict.fromkeys(self._open_arcs(proposed)))
            asked.update(dict.fromkeys(self._open_questions(proposed)))
        ranges = [one for one in asked if not one.arcs]
        unknown = [one for one in ranges if self._collecting.bounds(one) is None]
        arcs = [one for one in asked if one.arcs]
        found = unknown or self._one_for_each(ranges, aimed) or self._one_for_each(arcs, aimed) or [*aimed]
        units = {ship.name: place for place, ship in enumerate(now.ships())}
        self.questions = tuple(sorted(found, key=lambda question: units.get(question.one, len(units))))
        return bool(self.questions)

    def _one_for_each(self, asked: list[Question], aimed: Container[Question]) -> list[Question]:
        """At most one question for each ship or squadron of the side: about the enemy that it aims at, or else the nearest enemy.

        Questions about two ships of the side itself are added if their distance is no longer known.
        """
        found: dict[str, Question] = {}
        enemies = [one for one in asked if not self._answers.is_of(one.other, self.side)]
        for question in sorted(enemies, key=lambda one: (one not in aimed, self._far(one))):
            found.setdefault(self._answers.unit(question.one), question)
        lost = [one for one in asked if one not in enemies and self._is_lost(one)]
        own = {one.one: one for one in sorted(lost, key=self._far, reverse=True)}
        return [*(one for unit, one in found.items() if not self._has_answer(unit, bool(one.arcs))), *own.values()]

    def _is_lost(self, question: Question) -> bool:
        """Whether two ships of the side have moved so far since their last measurement that their distance is unknown."""
        bounds = self._collecting.bounds(question)
        return bounds is not None and bounds.high - bounds.low > bounds.best

    def _far(self, question: Question) -> float:
        bounds = self._collecting.bounds(Question(question.one, question.other))
        return bounds.best if bounds else FAR

    def _has_answer(self, unit: str, arcs: bool) -> bool:
        """Whether the referee has answered a question about this ship or squadron and any enemy in this step."""
        if arcs:
            return bool(self._answers.arc_like(Question(unit, "")))
        foes = [foe.name for foe in self._now.ships() if foe.side != self.side]
        own = self._session.battle.squadron(unit) or (unit,)
        return any(self._answers.of(Question(one, foe)) for one in own for foe in foes)

    def _open_questions(self, proposed: Proposed[Any]) -> Iterator[Question]:
        """Questions about ranges and arcs that the doctrine left open in a proposed order and that were not measured."""
        kind, battle = proposed.kind, self._now
        order = kind.partial(draft(battle, kind.id, proposed.inputs).known)
        for name, field in kind.declared.items():
            if name not in proposed.inputs and field.is_shown(battle, order):
                with suppress(NotYetKnown):
                    question = self._question(field, order)
                    if question and not self._answers.of(question):
                        yield question

    def _question(self, field: Field, order: Any) -> Question | None:
        """The question about the range or arc of an input. None if it measures something else. Raises NotYetKnown."""
        measure, names = field.measured, self._names()
        if isinstance(measure, Range):
            return self._tape.question(getattr(order, measure.one), getattr(order, measure.other))
        if isinstance(measure, Arc):
            of, to = getattr(order, measure.of), getattr(order, measure.to)
            return Question(names.get(of, of), names.get(to, to), tuple(field.candidates(self._now, order)))
        return None

    def old(self, question: Question) -> str:
        """The range measured last, or the range in the scenario's set-up. Empty for an arc, and if there is none."""
        return "" if question.arcs else self._reckoning.old(question.one, question.other)

    def _number(self, question: Question) -> str:
        """The range that answers a question. Empty if the enemy is out of reach, because then no order needs the range."""
        answer = self._answers.of(question)
        return "" if answer == f"{FAR:g}" else answer

    def _is_measured(self, question: Question, value: Any) -> bool:
        """Whether a value that the doctrine entered was measured. For a squadron, measuring from one of its ships is enough."""
        own = self._session.battle.squadron(question.one) or (question.one,)
        answers = [self._answers.of(msgspec.structs.replace(question, one=ship)) for ship in own]
        numbers = () if question.arcs else (round(float(number)) for number in map(decimal_number, answers) if number is not None)
        return value in (answers if question.arcs else numbers)

    def _was_given(self, proposed: Proposed[Any]) -> bool:
        """Whether this order was already given in this step, as happens when a battle is opened again."""
        names = self._names()
        words = {name: names.get(word, word) for name, word in _words(proposed.inputs).items()}
        return any(
            record.procedure == proposed.kind.id and words.items() <= _words(record.inputs).items()
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
                question = self._question(field, order)
                given = entered.get(name)
                value = None if given is not None else measured_value(field, battle, order, self._tape)
                if question and not (self._number(question) if given is None else self._is_measured(question, given)):
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


def _words(inputs: Mapping[str, Any]) -> dict[str, str]:
    """The inputs whose values are names or words."""
    return {name: value for name, value in inputs.items() if isinstance(value, str)}
