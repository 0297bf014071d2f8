"""All chairs in a battle that doctrines fill. Their proposals wait in the inbox, with the orders from players' phones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fleetbook.core.battle.record import Proposer
from fleetbook.core.doctrines.filled_chairs import SURPRISE, filled_chairs
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import FillChair
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.referee.chairs.table_tape import Answers, Question
from fleetbook.referee.proposals.inbox import Inbox
from fleetbook.referee.proposals.post import Sent
from fleetbook.referee.proposals.ranges import FilledIn
from fleetbook.referee.proposals.roles import Role
from fleetbook.referee.session import Session

if TYPE_CHECKING:
    from fleetbook.core.doctrines.models import PlaneFigures
    from fleetbook.referee.chairs.doctrine_chair import DoctrineChair, Waiting


class Chairs:
    """The chairs that doctrines fill, as the journal says.

    answers  the referee's measurements for the doctrines in this step
    """

    def __init__(self, session: Session, inbox: Inbox) -> None:
        self._session, self._inbox = session, inbox
        self.answers = Answers(session)
        self._chairs: dict[str, DoctrineChair] = {}
        self._filled: dict[str, str] = {}  # the doctrine of each side that was looked up last; empty for players
        self._waiting: dict[str, Waiting] = {}  # by side
        self._count = 0

    def seat(self, side: str, doctrine: str) -> None:
        """Write a line that lets a doctrine fill a side's chair.

        Raises InvalidInput if there is no such side or doctrine, and Refused or Unwritable.
        """
        chair = self._chair(side, doctrine)
        if self._written.get(side) != doctrine:
            self._session.write(FillChair(side=side, doctrine=doctrine, called=chair.title))
        self.follow()

    def _chair(self, side: str, doctrine: str) -> DoctrineChair:
        from fleetbook.referee.chairs.doctrine_chair import DoctrineChair  # noqa: PLC0415 (start-up counts)

        return DoctrineChair(self._session, self.answers, side, doctrine)

    def leave(self, side: str) -> None:
        """Write a line that gives the side back to its players or the referee. Raises Refused or Unwritable."""
        if self._written.get(side):
            self._session.write(FillChair(side=side, doctrine="", called=""))
        self.follow()

    @property
    def _written(self) -> Mapping[str, str]:
        """For each side the doctrine that the journal named last. The doctrine is empty if the chair was given back."""
        return self._session.cached_for_line("chairs", (), self._read)

    def _read(self) -> dict[str, str]:
        return {side: str(line["doctrine"]) for side, line in filled_chairs(self._session.journal).items()}

    def follow(self) -> str:
        """Fill and empty the chairs as the journal says. If a doctrine cannot fill its chair, returns the reason in words;
        otherwise an empty text.
        """
        problems = []
        for side, name in self._written.items():
            if self._filled.get(side) == name:
                continue
            self._withdraw(side)
            self._chairs.pop(side, None)
            self._filled[side] = name
            if name:
                try:
                    self._chairs[side] = self._chair(side, name)
                except InvalidInput:
                    problems.append(f"{side}'s doctrine {name} is no longer installed: the chair is empty, F6 fills it")
                    continue
                self._session.empty_chairs.add(Role(side))
        return "; ".join(problems)

    @property
    def offers(self) -> dict[str, tuple[str, str]]:
        """The pairs of a side and a doctrine that can fill its chair, by words for the referee to choose from. Empty if the rules
        have no doctrines.
        """
        from fleetbook.core.doctrines.finding import doctrines_of  # noqa: PLC0415 (start-up counts)

        rules = self._session.journal.ruleset
        known = doctrines_of(rules) if rules.doctrines else {}
        sides = self._session.battle.sides
        names = {**{name: one.title for name, one in known.items()}, **({SURPRISE: SURPRISE} if known else {})}
        return {f"{side}, by doctrine: {title}": (side, name) for side in sides for name, title in names.items()}

    def fills(self, side: str) -> bool:
        """Whether a doctrine gives the orders of a side."""
        return side in self._chairs

    def look(self) -> None:
        """Ask the doctrines of the acting sides for their next orders. A doctrine whose order still waits is not asked."""
        self.follow()
        battle = self._session.battle
        for side, chair in self._chairs.items():
            acts = battle.acting in ("", side) and not battle.ended and not self._session.barred
            if not acts:
                chair.rest()
            if not acts or chair.begins_anew():
                self._withdraw(side)
            if acts and not self._waits(side) and (proposed := chair.next()) is not None:
                self._count += 1
                sent = self._waiting[side] = chair.sent(proposed, f"{side}'s doctrine {self._count}")
                self._inbox.take(sent.sent)

    @property
    def asking(self) -> str:
        """The first side whose doctrine waits for measurements. Empty if none does."""
        return next((side for side, chair in self._chairs.items() if chair.questions), "")

    @property
    def has_decided(self) -> bool:
        """Whether a doctrine gives the orders of the acting side and has no more in this step."""
        side = self._session.acting
        return self.fills(side) and not (self.asking or self._waits(side))

    @property
    def questions(self) -> tuple[Question, ...]:
        """The measurements for which the doctrine of the side ``asking`` waits."""
        return self._chairs[self.asking].questions if self.asking else ()

    @property
    def figures(self) -> PlaneFigures:
        """The figures of the plane, among them the arcs that questions name."""
        from fleetbook.core.doctrines.finding import models_of  # noqa: PLC0415 (start-up counts)

        return models_of(self._session.journal.ruleset).figures()

    def words(self, question: Question) -> str:
        """A question in words."""
        return question.words(self.figures, self._session.journal.ruleset.unit)

    @property
    def silent(self) -> str:
        """The words of the doctrines about ships without an order in this step, such as those that hold fire. Empty if none."""
        return "; ".join(f"{side}'s doctrine: {chair.silent}" for side, chair in self._chairs.items() if chair.silent)

    def old(self, question: Question) -> str:
        """A range measured earlier, to propose as the answer to a question. Empty if there is none."""
        return self._chairs[self.asking].old(question) if self.asking else ""

    def to_look_at(self, sent: Sent) -> str:
        """The input that the referee must confirm before giving a doctrine's waiting order. Empty if there is none."""
        return next((one.look for one in self._waiting.values() if one.sent is sent), "")

    def estimates(self, sent: Sent) -> Mapping[str, str]:
        """The inputs of a doctrine's waiting order that still must be measured, each with the doctrine's estimate in words."""
        return next((one.estimated for one in self._waiting.values() if one.sent is sent), {})

    def with_estimates(self, draft: Draft[Any], sent: Sent) -> Draft[Any]:
        """The draft of a doctrine's waiting order, with the estimates filled into the inputs that still must be measured."""
        for name, value in self.estimates(sent).items():
            draft = draft.with_input(name, FilledIn(value))
        return draft

    def choose(self, needed: ChoiceNeeded, proposer: Proposer | None) -> str:
        """A doctrine's answer to a choice that its side must make. Empty if the referee must ask the players instead."""
        side = needed.side or (proposer.side if proposer else "")
        return self._chairs[side].choose(needed.label, tuple(needed.options)) if side in self._chairs else ""

    def _waits(self, side: str) -> bool:
        return side in self._waiting and self._waiting[side].sent in self._inbox.waiting

    def _withdraw(self, side: str) -> None:
        """Withdraw a side's proposal, because the battle has changed."""
        if side in self._waiting:
            self._inbox.take_back(self._waiting.pop(side).sent.id, side)
