"""A page about one ship: her card, her history, and the orders that she can give now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import DONE
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.suborders import firing_of
from fleetbook.referee.session import Session
from fleetbook.reports.journal.lines import when
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.battle.journal_filter import concerns, step_of
from fleetbook.tui.battle.journal_lines import offsets
from fleetbook.tui.cards.card_lines import card_lines, labelled
from fleetbook.tui.kit.command import Command
from fleetbook.tui.kit.keys import letter
from fleetbook.tui.kit.line import Line, flow, ink
from fleetbook.tui.kit.reader import Reader
from fleetbook.tui.kit.style import BOLD, KEY, QUIET

LEAST_LAST = 3  # lines of the screen for the newest lines about a ship
_IN_BRACKETS = re.compile(r" \([^()]{20,}\)")


class ShipPage(Reader):
    """The page of a ship. The key of an order closes it and begins the order with this ship.

    Any other letter closes it and has its effect on the battle page. ``q`` only closes it.
    """

    searches = False  # on this page the key / searches the board
    foot = (("Esc Enter", "back"), ("any letter", "acts on the battle"))

    def __init__(
        self, session: Session, ship: str, commands: Sequence[Command], press: Callable[[str, str | None], None]
    ) -> None:
        self._press = press
        orders = [one for one in commands if one.order and one.order.phases and _may_give(session, one.order, ship)]
        super().__init__(ship, lambda width: ship_lines(session, ship, orders, width), {one.key: one.run for one in orders})

    def left_by(self, key: str, character: str | None) -> None:
        """Pass a letter on to the battle page. ``q`` is not passed on, because it would close that page too."""
        if letter(character).strip() not in ("", "q"):
            self._press(key, character)


def _may_give(session: Session, order: type[Order[Any]], ship: str) -> bool:
    """Whether the ship may be the first input of such an order now."""
    if session.refusal(order):
        return False
    named = (entry for entry in Draft(session.battle, order).entries.values() if entry.field.kind == "ship")
    return ship in (next((entry.options for entry in named), None) or ())


def ship_lines(session: Session, ship: str, orders: Sequence[Command], width: int) -> list[Line]:
    """The page of a ship as lines, with her card, her history and her orders."""
    battle = session.battle
    arms, commander = battle.ruleset.arms(battle, battle.ship(ship)), battle.ship(ship).commander
    more = [(), *labelled("commander", commander, width)] if commander else list[Line]()
    for title, lines in (
        ("By the tables", [line for arm in arms for line in _labelled(arm.label.rstrip(":"), arm.value, width)]),
        ("In this battle", list(_history(session, ship, width))),
        ("Now", flow([(ink(order.shown_key, KEY), ink(f" {order.title}")) for order in orders], width, 1)),
    ):
        more += [(), (ink(f" {title}", BOLD),), *lines] if lines else []
    return card_lines(battle.card(ship), width, more)


def _labelled(heading: str, text: str, width: int) -> list[Line]:
    first, *others = wrap(f"{heading}: {text}", max(width - 2, 8), 3)
    after = first.removeprefix(heading)
    return [(ink(f" {heading}", QUIET), ink(after)), *((ink(f" {line}"),) for line in others)]


def _history(session: Session, ship: str, width: int) -> Iterator[Line]:
    for record, words in reversed([*_lines_about(session, ship)]):
        yield from _labelled(when(session.journal, record), words, width)


def _lines_about(session: Session, ship: str) -> Iterator[tuple[Record, str]]:
    """The lines in force about a ship, the newest first, each with the order and the outcome for her in words."""
    for record in reversed(session.journal.records):
        concerned = record.number in session.in_force and (concerns(record, ship) or _firer(session, record) == ship)
        if concerned and (outcome := _outcome(session, record, ship)):
            is_said = outcome == DONE or re.search(rf"\b{re.escape(outcome)}(?!\w)", record.headline, re.IGNORECASE)
            order = record.headline if is_said else f"{record.headline}: {outcome}"
            yield record, outcome if record.procedure == NextStep.id else order


def last_lines(session: Session, ship: str, width: int, height: int) -> list[Line]:
    """The newest lines about a ship in at most ``height`` lines of the screen, below a blank. Her own name and long words in
    brackets are left out.
    """
    shown, step = list[Line](), offsets(session, width).step
    for record, words in _lines_about(session, ship) if height >= LEAST_LAST else ():
        text = _IN_BRACKETS.sub("", words.removeprefix(f"{ship} ").removeprefix(f"Damage to {ship}: "))
        lines = labelled(step_of(session, record), text, width, 0, step)
        drawn = [tuple(ink(part, QUIET) for part, _ in line) for line in lines]
        if len(shown) + len(drawn) >= height:
            break
        shown = [*drawn, *shown]
    return [(), *shown] if shown else []


def _firer(session: Session, record: Record) -> str:
    """The ship whose weapon an order used, even if the order does not name her, as when her torpedo hits. Empty if none."""
    if not record.is_order or session.journal.ruleset.order(record.procedure).firing is Order.firing:
        return ""
    with suppress(RulesFault):
        firing = firing_of(session.journal.order_of(record), session.journal.battle_before(record.number))
        return firing.firer if firing else ""
    return ""


def _outcome(session: Session, record: Record, ship: str) -> str:
    """The outcome of a record for a ship: her damage, her own result, or else a word for the first result.

    Empty if the record is only about other ships or about the next phase.
    """
    results = session.journal.results(record)
    before, after = session.journal.battle_before(record.number), session.journal.battle_after(record.number)
    happened = Happened(before, after, record.events)
    harm, own = happened.harm(ship), [result.head for result in results if result.subject == ship]
    if harm:
        return ": ".join([*own[:1] * bool(happened.counted("hits")), ", ".join(harm)])
    shares = [row.removeprefix(start) for result in results for row in result.rows if row.startswith(start := f"{ship}: ")]
    if own or shares:
        return (own or shares)[0]
    hers = ship in record.named or _firer(session, record) == ship
    about_others = not hers and any(result.subject for result in results)
    return "" if about_others or record.procedure == NextStep.id else results[0].head
