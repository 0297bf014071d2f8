"""Find the players' order that comes next, and the orders that can never be given any more."""

from __future__ import annotations

from typing import Any, NamedTuple

from fleetbook.core.battle.rules import hides_table
from fleetbook.core.errors import FleetbookError, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.referee.proposals.inbox import Inbox
from fleetbook.referee.proposals.post import Sent
from fleetbook.referee.proposals.proposal import on_true
from fleetbook.referee.session import Session

NO_WORDS = "the referee gives it back"
NOTHING_LEFT = "nothing is left to order in this step"


class Prospect(NamedTuple):
    """Whether a waiting order can be given.

    draft    the draft of the order in the true battle; None if none can be made there
    problem  the reason why the order is incomplete or refused; None if it can be given as it is
    refused  whether the rules refuse the order, so that no further input helps
    waits    whether the order waits for its side's turn
    is_past  whether the order can never be given any more
    """

    draft: Draft[Any] | None
    problem: FleetbookError | None = None
    refused: bool = False
    waits: bool = False
    is_past: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the order can be given now, perhaps after its form has asked for missing inputs."""
        return not self.refused


class Queue:
    """Decides in which sequence players' orders are given. The oldest order that can be given now comes next."""

    def __init__(self, session: Session, inbox: Inbox) -> None:
        self._session, self._inbox = session, inbox

    def prospect(self, sent: Sent) -> Prospect:
        """Whether a waiting order can be given at this moment, and why not."""
        found = self._session.cached_for_line("prospects", (), dict[str, Prospect])
        if sent.id not in found:
            found[sent.id] = self._prospect(sent)
        return found[sent.id]

    def reasons(self, sent: Sent) -> list[str]:
        """Reasons for sending an order back, in words, the best first. If ships may be hidden, the reason that the rules give
        comes last, because it may reveal something to the player.
        """
        prospect = self.prospect(sent)
        against = [str(prospect.problem)] if prospect.refused else []
        return [NO_WORDS, *against] if hides_table(self._session.battle.ruleset) else [*against, NO_WORDS]

    def _prospect(self, sent: Sent) -> Prospect:
        try:
            draft = on_true(sent.proposal, self._session.journal)
        except FleetbookError as error:
            return Prospect(None, error, refused=True)
        problem = draft.problem
        if not isinstance(problem, Refused):
            return Prospect(draft, problem)
        others_turn = self._session.acting not in ("", sent.proposal.by)
        if others_turn and not self._session.has_work:  # nobody ends that turn, so it never comes to this side
            return Prospect(draft, Refused(NOTHING_LEFT), refused=True, is_past=True)
        is_past = self._has_passed(sent, draft) or self._has_acted(sent, draft, others_turn)
        return Prospect(draft, problem, refused=True, waits=others_turn and not is_past, is_past=is_past)

    def next(self, but: Sent | None = None) -> Sent | None:
        """The oldest order that can be given now, or else the oldest order of an acting side, or else the oldest order. None if
        no order waits.

        The order ``but`` is passed over. An order does not overtake an older order for the same ship or squadron.
        """
        waiting = [sent for sent in self._inbox.waiting if sent is not but]
        held, first = list[Sent](), None
        for sent in waiting:
            prospect = self.prospect(sent)
            if prospect.is_open and not any(_share_a_unit(sent, older) for older in held):
                return sent
            held.append(sent)
            first = first or (None if prospect.waits else sent)
        return first or next(iter(waiting), None)

    def send_past_back(self, but: Sent | None = None) -> None:
        """Send back the orders that can never be given any more, each with its reason. The order ``but`` is passed
        over.
        """
        for sent in [*self._inbox.waiting]:
            prospect = self.prospect(sent)
            if prospect.is_past and sent is not but:
                self._inbox.send_back(sent, str(prospect.problem))

    def _has_passed(self, sent: Sent, draft: Draft[Any]) -> bool:
        """Whether the step in which an order was proposed is over."""
        journal, battle = self._session.journal, self._session.battle
        then = journal.battle_after(sent.proposal.on)
        return (then.turn, then.phase) != (battle.turn, battle.phase) and draft.legality.out_of_place() is not None

    def _has_acted(self, sent: Sent, draft: Draft[Any], others_turn: bool) -> bool:
        """Whether the ship or squadron has already given such an order, so that it is refused for this step. A turn is not
        handed over once any other order has ended it.
        """
        session, battle = self._session, self._session.battle
        unit = str(next(iter(draft.values.values()), ""))
        ticks = [tick for tick in session.ticks(unit) if tick.sign == draft.kind.key] if battle.is_ship(unit) else []
        passes = draft.kind.is_pass
        if ticks or (others_turn and not passes):  # on the other side's turn she may have more to do later
            return bool(ticks) and all(tick.done for tick in ticks) and not any(tick.due for tick in ticks)
        since = (record for record in session.journal.records[sent.proposal.on :] if record.number in session.in_force)
        return any(
            (record.turn, record.phase) == (battle.turn, battle.phase)
            and (passes or record.procedure == draft.kind.id or battle.ruleset.order(record.procedure).is_pass)
            and str(next(iter(record.inputs.values()), "")) == unit
            for record in since
        )


def _share_a_unit(one: Sent, other: Sent) -> bool:
    """Whether two orders are for the same ship or squadron, or one is for a ship of the other's squadron."""
    return bool(one.unit and other.unit) and (one.unit in (other.unit, other.squadron) or other.unit == one.squadron)
