"""The battle as it stands, as data, such as the phase, the ships' cards and the orders available now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.battle import ENDED, Battle
from fleetbook.core.battle.card_view import CardView, Condition, Marker
from fleetbook.core.battle.rules import hides_table
from fleetbook.core.battle.verdict import Verdict, verdict
from fleetbook.core.errors import Refused
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.condition_words import conditions_in_words
from fleetbook.core.orders.legality import Problem
from fleetbook.core.orders.order import Order
from fleetbook.core.play.driver import finished
from fleetbook.core.play.journal import Journal
from fleetbook.referee.offers import offers, still_due
from fleetbook.reports.shape import Shape

Known: TypeAlias = Callable[[CardView], CardView]
NOT_SEEN = Condition("?", "not spotted: may not be fired at")


class Step(Shape, frozen=True):
    """A phase of the turn. ``number`` is its number on the sheet. ``side`` is the side that acts; empty if both sides do."""

    id: str
    number: str
    title: str
    side: str


class OrderNow(Shape, frozen=True):
    """An order that can be given now."""

    id: str
    title: str
    section: str


class OrderNotNow(Shape, frozen=True):
    """An order that cannot be given now, and the reason.

    by     the section of the rules that forbids the order; empty if none is named
    fault  true if the order is not forbidden, but the code of the rules fails
    """

    id: str
    title: str
    section: str
    reason: str
    by: str
    fault: bool


class Seal(Shape, frozen=True):
    """The seal of the dice, which is a SHA-256 of their seed. ``seed`` is null until the battle has ended.

    chosen_by_hand  whether a person chose the seed, rather than the operating system
    words           the word that each side added after it had seen the SHA-256
    """

    commitment: str
    seed: str | None
    chosen_by_hand: bool
    words: dict[str, str]


class RulesetId(Shape, frozen=True):
    """The rules of the battle. ``tables`` is the hash of all tables, including house rules."""

    id: str
    title: str
    version: str
    tables: str


class Status(Shape, frozen=True):
    """The battle as it stands.

    line             the number of the last line in force
    lines            how many lines the journal has
    ships            the ships' cards; each is a CardView of core/battle/card_view.py
    markers          other sides' squadrons, as the reading side sees them on the table
    due              what must still be done in this phase; empty except for the referee
    orders           orders that can be given now; empty except for the referee
    not_now          orders that cannot be given now, with the reasons; empty except for the referee
    warning          damage to the file, or a notice that the battle began under other rules; empty for none
    last_link        a short code for all lines so far, which players can write down; empty for a side
    side             the side that reads; empty for the referee
    result           who has won, or would if the battle ended now: the Verdict of core/battle/verdict.py
    side_words       what the rules add to a side's name, for sides that have such words
    conditions_said  the conditions in words, such as "weather clear" or "attacker alerted"
    last_turn        the number of the scenario's last turn; 0 for no limit
    squadron_words   the conditions of squadrons in words, such as a lost flagship, for squadrons that have any
    commanders       the commanders of the ships that have one named
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
    last_turn: int
    squadron_words: dict[str, tuple[str, ...]]
    commanders: dict[str, str]


def status(journal: Journal[Any], warning: str = "") -> Status:
    """The battle as it stands, with the orders that can be given now. ``warning`` describes damage to its file, if any."""
    now = overview(journal, warning)
    if journal.side:  # only the referee sees orders: the reason against one could reveal a secret
        return now
    against = offers(journal.battle)
    return msgspec.structs.replace(
        now,
        due=tuple(str(duty) for duty in still_due(journal.battle)),
        orders=tuple(OrderNow.of(kind) for kind, problem in against.items() if problem is None),
        not_now=tuple(_refused(kind, problem) for kind, problem in against.items() if problem is not None),
    )


def _refused(kind: type[Order[Any]], problem: Problem) -> OrderNotNow:
    reason, section = (problem.reason, problem.section) if isinstance(problem, Refused) else (str(problem), "")
    return OrderNotNow.of(kind, reason=reason, by=section, fault=isinstance(problem, RulesFault))


def overview(journal: Journal[Any], warning: str = "") -> Status:
    """The battle as it stands without the orders that can be given, which is quicker. For pages and reports."""
    battle, ruleset, sequence = journal.battle, journal.ruleset, journal.ruleset.sequence
    phase, ended, ships = sequence.now(battle), battle.fact(ENDED), cards(journal, battle)
    return Status(
        title=journal.setup.title,
        date=journal.setup.date,
        ruleset=RulesetId.of(ruleset, version=journal.setup.version, tables=journal.start.tables.hash),
        turn=battle.turn,
        step=Step.of(phase, title=sequence.title(phase, battle), side=battle.acting),
        ended=str(ended) if ended else None,
        line=journal.position,
        lines=journal.next_number - 1,
        conditions=ruleset.conditions_now(battle),
        sides=battle.sides,
        ships=ships,
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
        conditions_said=conditions_in_words(battle),
        last_turn=journal.last_turn,
        squadron_words={
            name: tuple(one.text for one in found) for name, found in ruleset.squadron_conditions(battle).items() if found
        },
        commanders={ship.name: name for ship in ships if (name := battle.ship(ship.name).commander)},
    )


def begun(now: Status, journal: Journal[Any]) -> Status:
    """The status ``now``, but with the ships and conditions as they were before the first order."""
    start = journal.start
    conditions, words = journal.ruleset.conditions_now(start), conditions_in_words(start)
    return msgspec.structs.replace(now, ships=cards(journal, start), conditions=conditions, conditions_said=words)


def result(journal: Journal[Any]) -> Verdict:
    """Who has won, or would win if the battle ended now, as far as the reader may know."""
    if journal.side and not journal.battle.ended and hides_table(journal.ruleset):
        return Verdict("", "none", "not shown to one side before the end")
    return verdict(finished(journal.battle))


def seal_answers(seal: Seal) -> str:
    """The words that sides added after they had seen the seal, as one text."""
    return "; ".join(f"{side}: {words}" for side, words in seal.words.items())


def cards(journal: Journal[Any], battle: Battle[Any]) -> tuple[CardView, ...]:
    """The cards of ``battle``, which may be an earlier state. They hide facts that the journal's reader may not know."""
    return tuple(map(knowing(journal), battle.cards())) if journal.side else battle.cards()


def boxes_label(state: Iterable[CardView]) -> str:
    """The word for the boxes of these ships: ``hull boxes``, ``points``, or ``boxes`` if their rows have different names."""
    labels = {card.first.label for card in state if card.first}
    label = labels.pop() if len(labels) == 1 else "boxes"
    return label if label.endswith("s") else f"{label} boxes"


def state_of(ship: CardView) -> str:
    """A ship's fate; if she has none, her serious conditions and whether she still fights. Empty for a ship in good order."""
    if ship.fate:
        return ship.fate
    serious = (condition.text for condition in ship.conditions if condition.is_serious)
    return ", ".join(filter(None, dict.fromkeys((ship.lost, ship.standing, *serious))))


def knowing(journal: Journal[Any]) -> Known:
    """A function that hides on a card what the journal's reader may not know. Nothing is hidden from the referee."""
    unseen = {card.name for card in journal.battle.cards() if card.unseen} if journal.side else set[str]()

    def known(card: CardView) -> CardView:
        if journal.side in ("", card.side):
            return card
        if card.name in unseen:
            return CardView(card.name, card.kind, card.side, "", (), squadron=card.squadron, conditions=(NOT_SEEN,), unseen=True)
        return replace(card, conditions=tuple(condition for condition in card.conditions if not condition.secret))

    return known
