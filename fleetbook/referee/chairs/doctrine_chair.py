"""The chair of a side whose orders a doctrine proposes at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import DOCTRINE, Record
from fleetbook.core.doctrines.doctrine import Chair
from fleetbook.core.doctrines.filled import measured_value
from fleetbook.core.doctrines.finding import doctrine_of, models_of
from fleetbook.core.doctrines.proposed import HOLD, Proposed
from fleetbook.core.doctrines.tape import Turns
from fleetbook.core.errors import InvalidInput, NotYetKnown
from fleetbook.core.orders.field_kinds import ModifierField
from fleetbook.core.orders.order import Order
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_battle import side_battle, true_names
from fleetbook.referee.chairs.table_tape import FAR, Answers, Question, TableTape, Unmeasured
from fleetbook.referee.offers import draft
from fleetbook.referee.proposals.post import Sent
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.referee.proposals.roles import squadron_of
from fleetbook.referee.session import Session

APPROACH = 4  # turns without an attack that a battle may begin with
MOST = 200  # proposals of a side in one step


class DoctrineChair:
    """A side's chair. Its doctrine sees the side's battle alone, and is asked step by step.

    questions  what the doctrine must know before it decides, asked in one go; empty if nothing
    """

    def __init__(self, session: Session, answers: Answers, side: str, name: str) -> None:
        """Raises InvalidInput for an unknown side or doctrine, with those that there are."""
        rules, setup = session.journal.ruleset, session.journal.setup
        if side not in setup.sides:
            raise InvalidInput.word("side", side, setup.sides)
        self.side, self.doctrine = side, doctrine_of(rules, name)
        self._session, self._answers, self._models = session, answers, models_of(rules)
        self._known = Knowledge(session.journal, side)
        self._tape, self._collecting = (TableTape(answers, side, self._names, collects) for collects in (False, True))
        self._chair, self._probe = (
            Chair[Any](side, lambda: self._now, tape, self._models.figures(), setup.victory)
            for tape in (self._tape, self._collecting)
        )
        self._seen = len(session.journal.records)
        self._step: tuple[int, str, str] | None = None
        self._begin()

    def rest(self) -> None:
        """Forget what was proposed: another side acts."""
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
        """Whether the doctrine is asked from the beginning: another step has begun, or orders were taken back."""
        session, battle = self._session, self._session.battle
        new, self._seen = session.journal.records[self._seen :], len(session.journal.records)
        step = battle.turn, battle.phase, battle.acting
        anew = step != self._step or (bool(new) and self._over) or any(not record.is_order for record in new)
        if anew:
            self._step = step
            self._begin()
        return anew

    def next(self) -> Proposed[Any] | None:
        """The next order that the doctrine proposes. None if it has no more, or waits for an answer to its questions."""
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
            self._stages.append(now)
            key = proposed.kind.id, *_words(proposed.inputs).items()
            if key not in self._past and not self._was_given(proposed):
                self._past.add(key)
                return proposed

    def _asked_up_to_here(self, chair: Chair[Any]) -> Iterator[Proposed[Any]]:
        """The doctrine's answers from here on: it is asked again for those of this step that it has given."""
        run = iter(self.doctrine.step(chair))
        for battle in self._stages:
            self._now = battle
            next(run, None)
        return run

    def _asks(self, now: Battle[Any]) -> bool:
        """Collect what the doctrine must know to decide on. Ranges come first, as they say which arcs matter."""
        asked = self._collecting.asked = {}
        run = self._asked_up_to_here(self._probe)
        self._now = now
        for _ in islice(run, MOST):
            pass
        ranges = [one for one in asked if not one.arcs]
        units = list(dict.fromkeys(question.one for question in asked))
        self.questions = tuple(sorted(ranges or asked, key=lambda question: units.index(question.one)))
        return bool(self.questions)

    def _was_given(self, proposed: Proposed[Any]) -> bool:
        """Whether such an order of this step stands in the journal already, as after a pause."""
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
        """The number of whole turns since the side attacked, as a simulated battle counts them."""
        battle, attacks = self._session.battle, self._models.attacks()
        turns = [(record.turn, next(iter(_words(record.inputs).values()), "")) for record in self._in_force()
                 if record.procedure in attacks]  # fmt: skip
        own = [turn for turn, unit in turns if battle.ruleset.side_of(battle, unit) == self.side]
        last = own[-1] if own else turns[0][0] if turns else APPROACH
        return max(0, battle.turn - last - 1)

    def sent(self, proposed: Proposed[Any], id: str) -> tuple[Sent, str]:  # noqa: A002 (as in Sent)
        """A proposal as it waits for the referee, and the input that he must look at before he gives it; empty if none."""
        kind, battle, helm, look = proposed.kind, self._now, proposed.helm, ""
        entered = dict(proposed.inputs)
        self._tape.turning = steers = helm is not None and helm.course != HOLD
        for name, field in kind.declared.items():
            order = kind.partial(draft(battle, kind.id, entered).known)
            if name in entered or not field.is_shown(battle, order):
                continue
            if isinstance(field, ModifierField):
                look = look or (name if field.measures else "")
                continue
            with suppress(Unmeasured, NotYetKnown):
                value = measured_value(field, battle, order, self._tape)
                if value is not None and value != FAR:
                    entered[name] = value
                    look = look or (name if steers and isinstance(field.measured, Turns) else "")
        made = draft(battle, kind.id, entered)
        checked = made.checked
        says = checked.headline(battle) if isinstance(checked, Order) else kind.title
        unit = next(iter(_words(entered).values()), "")
        proposal = Proposal(self.side, kind.id, entered, self._session.journal.next_number - 1, self.doctrine.title)
        words = f"{says}: {helm.words}" if helm else says
        return Sent(id, proposal, words, unit, squadron_of(battle, unit), DOCTRINE), look

    def choose(self, label: str, options: tuple[str, ...]) -> str:
        """The doctrine's answer to a choice. Empty if it would have to measure first: then the referee chooses."""
        self._now = side_battle(self._session.journal, self.side, self._known)
        with suppress(Unmeasured):
            return self.doctrine.choose(self._chair, label, options)
        return ""


def _words(inputs: Mapping[str, Any]) -> dict[str, str]:
    """The inputs that are names and words."""
    return {name: value for name, value in inputs.items() if isinstance(value, str)}
