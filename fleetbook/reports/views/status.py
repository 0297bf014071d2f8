"""The battle as it stands: its step, its ships as cards, the orders that the step has room for."""

from __future__ import annotations

from typing import Any

import msgspec

from fleetbook.core.battle.battle import ENDED, Battle
from fleetbook.core.errors import Refused
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.condition_words import conditions_in_words
from fleetbook.core.orders.legality import Problem
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.core.play.journal import Journal
from fleetbook.referee.offers import offers, still_due
from fleetbook.reports.shapes.battle import OrderNotNow, OrderNow, RulesetId, Seal, Status, Step
from fleetbook.reports.views.known import cards
from fleetbook.reports.views.result import result


def status(journal: Journal[Any], warning: str = "") -> Status:
    """The battle as it stands; ``warning`` says what is wrong with its file."""
    battle, ruleset = journal.battle, journal.ruleset
    ended = battle.fact(ENDED)
    against = {} if journal.side else offers(battle)  # orders are the referee's, and reasons against one tell what is hidden
    return Status(
        title=journal.setup.title,
        date=journal.setup.date,
        ruleset=RulesetId(id=ruleset.id, title=ruleset.title, version=journal.setup.version, tables=journal.start.tables.hash),
        turn=battle.turn,
        step=_step(battle),
        ended=str(ended) if ended else None,
        line=journal.position,
        lines=journal.next_number - 1,
        conditions=ruleset.conditions_now(battle),
        sides=battle.sides,
        ships=cards(journal, battle),
        markers=journal.markers,
        due=() if journal.side else still_due(battle),
        orders=tuple(OrderNow(id=k.id, title=k.title, section=k.section) for k, problem in against.items() if problem is None),
        not_now=tuple(_refused(kind, problem) for kind, problem in against.items() if problem is not None),
        can_undo=bool(journal.position),
        can_redo=journal.undo_history.can_redo,
        dice=Seal(journal.stream.commitment, journal.revealed_seed, journal.setup.dice.chosen, journal.setup.dice.words),
        fingerprint="" if journal.side else battle.state.fingerprint,
        warning=warning,
        last_link=journal.last_link,
        side=journal.side,
        result=result(journal),
        side_words={side: words for side in battle.sides if (words := ruleset.side_words(battle, side))},
        conditions_said=conditions_in_words(battle),
    )


def begun(now: Status, journal: Journal[Any]) -> Status:
    """The same with ships and conditions as they were before the first order."""
    start = journal.start
    conditions, said = journal.ruleset.conditions_now(start), conditions_in_words(start)
    return msgspec.structs.replace(now, ships=cards(journal, start), conditions=conditions, conditions_said=said)


def _refused(kind: type[Order[Any]], problem: Problem) -> OrderNotNow:
    reason, section = (problem.reason, problem.section) if isinstance(problem, Refused) else (str(problem), "")
    fault = isinstance(problem, RulesFault)
    return OrderNotNow(id=kind.id, title=kind.title, section=kind.section, reason=reason, by=section, fault=fault)


def said_to(seal: Seal) -> str:
    """What the sides said when they had seen the seal."""
    return "; ".join(f"{side}: {words}" for side, words in seal.words.items())


def _step(battle: Battle[Any]) -> Step:
    sequence = battle.ruleset.sequence
    phase = sequence.now(battle)
    return step_shape(phase, sequence.title(phase, battle), battle.acting)


def step_shape(phase: Phase, title: str, side: str) -> Step:
    """A step of the sequence with its words and the side that acts."""
    return Step(id=phase.id, number=phase.number, title=title, side=side)
