"""The battle as it stands: its step, its ships as cards, the orders that the step has room for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fleetbook.core.battle.battle import ENDED, Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.errors import Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.core.play.journal import Journal
from fleetbook.reports.views.shapes import OrderNow, RulesetId, Seal, Status, Step


def referees_orders(ruleset: Ruleset[Any]) -> tuple[type[Order[Any]], ...]:
    """The procedures that a referee may order; the others are given only by other orders."""
    return tuple(procedure for procedure in ruleset.orders if procedure.key)


def orders_now(battle: Battle[Any]) -> tuple[type[Order[Any]], ...]:
    """Those of them that the present step has room for and that concern anything on the table."""
    return tuple(procedure for procedure in referees_orders(battle.ruleset) if _is_open(procedure, battle))


def _is_open(procedure: type[Order[Any]], battle: Battle[Any]) -> bool:
    try:
        procedure.open(battle)
    except Refused:
        return False
    first = next(iter(Draft(battle, procedure).entries.values()), None)
    return first is None or first.options is None or bool(first.options)


def status(journal: Journal[Any], warning: str = "") -> Status:
    """The battle as it stands; ``warning`` says what is wrong with its file."""
    battle, ruleset = journal.battle, journal.ruleset
    ended = battle.fact(ENDED)
    return Status(
        title=journal.setup.title,
        date=journal.setup.date,
        ruleset=RulesetId(id=ruleset.id, title=ruleset.title, version=journal.setup.version, tables=journal.start.tables.hash),
        turn=battle.turn,
        step=_step(battle),
        ended=str(ended) if ended else None,
        line=journal.position,
        lines=len(journal.records),
        conditions={name: battle.word(name) for name in (*ruleset.conditions, *ruleset.options)},
        sides=battle.sides,
        ships=tuple(known(ruleset.card(ship), journal.side) for ship in battle.ships()),
        markers=ruleset.markers(battle, journal.side) if journal.side else (),
        due=() if journal.side else ruleset.sequence.due(battle),
        orders=tuple(OrderNow(id=order.id, title=order.title, section=order.section) for order in orders_now(battle)),
        can_undo=bool(journal.position),
        can_redo=journal.can_redo,
        dice=Seal(commitment=journal.stream.commitment, seed=journal.revealed_seed),
        fingerprint="" if journal.side else battle.state.fingerprint,
        warning=warning,
    )


def known(card: CardView, side: str) -> CardView:
    """A card without what may not be known to a side that reads it; all of it for the referee, who is no side."""
    if side in ("", card.side):
        return card
    return replace(card, conditions=tuple(condition for condition in card.conditions if not condition.secret))


def _step(battle: Battle[Any]) -> Step:
    sequence = battle.ruleset.sequence
    phase = sequence.now(battle)
    return step_shape(phase, sequence.title(phase, battle), battle.acting)


def step_shape(phase: Phase, title: str, side: str) -> Step:
    """A step of the sequence with its words and the side that acts."""
    return Step(id=phase.id, number=phase.number, title=title, side=side)
