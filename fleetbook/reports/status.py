"""The battle as it stands: its step, its ships as cards, the orders that the step has room for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from fleetbook.core.battle.battle import ENDED, Battle
from fleetbook.core.battle.card_view import CardView, Condition, Marker
from fleetbook.core.battle.verdict import Verdict, verdict
from fleetbook.core.errors import Refused
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.conditions_said import conditions_said
from fleetbook.core.orders.legality import Problem
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.core.play.driver import finished
from fleetbook.core.play.journal import Journal
from fleetbook.referee.offers import offers, still_due
from fleetbook.reports.shape import Shape


class Step(Shape, frozen=True):
    """The present step of the sequence: its id, its number on the sheet, its words, and the side that acts (empty: both)."""

    id: str
    number: str
    title: str
    side: str


class OrderNow(Shape, frozen=True):
    """An order that can be completed now."""

    id: str
    title: str
    section: str


class OrderNotNow(Shape, frozen=True):
    """An order that cannot be given now, and why: ``by`` is the section that says so (empty: none is named); ``fault`` where no
    rule does, but the code of the rules fails.
    """

    id: str
    title: str
    section: str
    reason: str
    by: str
    fault: bool


class Seal(Shape, frozen=True):
    """The dice's seed: its SHA-256 from the start, itself once the battle has ended.

    chosen_by_hand  rather than drawn by the operating system
    words           what sides said when they had seen the SHA-256
    """

    commitment: str
    seed: str | None
    chosen_by_hand: bool
    words: dict[str, str]


class RulesetId(Shape, frozen=True):
    """The rules in force: ``tables`` is the hash of all tables, house rules included."""

    id: str
    title: str
    version: str
    tables: str


class Status(Shape, frozen=True):
    """The battle as it stands. ``line`` is the line that it builds on, ``lines`` how many there are; ``warning`` says what is
    wrong with its file, or that the rules at hand are not those that it began with (empty: nothing). ``last_link`` is what
    players write down to know every line so far again; empty for a side. Ships are the CardView of core/battle/card_view.py;
    ``markers`` are other sides' squadrons as a side that reads sees them on the table; ``due`` is what the step still owes, for
    the referee. ``result`` is who has won, or would if the battle ended now, with the score: the Verdict of
    core/battle/verdict.py. ``side`` is the side for whose eyes it is, empty for the referee, who alone is told of orders.
    ``side_words`` is what stands beside a side's name, of those of which something is to be said. ``conditions_said`` are the
    conditions as they are said: "weather clear", "attacker aware".
    """

    title: str
    date: str
    ruleset: RulesetId
    turn: int
    step: Step
    ended: str | None
    line: int
    lines: int
    conditions: dict[str, str]
    sides: tuple[str, ...]
    ships: tuple[CardView, ...]
    markers: tuple[Marker, ...]
    due: tuple[str, ...]
    orders: tuple[OrderNow, ...]
    not_now: tuple[OrderNotNow, ...]
    can_undo: bool
    can_redo: bool
    dice: Seal
    fingerprint: str
    warning: str
    last_link: str
    side: str
    result: Verdict
    side_words: dict[str, str]
    conditions_said: dict[str, str]


Known = Callable[[CardView], CardView]
NOT_SEEN = Condition("?", "not seen yet")


def cards(journal: Journal[Any], battle: Battle[Any]) -> tuple[CardView, ...]:
    """All cards of a battle as they stand at a moment of a journal, as far as its reader may know them by now."""
    return tuple(map(knowing(journal), battle.cards())) if journal.side else battle.cards()


def knowing(journal: Journal[Any]) -> Known:
    """What makes of a card what the journal's reader may know by now; the referee, who is no side, knows all of it."""
    now = journal.battle
    unseen = {card.name for card in now.cards() if card.unseen} if journal.side else set[str]()

    def known(card: CardView) -> CardView:
        if journal.side in ("", card.side):
            return card
        if card.name in unseen:
            return CardView(card.name, card.kind, card.side, "", (), squadron=card.squadron, conditions=(NOT_SEEN,), unseen=True)
        conditions = tuple(condition for condition in card.conditions if not condition.secret)
        return replace(card, conditions=conditions)

    return known


def result(journal: Journal[Any]) -> Verdict:
    """Who has won, or would if it ended now, as far as the reader may know."""
    if journal.side and not journal.battle.ended and journal.ruleset.keeps_secrets:
        return Verdict("", "none", "not told to one side before the end")
    return verdict(finished(journal.battle))


def status(journal: Journal[Any], warning: str = "") -> Status:
    """The battle as it stands, with the orders that can be given now; ``warning`` says what is wrong with its file."""
    now = overview(journal, warning)
    if journal.side:  # orders are the referee's, and reasons against one tell what is hidden
        return now
    against = offers(journal.battle)
    return msgspec.structs.replace(
        now,
        due=still_due(journal.battle),
        orders=tuple(OrderNow.of(kind) for kind, problem in against.items() if problem is None),
        not_now=tuple(_refused(kind, problem) for kind, problem in against.items() if problem is not None),
    )


def overview(journal: Journal[Any], warning: str = "") -> Status:
    """The same without orders, for pages and reports: no order's check is run for them."""
    battle, ruleset = journal.battle, journal.ruleset
    ended = battle.fact(ENDED)
    return Status(
        title=journal.setup.title,
        date=journal.setup.date,
        ruleset=RulesetId.of(ruleset, version=journal.setup.version, tables=journal.start.tables.hash),
        turn=battle.turn,
        step=_step(battle),
        ended=str(ended) if ended else None,
        line=journal.position,
        lines=journal.next_number - 1,
        conditions=ruleset.conditions_now(battle),
        sides=battle.sides,
        ships=cards(journal, battle),
        markers=journal.markers,
        due=(),
        orders=(),
        not_now=(),
        can_undo=bool(journal.position),
        can_redo=journal.undo_history.can_redo,
        dice=Seal(
            commitment=journal.stream.commitment,
            seed=journal.revealed_seed,
            chosen_by_hand=journal.setup.dice.chosen,
            words=journal.setup.dice.words,
        ),
        fingerprint="" if journal.side else battle.state.fingerprint,
        warning=warning,
        last_link=journal.last_link,
        side=journal.side,
        result=result(journal),
        side_words={side: words for side in battle.sides if (words := ruleset.side_words(battle, side))},
        conditions_said=conditions_said(battle),
    )


def begun(now: Status, journal: Journal[Any]) -> Status:
    """The same with ships and conditions as they were before the first order."""
    start = journal.start
    conditions, said = journal.ruleset.conditions_now(start), conditions_said(start)
    return msgspec.structs.replace(now, ships=cards(journal, start), conditions=conditions, conditions_said=said)


def _refused(kind: type[Order[Any]], problem: Problem) -> OrderNotNow:
    reason, section = (problem.reason, problem.section) if isinstance(problem, Refused) else (str(problem), "")
    return OrderNotNow.of(kind, reason=reason, by=section, fault=isinstance(problem, RulesFault))


def said_to(seal: Seal) -> str:
    """What the sides said when they had seen the seal."""
    return "; ".join(f"{side}: {words}" for side, words in seal.words.items())


def _step(battle: Battle[Any]) -> Step:
    sequence = battle.ruleset.sequence
    phase = sequence.now(battle)
    return step_shape(phase, sequence.title(phase, battle), battle.acting)


def step_shape(phase: Phase, title: str, side: str) -> Step:
    """A step of the sequence with its words and the side that acts."""
    return Step.of(phase, title=title, side=side)
